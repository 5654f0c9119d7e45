/** A throwaway home, the program in it, and what it replied there. */

import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

import { steadied } from "./steady.js"

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
export const PROGRAM = process.env["BASCULE"] ?? here("../../target/debug/bascule")
/** The home of somebody who has used AI programs for a while. */
export const ADA = here("ada")
export const LOCALES = { en: "C.UTF-8", "zh-CN": "zh_CN.UTF-8" }
/** How long anything may take before the recording fails, in milliseconds. */
const PATIENCE = 120_000

/** @typedef {keyof typeof LOCALES} Language */
/** @typedef {{ value: any, exit: number }} Reply */

/** A throwaway home in one language, and the scenes that are played in it. */
export class Home {
  /** @type {Record<string, Record<string, Reply>>} */
  scenes = {}
  #scene = ""

  /**
   * @param {Language} language
   * @param {string[]} brought what of Ada's home lies here
   */
  constructor(language, brought) {
    this.language = language
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "bascule-record-")))
    this.steady = steadied([[this.path, "/home/ada"], [dirname(PROGRAM), "/opt/bascule"]])
    for (const name of brought) cpSync(join(ADA, name), this.at(name), { recursive: true })
    mkdirSync(this.at("run"), { mode: 0o700 })
    // Nothing else can be started here, so what settings name is there or not, wherever this runs.
    mkdirSync(this.at(".local/bin"), { recursive: true })
    for (const name of ["node", "npx"]) symlinkSync(process.execPath, this.at(`.local/bin/${name}`))
  }

  at(/** @type {string} */ file) {
    return join(this.path, file)
  }

  /** Writes a file as it is after somebody changed it. */
  edits(/** @type {string} */ file, /** @type {(text: string) => string} */ change) {
    const before = readFileSync(this.at(file), "utf8")
    const after = change(before)
    if (after === before) throw new Error(`nothing changed in ${file}`)
    writeFileSync(this.at(file), after)
  }

  /** @returns {Reply} */
  runs(/** @type {string[]} */ ...words) {
    // After “--” stand another program's words.
    const own = words.includes("--") ? words.indexOf("--") : words.length
    const all = [...words.slice(0, own), "--json", "--lang", this.language, ...words.slice(own)]
    const env = { HOME: this.path, PATH: this.at(".local/bin"), XDG_RUNTIME_DIR: this.at("run"), LANG: LOCALES[this.language] }
    const { stdout, stderr, status } = spawnSync(PROGRAM, all, { env, cwd: this.path, encoding: "utf8", timeout: PATIENCE })
    if (status === null || stdout === "") throw new Error(`${words.join(" ")}: ${stdout}${stderr}`)
    return { value: JSON.parse(stdout), exit: status }
  }

  /** What comes next belongs to this scene. */
  begins(/** @type {string} */ scene) {
    this.#scene = scene
    this.scenes[scene] = {}
  }

  /** Keeps what the program replies, under a key. */
  keeps(/** @type {string} */ key, /** @type {string[]} */ ...words) {
    const scene = this.scenes[this.#scene]
    if (scene) scene[key] = this.steady(this.runs(...words))
  }

  /** Waits until the state is so. */
  async until(/** @type {string} */ what, /** @type {(status: any) => boolean} */ isSo) {
    for (const end = Date.now() + PATIENCE; !isSo(this.runs("status").value); await pause(200)) {
      if (Date.now() > end) throw new Error(`not within ${PATIENCE / 1000} s: ${what}`)
    }
  }

  /** Ends what runs here, and takes the home away. */
  async leaves() {
    this.runs("host", "stop")
    const left = () => spawnSync("ps", ["-A", "-o", "args"], { encoding: "utf8" }).stdout.split("\n").filter((it) => it.includes(this.path))
    for (let looks = 0; looks < 50 && left().length > 0; looks += 1) await pause(100)
    if (left().length > 0) throw new Error(`still running:\n${left().join("\n")}`)
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 })
  }
}
