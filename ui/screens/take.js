/**
 * Photographs every screen, light, dark and in Chinese, into docs/screens, and has axe look
 * at each in both languages. Ends with an error where axe finds something, where the page's
 * policy refused something, or where a screen scrolls sideways.
 *
 * `node screens/take.js [NAME...]` takes only these; `--look` leaves the pictures out;
 * `--into FOLDER` puts them there as they come, and docs/screens stays as it is.
 */

import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

import { chromium } from "playwright-core"

import { served } from "./served.js"
import { SHOTS } from "./shots.js"

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const DOCS = here("../../docs/screens")
/** How many pages are open at once. */
const LANES = 3
/** The most a picture may weigh, in bytes. */
const MOST = 60_000

const [WIDE, NARROW] = [{ width: 900, height: 600 }, { width: 700, height: 600 }]
/** @typedef {{ name: string, lang: string, theme: "light" | "dark", size: typeof WIDE, pictured: boolean }} Variant */
const LIGHT = /** @type {Variant} */ ({ name: "light", lang: "en", theme: "light", size: WIDE, pictured: true })
const LIGHT_NARROW = { ...LIGHT, name: "light, narrow", size: NARROW, pictured: false }
/** As the documents show them. */
const DOCUMENTED = [LIGHT, LIGHT_NARROW, { ...LIGHT, name: "dark", theme: "dark" }, { ...LIGHT, name: "zh", lang: "zh-CN" }]
/** Each language, theme and size once: what axe finds depends on no pair of them. */
const JUDGED = [LIGHT, LIGHT_NARROW, { ...LIGHT, name: "zh-dark", lang: "zh-CN", theme: "dark" }]

const { values: asked, positionals: only } = parseArgs({
  options: { look: { type: "boolean", default: false }, into: { type: "string" } },
  allowPositionals: true,
})
const FOLDER = asked.into ?? DOCS
const taking = !asked.look
let looks = 0

/** @type {string[]} */
const wrong = []
const chosen = SHOTS.filter((it) => only.length === 0 || only.includes(it.name))
const browserPath = ["chromium", "chromium-browser", "google-chrome"].flatMap(onPath)[0]
if (!browserPath) throw new Error("no Chromium was found; cargo xtask setup installs it")
mkdirSync(FOLDER, { recursive: true })
const site = await served(here("../dist-screens"))
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--force-color-profile=srgb"] })
try {
  const variants = /** @type {Variant[]} */ (asked.into === undefined ? DOCUMENTED : JUDGED)
  const waiting = variants.flatMap((variant) => chosen.map((shot) => ({ shot, variant })))
  await Promise.all(Array.from({ length: LANES }, () => lane(waiting)))
} finally {
  await browser.close()
  site.close()
}
for (const line of wrong) console.error(line)
console.log(`${chosen.length} screens, ${looks} looks, ${wrong.length} things wrong`)
process.exitCode = wrong.length === 0 ? 0 : 1

/** @param {string} program */
function onPath(program) {
  return (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program)).filter(existsSync)
}

/**
 * Takes one after the other. A lane has its own context for each variant, so that the page's
 * program is read once, and what one page keeps no other finds.
 *
 * @param {{ shot: import("./shots.js").Shot, variant: Variant }[]} waiting
 */
async function lane(waiting) {
  const contexts = new Map()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { shot, variant } = next
    const context = contexts.get(variant) ?? (await opened(variant))
    contexts.set(variant, context)
    const page = await context.newPage()
    await take(page, shot, variant)
    await page.close()
  }
}

/** @param {Variant} variant */
async function opened(variant) {
  const context = await browser.newContext({
    viewport: variant.size,
    reducedMotion: "reduce",
    colorScheme: variant.theme,
    bypassCSP: false,
    timezoneId: "UTC",
  })
  await context.addInitScript(() => {
    localStorage.clear()
    // The app freezes it too, so that nothing the page loads can change what objects are.
    Object.freeze(Object.prototype)
  })
  return context
}

/**
 * @param {import("playwright-core").Page} page
 * @param {import("./shots.js").Shot} shot
 * @param {Variant} variant
 */
async function take(page, shot, variant) {
  const where = `${shot.name} (${variant.name})`
  // The pictures stay the same from day to day: the clock stands where the replies were recorded.
  await page.clock.setFixedTime(new Date("2026-11-30T23:00:00Z"))
  page.on("pageerror", (error) => wrong.push(`${where}: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`${where}: ${message.text()}`)
  })
  try {
    await page.goto(`${site.address}?scenario=${shot.scenario}&lang=${variant.lang}&theme=${variant.theme}&place=${shot.place}`)
    await page.locator("h1").first().waitFor({ state: "attached" })
    await page.waitForFunction(() => !document.querySelector(".body > .flow .s.working"), null, { timeout: 5_000 }).catch(() => undefined)
    await shot.act?.(page)
    await page.waitForTimeout(150)
    await judge(page, where)
    looks += 1
    if (taking && variant.pictured) await picture(page, `${shot.name}.${variant.name}.png`)
  } catch (error) {
    wrong.push(`${where}: ${error instanceof Error ? error.message.split("\n")[0] : error}`)
  }
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
async function judge(page, where) {
  // Handed over by the debugger, not as a script element: the page's own policy stays as it is.
  await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const axe = /** @type {any} */ (globalThis).axe
    const found = await axe.run(document, { resultTypes: ["violations"] })
    return found.violations.map((/** @type {any} */ it) => `${it.id}: ${it.nodes.map((/** @type {any} */ node) => node.target.join(" ")).slice(0, 3).join(", ")} — ${it.nodes[0]?.failureSummary?.split("\n")[1] ?? ""}`)
  })
  for (const violation of violations) wrong.push(`${where}: axe ${violation}`)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (sideways > 0) wrong.push(`${where}: scrolls sideways by ${sideways}`)
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function picture(page, name) {
  const path = `${FOLDER}/${name}`
  await page.screenshot({ path, animations: "disabled", caret: "hide" })
  if (FOLDER !== DOCS) return
  const small = `${path}.small`
  // 96 colours are enough for text and lines, and keep the repository small.
  execFileSync("convert", [path, "+dither", "-colors", "96", "-define", "png:compression-level=9", "-strip", `PNG8:${small}`])
  execFileSync("mv", [small, path])
  const { size } = statSync(path)
  if (size > MOST) wrong.push(`${name}: ${size} bytes`)
  rmSync(small, { force: true })
}
