/** How a bridge stands, in shape and word. */

import type { BridgeState, ChainStep } from "../host/replies"
import type { Said, Tone } from "./said"

export type Standing = { tone: Tone; word: Said; detail: string | null }

/** A bridge's state; null health means its files cannot be used. */
export function standing(bridge: BridgeState): Standing {
  const health = bridge.health
  if (!health) return { tone: "failed", word: { id: "health-word-unusable" }, detail: null }
  const detail = health.cause?.sentence ?? null
  switch (health.state) {
    case "ready":
      return { tone: "ready", word: { id: "health-word-ready" }, detail }
    case "starting":
      return { tone: "working", word: { id: "health-word-starting" }, detail }
    case "waiting":
      return health.waits_for === null
        ? { tone: "waiting", word: { id: "health-word-waiting" }, detail }
        : { tone: "waiting", word: { id: "health-word-waiting-for", fills: { what: health.waits_for } }, detail: null }
    case "paused":
      return { tone: "off", word: { id: "health-word-paused" }, detail: null }
    case "degraded":
      return { tone: "attention", word: { id: "health-word-degraded" }, detail }
    case "stopped":
      return { tone: "off", word: { id: "health-word-resting" }, detail }
    case "failed":
      return { tone: "failed", word: { id: "health-word-failed" }, detail }
  }
}

/** The steps of a call in their order; a bridge has those it needs. */
export const STEPS = ["config", "launcher", "engine", "host", "runtime", "host-app"] as const
export type StepName = (typeof STEPS)[number]

export const STEP_WORDS: Record<StepName, string> = {
  config: "step-word-config",
  launcher: "step-word-launcher",
  engine: "step-word-engine",
  host: "step-word-host",
  runtime: "step-word-bridge",
  "host-app": "step-word-app",
}

export type Link = { step: StepName; tone: Tone; word: string; solid: boolean }

const LINKS: Record<ChainStep["standing"], { tone: Tone; word: string; solid: boolean }> = {
  good: { tone: "ready", word: "chain-word-good", solid: true },
  older: { tone: "ready", word: "chain-word-older", solid: true },
  unknown: { tone: "off", word: "chain-word-unknown", solid: false },
  waiting: { tone: "waiting", word: "chain-word-waiting", solid: true },
  bad: { tone: "failed", word: "chain-word-bad", solid: true },
}

/** The steps that any of these bridges has, in their order. */
export const stepsOf = (bridges: readonly BridgeState[]): StepName[] =>
  STEPS.filter((step) => bridges.some((it) => it.chain?.some((link) => link.step === step)))

/** The chain on a line: one link a step, null where this bridge has no such step. */
export function links(bridge: BridgeState, steps: readonly StepName[]): (Link | null)[] {
  return steps.map((step) => {
    const found = bridge.chain?.find((link) => link.step === step)
    return found ? { step, ...LINKS[found.standing] } : null
  })
}

/** The first step that is broken, with its cause. */
export function firstBad(bridge: BridgeState): ChainStep | null {
  return bridge.chain?.find((link) => link.standing === "bad" && link.cause !== null) ?? null
}
