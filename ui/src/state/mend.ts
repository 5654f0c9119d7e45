/** Mends as buttons: the ways of a remedy that have a word of their own. */

import type { RemedyWay } from "../host/replies"
import type { Said } from "./said"

/** One way to mend: its words for the host, what its button says, and the command as typed. */
export type Way = { words: string[]; label: Said; command: string; changesFiles: boolean }

/** What brings a removed entry back is called so, whatever its command is. */
export type About = { gone: boolean }

/** The codes that say of an entry that somebody took it out. */
const GONE = new Set(["entry-gone", "gone"])
export const about = (code: string | null): About => ({ gone: GONE.has(code ?? "") })

/** The ways that are buttons; what is left is for the person to type. */
export function ways(offered: readonly RemedyWay[], what: About): Way[] {
  return offered.flatMap(({ arguments: words, command }) => {
    const label = labelOf(words, what)
    return label ? [{ words, label, command, changesFiles: CHANGING.has(words[0] ?? "") }] : []
  })
}

/** The commands that change files: they are shown before they are done. */
const CHANGING = new Set(["enable", "disable", "rollback"])

function labelOf(words: readonly string[], { gone }: About): Said | null {
  const has = (option: string) => words.includes(option)
  switch (words[0]) {
    case "enable":
      if (gone) return { id: "mend-put-back" }
      if (has("--restore")) return { id: "mend-restore" }
      if (has("--replace")) return { id: "mend-replace" }
      return { id: "mend-connect" }
    case "disable":
      return has("--keep") ? { id: "mend-keep" } : { id: "mend-forget" }
    case "notices":
      return words[1] === "leave" ? { id: "mend-leave" } : null
    case "resume":
      return { id: "mend-try-again" }
    case "log":
      return { id: "mend-log" }
    case "configure":
      return { id: "mend-paste" }
    case "doctor":
      return has("--fix") ? { id: "mend-fix" } : { id: "mend-look" }
    case "rollback":
      return { id: "mend-undo" }
    default:
      return null
  }
}
