/** Replies as the program gave them on throwaway homes; `npm run record` has them anew. */

import type { Language } from "../host"

export type Recorded = { value: unknown; exit: number }
export type Scene = "empty" | "fresh" | "connected" | "changed" | "crash" | "pack"

const FILES = import.meta.glob<Record<string, Recorded>>("./recorded/*.json", { import: "default", eager: true })

/** One reply; a copy, so that a scenario may change it. */
export function recorded(scene: Scene, language: Language, key: string): Recorded {
  const found = FILES[`./recorded/${scene}.${language}.json`]?.[key]
  if (!found) throw new Error(`${scene} has no reply ${key} in ${language}`)
  return structuredClone(found)
}
