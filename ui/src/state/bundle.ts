/** The text a person may send to whoever helps them. */

import type { Answer } from "../host/verbs"

/** The replies in one text. The home folder, which names the person, is written as `~`. */
export function bundle(answers: readonly Answer<unknown>[], home: string | null): string {
  const parts = answers.map((it) => (it.kind === "reply" ? it.reply : it))
  const text = JSON.stringify(parts, null, 2)
  if (home === null) return text
  // A path of Windows stands in JSON with each of its backslashes twice.
  const written = JSON.stringify(home).slice(1, -1)
  return text.replaceAll(written, "~")
}
