/** What differs from one run of the program to the next, made the same. */

/** @typedef {any} Json Whatever the program printed. */

const DAY = "2026-11-30"
const at = (/** @type {number} */ minute) => `${DAY}T20:${String(31 + minute).padStart(2, "0")}:00Z`
const SECOND = Date.parse(at(0)) / 1000
const PROCESS = 4711
const MILLIS = 4
const FIRST_CALL = 4
/** How much of a file that is Bascule's own is kept: the first lines show it as well as all. */
const LINES = 6

/** @typedef {(value: Json, of: Record<string, Json>, index: number) => Json} Mend */

/**
 * Gives a function that makes replies of one home the same in every run: its paths are
 * Ada's, its clock stands, and plans are numbered as they come.
 *
 * @param {[string, string][]} paths each as it is here, and as it is told; the longer ones first
 */
export function steadied(paths) {
  /** @type {string[]} */
  const plans = []
  const numbered = (/** @type {string} */ plan) => {
    if (!plans.includes(plan)) plans.push(plan)
    return String(plans.indexOf(plan) + 1).padStart(64, "0")
  }

  /** @type {Record<string, Mend>} */
  const mends = {
    // Changes are numbered, and calls stand in a row after them: a minute lies between two.
    time: (_, of, index) => at(of["number"] ?? FIRST_CALL + index),
    since: (value) => (value === null ? null : at(0)),
    process: (value) => (value === null ? null : PROCESS),
    millis: () => MILLIS,
    plan: (value) => (typeof value === "string" ? numbered(value) : value),
    // Which container this runs in says nothing about Ada's computer.
    elsewhere: () => [],
    name: (value) => (typeof value === "string" ? value.replace(/^(bascule-support-)[\d-]+/, `$1${DAY}`) : value),
    // What to hand on to who helps is JSON within JSON; its lines come as they came about.
    text: (value) => (typeof value === "string" && value.startsWith('{\n  "version"') ? JSON.stringify(walked(JSON.parse(value)), null, 2) : value),
    diff: (lines, of) => (of["whole"] === null ? lines : lines.slice(0, LINES)),
    log: (value) => (Array.isArray(value) ? value.map(logLine).sort() : value),
  }

  /** @type {(value: Json, index?: number) => Json} */
  const walked = (value, index = 0) => {
    if (typeof value === "string") return paths.reduce((text, [from, to]) => text.replaceAll(from, to), value)
    if (Array.isArray(value)) return value.map(walked)
    if (typeof value !== "object" || value === null) return value
    const mended = (/** @type {string} */ key) => (Object.hasOwn(mends, key) ? mends[key]?.(value[key], value, index) : value[key])
    return Object.fromEntries(Object.keys(value).map((key) => [key, walked(mended(key))]))
  }
  return walked
}

const logLine = (/** @type {Json} */ line) =>
  String(line).replace(/^\d{10}\b/, String(SECOND)).replace(/\bprocess \d+/, `process ${PROCESS}`)
