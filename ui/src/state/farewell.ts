/** What uninstalling takes, share by share, and the words of the command. */

import { SHARES, type Change, type Uninstall } from "../host/replies"
import type { Said } from "./said"

export type Share = (typeof SHARES)[number]
export type Options = { spared: Share[]; edited: boolean; anyway: boolean }

export const NOTHING_SPARED: Options = { spared: [], edited: false, anyway: false }

/** Only the connections go: the program, its folder and what runs stay. */
export const ONLY_CONNECTIONS: Options = { spared: ["live", "program", "data"], edited: false, anyway: false }

export const SHARE_WORDS: Record<Share, string> = {
  entries: "share-word-entries",
  skills: "share-word-guides",
  plugins: "share-word-add-ons",
  program: "share-word-program",
  live: "share-word-live",
  data: "share-word-data",
}

/** The order people are told in: what is theirs first. */
export const ORDER: readonly Share[] = ["entries", "skills", "plugins", "live", "program", "data"]

export function uninstallWords({ spared, edited, anyway }: Options): string[] {
  return ["uninstall", ...spared.flatMap((it) => ["--spare", it]), ...(edited ? ["--edited"] : []), ...(anyway ? ["--anyway"] : [])]
}

export type ShareLine = { share: Share; goes: boolean; changes: Change[] }

export function shares(reply: Uninstall): ShareLine[] {
  return ORDER.map((share) => ({
    share,
    goes: reply.shares[share] === "goes",
    changes: reply.changes.filter((it) => shareOf(it) === share),
  }))
}

function shareOf({ whole }: Change): Share {
  if (whole === null) return "entries"
  if (typeof whole === "string") return "program"
  return "skill" in whole ? "skills" : "plugins"
}

/** What came of it, in one sentence. */
export function outcome(reply: Uninstall): Said {
  if (reply.refusals.length > 0) return { id: "farewell-partly", fills: { entries: { count: reply.refusals.length } } }
  return reply.data === "removed" ? { id: "farewell-done" } : { id: "farewell-done-kept" }
}

/** What only the person can do. */
export function byHand(item: Uninstall["by_hand"][number], name: (id: string) => string): Said {
  const program = name(item.harness ?? "")
  switch (item.kind) {
    case "renamed":
      return { id: "hand-renamed", fills: { program, file: item.file ?? "", name: item.name ?? "" } }
    case "pasted":
      return { id: "hand-pasted", fills: { program, menu: item.menu ?? "" } }
    case "steps":
      return { id: "hand-steps", fills: { bridge: item.bridge ?? "", steps: item.steps ?? "" } }
    case "lost-projects":
      return { id: "hand-projects" }
  }
}
