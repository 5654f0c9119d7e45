/** Paths as people read them. */

/** A path below the home folder with `~` for it. */
export function short(path: string, home: string | null): string {
  if (home === null || home === "") return path
  const inside = path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)
  return inside ? `~${path.slice(home.length)}` : path
}

/** A sentence in which paths below the home folder begin with `~`. */
export function shortened(text: string, home: string | null): string {
  return home === null || home === "" ? text : text.replaceAll(`${home}/`, "~/").replaceAll(`${home}\\`, "~\\")
}

/** A path cut in its middle to about this many signs: the first folder and the file's name stay. */
export function cut(path: string, most = 56): string {
  const signs = [...path]
  if (signs.length <= most) return path
  const tail = Math.ceil((most - 1) * 0.62)
  return `${signs.slice(0, most - 1 - tail).join("")}…${signs.slice(-tail).join("")}`
}
