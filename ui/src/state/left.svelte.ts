/** What setup left for a person to do, also after the window was closed. */

import { untrack } from "svelte"

import type { BridgeState, Program } from "../host/replies"
import { stored } from "./memory"
import type { Said } from "./said"

const KEY = "bascule.left"
const memory = stored(() => localStorage)

/** The programs that are connected and have not used their new connections yet. */
export function waiting(programs: readonly string[], bridges: readonly BridgeState[]): string[] {
  const entries = bridges.flatMap((it) => it.entries)
  const has = (program: string) => entries.some((it) => it.harness === program && it.state === "as-written")
  return programs.filter((program) => has(program) && !bridges.some((it) => it.connected_now?.includes(program)))
}

/** What a person does so that a program uses its new connections. */
export function toDo(id: string, programs: readonly Program[]): Said {
  const known = programs.find((it) => it.id === id)
  const program = known?.name ?? id
  return known?.reload ? { id: "left-reload", fills: { program, advice: known.reload.sentence } } : { id: "left-open", fills: { program } }
}

/** How long the connections of a proof may last after its end, in milliseconds. */
const LAST_ONES = 10_000

class Left {
  programs = $state.raw<string[]>(read())
  #proofs = $state(0)

  /** Whether what is connected now may be a proof's, which starts entries as their programs would. */
  get proving(): boolean {
    return this.#proofs > 0
  }

  /** Waits for a proof; meanwhile nothing counts as seen at work. */
  async during<T>(proof: Promise<T>): Promise<T> {
    // Whoever begins a proof as an effect is not to begin it anew because it began.
    untrack(() => (this.#proofs += 1))
    try {
      return await proof
    } finally {
      setTimeout(() => (this.#proofs -= 1), LAST_ONES)
    }
  }

  /** Notes the programs that were just connected. */
  note(programs: readonly string[]): void {
    this.#keep([...new Set([...this.programs, ...programs])])
  }

  /** Drops those that are seen at work. */
  seen(bridges: readonly BridgeState[]): void {
    if (this.proving) return
    const still = waiting(this.programs, bridges)
    if (still.length !== this.programs.length) this.#keep(still)
  }

  forget(): void {
    this.#keep([])
  }

  #keep(programs: string[]): void {
    this.programs = programs
    memory.set(KEY, programs.length === 0 ? null : JSON.stringify(programs))
  }
}

function read(): string[] {
  try {
    const value: unknown = JSON.parse(memory.get(KEY) ?? "[]")
    return Array.isArray(value) ? value.filter((it) => typeof it === "string") : []
  } catch {
    return []
  }
}

export const left = new Left()
