/** The proof of every entry, one line a program. */

import type { Program, Proof } from "../host/replies"
import type { Link } from "./health"
import type { Said, Tone } from "./said"

/** The steps of a proof as people see them; several of the reply's make one. */
export const PROOF_STEPS = [
  { word: "step-word-config", of: ["config"] },
  { word: "step-word-allowed", of: ["allowed"] },
  { word: "step-word-launcher", of: ["launcher"] },
  { word: "step-word-engine", of: ["engine"] },
  { word: "step-word-answer", of: ["initialize", "tools", "runtime"] },
  { word: "step-word-call", of: ["call"] },
] as const

export type ProofLine = {
  key: string
  program: string
  name: string
  good: boolean
  asks: boolean
  links: Pick<Link, "tone" | "word" | "solid">[]
  outcome: Said
  tone: Tone
  failed: Failed[]
}

/** What stopped the proof of one or several bridges in the same way. */
export type Failed = { key: string; bridges: string[]; proof: Proof }

/** One line a program: its worst bridge decides what the line says. */
export function proofs(found: readonly Proof[], programs: readonly Program[]): ProofLine[] {
  const keys = [...new Set(found.map((it) => it.harness))]
  const order = (id: string) => programs.findIndex((it) => it.id === id)
  keys.sort((a, b) => order(a) - order(b))
  return keys.map((program) => {
    const own = found.filter((it) => it.harness === program)
    const failed = own.filter((it) => !it.good)
    const good = failed.length === 0
    const broken = Math.min(...failed.map(brokenStep), PROOF_STEPS.length)
    return {
      key: program,
      program,
      name: programs.find((it) => it.id === program)?.name ?? program,
      good,
      asks: own.some((it) => it.asks),
      links: PROOF_STEPS.map((step, at) => link(at, broken, own.every((it) => cameTo(it, step.of)))),
      outcome: good
        ? { id: own.some((it) => it.asks) ? "proof-asks" : "proof-works" }
        : { id: "proof-stops", fills: { step: String(broken + 1) } },
      tone: good ? "ready" : "failed",
      failed: gathered(failed),
    }
  })
}

function gathered(failed: readonly Proof[]): Failed[] {
  const alike = new Map<string, Failed>()
  for (const proof of failed) {
    const key = `${proof.failed_step} ${reasonOf(proof)}`
    const known = alike.get(key)
    if (known === undefined) alike.set(key, { key, bridges: [proof.bridge], proof })
    else if (!known.bridges.includes(proof.bridge)) known.bridges.push(proof.bridge)
  }
  return [...alike.values()]
}

function brokenStep(proof: Proof): number {
  const at = PROOF_STEPS.findIndex((step) => (step.of as readonly string[]).includes(proof.failed_step ?? ""))
  return at < 0 ? 0 : at
}

const cameTo = (proof: Proof, step: readonly string[]): boolean => proof.steps.some((it) => step.includes(it.step))

/** A step that nobody tried, as the call of a server whose tools may change something, is not known. */
function link(at: number, broken: number, tried: boolean): Pick<Link, "tone" | "word" | "solid"> {
  if (at < broken && tried) return { tone: "ready", word: "chain-word-good", solid: true }
  if (at === broken) return { tone: "failed", word: "chain-word-bad", solid: true }
  return { tone: "off", word: "chain-word-unknown", solid: false }
}

/** What a failed step means, in words for a person. */
export const FAILED_WORDS: Record<NonNullable<Proof["failed_step"]>, string> = {
  config: "proof-failed-config",
  allowed: "proof-failed-allowed",
  launcher: "proof-failed-launcher",
  engine: "proof-failed-engine",
  initialize: "proof-failed-answer",
  tools: "proof-failed-tools",
  runtime: "proof-failed-runtime",
  call: "proof-failed-call",
}

/** Why it stopped: in a sentence where nothing was started, else as the server or the system put it. */
export const reasonOf = ({ sentence, reason }: Proof): string => sentence ?? reason ?? ""
