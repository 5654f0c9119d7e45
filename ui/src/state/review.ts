/** What a plan would change, one line a program and one a folder. */

import type { Change, Planned, Program, Refusal } from "../host/replies"
import type { Said } from "./said"

/** One program: what happens in its settings, or why it is left as it is. */
export type ProgramLine = {
  key: string
  program: string
  name: string
  changes: Change[]
  refusals: Refusal[]
}

/** Whole files of one kind: Bascule itself, a guide, an add-on. */
export type PartLine = { key: string; title: Said; files: Change[]; folder: string }

export type Review = {
  programs: ProgramLine[]
  parts: PartLine[]
  files: number
  folders: number
  refused: number
  older: boolean
}

export function review(plan: Planned, programs: readonly Program[], nameOf: (bridge: string) => string): Review {
  const lines = new Map<string, ProgramLine>()
  const line = (program: string, place: string | null) => {
    const key = `${program} ${place ?? ""}`
    const name = programs.find((it) => it.id === program)?.name ?? (program === "other" && place ? place : program)
    const found = lines.get(key) ?? { key, program, name, changes: [], refusals: [] }
    lines.set(key, found)
    return found
  }
  for (const change of plan.changes) {
    const entry = change.entries[0]
    if (entry) line(entry.harness, entry.project ?? entry.file).changes.push(change)
  }
  for (const refusal of plan.refusals) {
    if (refusal.harness) line(refusal.harness, refusal.scope === "user" ? null : refusal.file).refusals.push(refusal)
  }
  const found = [...lines.values()]
  const order = (it: ProgramLine) => programs.findIndex((program) => program.id === it.program)
  found.sort((a, b) => order(a) - order(b))
  const parts = partsOf(plan.changes, nameOf)
  return {
    programs: found,
    parts,
    files: found.flatMap((it) => it.changes).length,
    folders: parts.filter((it) => it.title.id === "window-part-guide").length,
    refused: found.filter((it) => it.changes.length === 0).length,
    older: plan.refusals.some((it) => it.code === "predecessor" || it.code === "older-skill"),
  }
}

/** The whole files of a reply, gathered by what they are and where they lie. */
export function partsOf(changes: readonly Change[], nameOf: (bridge: string) => string): PartLine[] {
  const parts = new Map<string, PartLine>()
  for (const change of changes) {
    const { whole } = change
    if (whole === null) continue
    const folder = folderOf(change)
    const title: Said =
      typeof whole === "string"
        ? { id: whole === "login" ? "window-part-login" : "window-part-bascule" }
        : "skill" in whole
          ? { id: "window-part-guide", fills: { bridge: nameOf(whole.skill) } }
          : { id: "window-part-add-on", fills: { bridge: nameOf(whole.plugin) } }
    const key = typeof whole === "string" ? title.id : `${title.id} ${folder}`
    const part = parts.get(key) ?? { key, title, files: [], folder }
    part.files.push(change)
    parts.set(key, part)
  }
  return [...parts.values()]
}

function folderOf({ file, whole }: Change): string {
  if (whole !== null && typeof whole === "object" && "skill" in whole) {
    const marker = `/skills/${whole.skill}`
    const at = file.replaceAll("\\", "/").lastIndexOf(`${marker}/`)
    if (at >= 0) return file.slice(0, at + marker.length)
  }
  return file.replace(/[\\/][^\\/]*$/, "")
}

/** What happens to one file, as a sentence. */
export function sentence(change: Change, file: string): Said {
  const adds = { lines: { count: change.lines_in }, file }
  const takes = { lines: { count: change.lines_out }, file }
  const replaces = change.entries.some((it) => it.step === "replaced")
  if (change.entries.length > 0 && change.entries.every((it) => it.step === "adopted")) {
    return { id: "review-adopts", fills: { file } }
  }
  if (change.lines_in === 0 && change.lines_out === 0 && !change.made && !change.removed) {
    return { id: "review-releases", fills: { file } }
  }
  if (change.made) return { id: "review-makes", fills: adds }
  if (change.removed) return { id: "review-removes", fills: { file } }
  if (replaces) return { id: "review-replaces", fills: adds }
  if (change.lines_out === 0) return { id: "review-adds", fills: adds }
  if (change.lines_in === 0) return { id: "review-takes", fills: takes }
  return { id: "review-changes", fills: { ...adds, out: { count: change.lines_out } } }
}

/** Refusals with the same sentence, as of several entries in one file, are told once. */
export function distinct(refusals: readonly Refusal[]): Refusal[] {
  const known = new Set<string>()
  return refusals.filter(({ sentence }) => {
    const first = !known.has(sentence)
    known.add(sentence)
    return first
  })
}
