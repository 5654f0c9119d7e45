/** Whether the lines a person was shown are the change that happened. */

/**
 * True where the second text is the first with exactly these lines, each a kind and a
 * text, as the window shows them. Values that are not Bascule's are covered there with
 * “…”, which stands for anything within a line.
 */
export function leadsTo(before, lines, after) {
  return undone(after.split("\n"), hunksOf(lines), 0, before)
}

/** The shown lines, one list a place in the file. */
function hunksOf(lines) {
  const hunks = [[]]
  for (const [kind, text] of lines) {
    if (kind === "at") hunks.push([])
    else hunks.at(-1).push({ kind, text })
  }
  return hunks.filter((hunk) => hunk.some((line) => line.kind !== ""))
}

/** Takes each place's lines back, wherever they fit, until the text is what it was. */
function undone(written, [hunk, ...rest], from, before) {
  if (hunk === undefined) return written.join("\n") === before
  const stands = hunk.filter((line) => line.kind !== "del")
  for (let at = from; at + stands.length <= written.length; at += 1) {
    if (!stands.every((line, index) => isLine(line.text, written[at + index]))) continue
    const back = takenBack(hunk, written.slice(at, at + stands.length))
    const text = [...written.slice(0, at), ...back, ...written.slice(at + stands.length)]
    if (undone(text, rest, at + back.length, before)) return true
  }
  return false
}

function takenBack(hunk, stands) {
  const end = stands.some((line) => line.endsWith("\r")) ? "\r" : ""
  const left = [...stands]
  return hunk.flatMap((line) => {
    if (line.kind === "del") return [line.text + end]
    const written = left.shift()
    return line.kind === "add" ? [] : [written]
  })
}

function isLine(shown, written) {
  const parts = shown.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join(".*")}$`).test(written.replace(/\r$/, ""))
}
