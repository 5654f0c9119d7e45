/** The panel and the notification service of a desk, as a person sees them: by words. */

import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline"
import { isDeepStrictEqual } from "node:util"

import { until } from "./window.js"

export class Panel {
  #program
  #answers

  /** Starts the program that plays both, and waits until it does: an app that starts later finds them. */
  static async open(program, environment) {
    const panel = new Panel(program, environment)
    await panel.#ask("toasts")
    return panel
  }

  constructor(program, environment) {
    assert.ok(existsSync(program), `${program} is missing: cargo xtask journeys builds it`)
    this.#program = spawn(program, [], { env: environment, stdio: ["pipe", "pipe", "inherit"] })
    this.#answers = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]()
  }

  /** Waits until the menu of the icon has these words. */
  async reads(words) {
    let menu = ""
    const look = async () => (menu = await this.#ask("menu")).includes(words)
    await until(look, `“${words}” in the menu`).catch((error) => assert.fail(`${error.message}. The menu says:\n${menu}`))
  }

  /** Waits for a toast that is so; nothing is said of keys that are not named. */
  async tells(wanted) {
    let toasts = []
    const isSo = (toast) => Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(toast[key], value))
    const look = async () => (toasts = await this.#ask("toasts")).some(isSo)
    const failed = (error) => assert.fail(`${error.message}. These are there:\n${JSON.stringify(toasts, null, 2)}`)
    await until(look, `a toast ${JSON.stringify(wanted)}`).catch(failed)
  }

  end() {
    this.#program.stdin.end()
  }

  async #ask(what) {
    this.#program.stdin.write(`${what}\n`)
    const { value, done } = await this.#answers.next()
    assert.ok(!done, "the panel ended")
    return JSON.parse(value)
  }
}
