/** Mends as buttons: the commands a reply names, as words that can be carried. */

import type { Said } from "./said"

/** One way to mend: its words for the host, what its button says, and the command as printed. */
export type Way = { words: string[]; label: Said; command: string; changesFiles: boolean }

/** The ways a reply's commands offer; a command that is not Bascule's own is left to be copied. */
export function ways(commands: readonly string[]): Way[] {
  return commands.flatMap((command) => {
    const words = wordsOf(command)
    const label = words && labelOf(words)
    return words && label ? [{ words, label, command, changesFiles: CHANGING.has(words[0] ?? "") }] : []
  })
}

/** The commands that change files: they are shown before they are done. */
const CHANGING = new Set(["enable", "disable", "rollback"])

/**
 * The words of a command after the program's path; null where the program is another one
 * or where the shell would do more than split words.
 */
export function wordsOf(command: string): string[] | null {
  const words: string[] = []
  let word = ""
  let open = false
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] as string
    if (sign === "'" || sign === '"') {
      const end = command.indexOf(sign, at + 1)
      if (end < 0) return null
      word += command.slice(at + 1, end)
      open = true
      at = end
    } else if (sign === " ") {
      if (word !== "" || open) words.push(word)
      word = ""
      open = false
    } else if ("|&;<>$`()*?~\\".includes(sign) && !/^[A-Za-z]:\\/.test(command)) {
      return null
    } else {
      word += sign
    }
  }
  if (word !== "" || open) words.push(word)
  const program = words[0]?.split(/[\\/]/).pop()?.replace(/\.exe$/, "")
  return program === "bascule" && words.length > 1 ? words.slice(1) : null
}

function labelOf(words: readonly string[]): Said | null {
  const has = (option: string) => words.includes(option)
  switch (words[0]) {
    case "enable":
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
