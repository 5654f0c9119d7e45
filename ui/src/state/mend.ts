/** Mends as buttons: the ways of a remedy that have a word of their own. */

import type { RemedyWay } from "../host/replies"
import type { Said } from "./said"

/** What a click on a way comes to: files change, and are shown before; or what each word says. */
export type Deed = "change" | "leave" | "try-again" | "log" | "paste" | "look" | "fix"

/** One way to mend: its words for the host, what its button says, and the command as typed. */
export type Way = { deed: Deed; words: string[]; label: Said; command: string }

/** What brings a removed entry back is called so, whatever its command is. */
export type About = { gone: boolean }

/** The codes that say of an entry that somebody took it out. */
const GONE = new Set(["entry-gone", "gone"])
export const about = (code: string | null): About => ({ gone: GONE.has(code ?? "") })

/** The ways that are buttons. */
export function ways(offered: readonly RemedyWay[], what: About): Way[] {
  return offered.flatMap(({ arguments: words, command }) => {
    const found = meaning(words, what)
    return found ? [{ deed: found[0], label: { id: found[1] }, words, command }] : []
  })
}

/** What the window shows by itself: nobody needs to type it. */
const SHOWN = new Set(["notices", "status"])

/** The commands of ways that are no button: they are the person's to type. */
export function typed(offered: readonly RemedyWay[], what: About): string[] {
  const left = offered.filter(({ arguments: words }) => meaning(words, what) === null && !SHOWN.has(words[0] ?? ""))
  return left.map((way) => way.command)
}

function meaning(words: readonly string[], { gone }: About): [Deed, string] | null {
  const has = (option: string) => words.includes(option)
  switch (words[0]) {
    case "enable":
      if (gone) return ["change", "mend-put-back"]
      if (has("--restore")) return ["change", "mend-restore"]
      return ["change", has("--replace") ? "mend-replace" : "mend-connect"]
    case "disable":
      return ["change", has("--keep") ? "mend-keep" : "mend-forget"]
    case "rollback":
      return ["change", "mend-undo"]
    case "notices":
      return words[1] === "leave" ? ["leave", "mend-leave"] : null
    case "resume":
      return ["try-again", "mend-try-again"]
    case "log":
      return ["log", "mend-log"]
    case "configure":
      return ["paste", "mend-paste"]
    case "doctor":
      return has("--fix") ? ["fix", "mend-fix"] : ["look", "mend-look"]
    default:
      return null
  }
}
