/**
 * Photographs every screen, light, dark and in Chinese, into docs/screens, and has axe look
 * at each in both languages. Ends with an error where axe finds something, where the page's
 * policy refused something, or where a screen scrolls sideways.
 *
 * `node screens/take.js [NAME...]` takes only these; `--look` leaves the pictures out.
 */

import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

import { chromium } from "playwright-core"

import { served } from "./served.js"
import { SHOTS } from "./shots.js"

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const FOLDER = here("../../docs/screens")
/** How many pages are open at once. */
const LANES = 3
/** The most a picture may weigh, in bytes. */
const MOST = 60_000

const VARIANTS = [
  { name: "light", lang: "en", theme: "light" },
  { name: "dark", lang: "en", theme: "dark" },
  { name: "zh", lang: "zh-CN", theme: "light" },
]
const SIZES = [
  { name: "", width: 900, height: 600 },
  { name: "narrow", width: 700, height: 600 },
]

const asked = process.argv.slice(2)
const only = asked.filter((it) => !it.startsWith("--"))
const taking = !asked.includes("--look")

/** @type {string[]} */
const wrong = []
const chosen = SHOTS.filter((it) => only.length === 0 || only.includes(it.name))
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync)
if (!browserPath) throw new Error("no Chromium was found; cargo xtask setup installs it")
mkdirSync(FOLDER, { recursive: true })
const site = await served(here("../dist-screens"))
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--force-color-profile=srgb"] })
try {
  const waiting = chosen.flatMap((shot) => VARIANTS.map((variant) => ({ shot, variant })))
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await take(next.shot, next.variant)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
} finally {
  await browser.close()
  site.close()
}
for (const line of wrong) console.error(line)
console.log(`${chosen.length} screens, ${wrong.length} things wrong`)
process.exitCode = wrong.length === 0 ? 0 : 1

/**
 * @param {import("./shots.js").Shot} shot
 * @param {{ name: string, lang: string, theme: string }} variant
 */
async function take(shot, variant) {
  for (const size of SIZES) {
    if (size.name !== "" && variant.name !== "light") continue
    const where = `${shot.name} (${[variant.name, size.name].filter((it) => it).join(", ")})`
    const context = await browser.newContext({
      viewport: { width: size.width, height: size.height },
      reducedMotion: "reduce",
      colorScheme: variant.theme === "dark" ? "dark" : "light",
      bypassCSP: false,
      timezoneId: "UTC",
    })
    const page = await context.newPage()
    // The pictures stay the same from day to day: the clock stands where the replies were recorded.
    await page.clock.setFixedTime(new Date("2026-11-30T23:00:00Z"))
    // The app freezes it too, so that nothing the page loads can change what objects are.
    await page.addInitScript(() => Object.freeze(Object.prototype))
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
      if (taking && size.name === "") await picture(page, `${shot.name}.${variant.name}.png`)
    } catch (error) {
      wrong.push(`${where}: ${error instanceof Error ? error.message.split("\n")[0] : error}`)
    }
    await context.close()
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
  const small = `${path}.small`
  // 96 colours are enough for text and lines, and keep the repository small.
  execFileSync("convert", [path, "+dither", "-colors", "96", "-define", "png:compression-level=9", "-strip", `PNG8:${small}`])
  execFileSync("mv", [small, path])
  const { size } = statSync(path)
  if (size > MOST) wrong.push(`${name}: ${size} bytes`)
  rmSync(small, { force: true })
}
