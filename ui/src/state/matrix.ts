/** Bridges and AI programs, and what stands where they meet. */

import type { Bridge, EntryState, Program, Status } from "../host/replies"
import type { Tone } from "./said"

/** What a cell says. */
export type Cell =
  | "in-place"
  | "absent"
  | "edited"
  | "gone"
  | "taken"
  | "older"
  | "blocked"
  | "unreadable"
  | "unnoted"

export type Look = { tone: Tone; word: string; toChoose: boolean }

/** A choice is amber; a fact is grey. */
export const LOOKS: Record<Cell, Look> = {
  "in-place": { tone: "ready", word: "cell-in-place", toChoose: false },
  absent: { tone: "off", word: "cell-absent", toChoose: false },
  edited: { tone: "attention", word: "cell-edited", toChoose: true },
  gone: { tone: "attention", word: "cell-gone", toChoose: true },
  taken: { tone: "attention", word: "cell-taken", toChoose: true },
  older: { tone: "attention", word: "cell-older", toChoose: true },
  blocked: { tone: "off", word: "cell-blocked", toChoose: false },
  unreadable: { tone: "attention", word: "cell-unreadable", toChoose: true },
  unnoted: { tone: "attention", word: "cell-unnoted", toChoose: true },
}

export type Crossing = { cell: Cell; entry: EntryState }
export type Row = {
  key: string
  program: string
  /** The project or file an entry is for, where it is not the person's own settings. */
  place: string | null
  cells: (Crossing | null)[]
  toChoose: boolean
}
export type Matrix = { bridges: { id: string; name: string }[]; rows: Row[]; inPlace: number; toChoose: number }

export function cellOf(entry: EntryState): Cell {
  switch (entry.state) {
    case "as-written":
      return "in-place"
    case "absent":
      if (entry.problem === "managed-by-policy") return "blocked"
      return entry.problem === "predecessor" ? "older" : "absent"
    case "edited":
    case "gone":
    case "taken":
    case "unreadable":
    case "unnoted":
      return entry.state
  }
}

/** The matrix: rows in the order the programs are known, columns as the bridges come. */
export function matrix(status: Status, bridges: readonly Bridge[], programs: readonly Program[]): Matrix {
  const columns = status.bridges.map(({ id }) => ({ id, name: bridges.find((it) => it.id === id)?.name ?? id }))
  const rows = new Map<string, Row>()
  status.bridges.forEach((bridge, column) => {
    for (const entry of bridge.entries) {
      const place = entry.project ?? entry.file
      const key = `${entry.harness} ${entry.scope} ${place ?? ""}`
      const row = rows.get(key) ?? {
        key,
        program: programs.find((it) => it.id === entry.harness)?.name ?? entry.harness,
        place,
        cells: columns.map(() => null),
        toChoose: false,
      }
      const cell = cellOf(entry)
      row.cells[column] = { cell, entry }
      row.toChoose ||= LOOKS[cell].toChoose
      rows.set(key, row)
    }
  })
  const order = (row: Row) => {
    const at = programs.findIndex((it) => it.name === row.program)
    return at < 0 ? programs.length : at
  }
  const sorted = [...rows.values()].sort((a, b) => order(a) - order(b) || a.key.localeCompare(b.key))
  const cells = sorted.flatMap((row) => row.cells).filter((it) => it !== null)
  return {
    bridges: columns,
    rows: sorted,
    inPlace: cells.filter((it) => it.cell === "in-place").length,
    toChoose: cells.filter((it) => LOOKS[it.cell].toChoose).length,
  }
}
