import type { Fill } from "../words/words.svelte"

/** A sentence chosen but not yet said: its id and what fills its places. */
export type Said = { id: string; fills?: Record<string, Fill> }

/** A state's tone. It never stands alone: a shape and a word go with it. */
export type Tone = "ready" | "working" | "waiting" | "attention" | "failed" | "off"
