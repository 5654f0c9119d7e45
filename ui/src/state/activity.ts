/** What changed and what was called, as people read it. */

import type { Call, PastChange } from "../host/replies"
import type { Said, Tone } from "./said"

export const OUTCOMES: Record<Call["outcome"], string> = {
  done: "call-done",
  failed: "call-failed",
  refused: "call-refused",
  closed: "call-closed",
  unavailable: "call-unavailable",
  "cut-off": "call-cut-off",
  cancelled: "call-cancelled",
}

export function callLook({ outcome }: Call): Tone {
  switch (outcome) {
    case "done":
      return "ready"
    case "failed":
    case "cut-off":
      return "failed"
    case "refused":
      return "attention"
    case "closed":
    case "unavailable":
      return "waiting"
    case "cancelled":
      return "off"
  }
}

export function changeLook(change: PastChange): { tone: Tone; word: string } {
  if (change.rolled_back) return { tone: "off", word: "change-taken-back" }
  switch (change.outcome) {
    case "done":
      return { tone: "ready", word: "change-done" }
    case "undone":
      return { tone: "waiting", word: "change-put-back" }
    case "partly":
      return { tone: "attention", word: "change-partly" }
  }
}

/** What a change was for, from the first word of its command. */
export function whatOf({ number, what }: PastChange): Said {
  const [verb, next] = what.split(" ")
  switch (verb) {
    case "enable":
      return { id: "what-enable" }
    case "disable":
      return { id: "what-disable" }
    case "rollback":
      return /^\d+$/.test(next ?? "") ? { id: "what-rollback", fills: { number: next as string } } : { id: "what-rollback-all" }
    case "skills":
      return { id: "what-guides" }
    case "self":
      return { id: "what-self" }
    case "uninstall":
      return { id: "what-uninstall" }
    case "doctor":
      return { id: "what-mend" }
    default:
      return { id: "what-change", fills: { number: String(number) } }
  }
}

export function filesOf({ files }: PastChange): Said {
  const settings = files.filter((it) => it.whole === null).length
  const guides = files.filter((it) => it.whole !== null && typeof it.whole === "object" && "skill" in it.whole)
  const folders = new Set(guides.map((it) => it.file.split("/skills/").slice(0, 2).join("/skills/").replace(/\/[^/]*$/, "")))
  if (settings === 0 && folders.size === 0) return { id: "files-own-only" }
  return { id: "files-count", fills: { files: { count: settings }, guides: { count: folders.size } } }
}

/** The calls whose tool holds the text, of one bridge or all. */
export function filtered(calls: readonly Call[], tool: string, bridge: string): Call[] {
  const wanted = tool.trim().toLowerCase()
  return calls.filter((it) => (bridge === "" || it.bridge === bridge) && it.tool.toLowerCase().includes(wanted))
}
