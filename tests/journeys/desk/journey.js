/** A journey: a person at a desk of their own, in one language. */

import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

import { Home, PROGRAMS } from "./home.js"
import { Panel } from "./panel.js"
import { Window } from "./window.js"
import { sayer } from "./words.js"

const TARGET = process.env.JOURNEYS_TARGET ?? fileURLToPath(new URL("../../../target", import.meta.url))
const BUILT = join(TARGET, "debug")
const PICTURES = process.env.JOURNEYS_PICTURES ?? join(TARGET, "journeys")
/** A server that misbehaves as it is told. */
export const SERVER = join(BUILT, "examples/misbehaving_server")
const LOCALES = { en: "C.UTF-8", "zh-CN": "zh_CN.UTF-8" }

/** One that takes far longer than this hangs. */
const TIMEOUT = 180_000

/**
 * A journey in a language. It gets a desk: a home with these programs, the command line,
 * and a window for as often as it opens one. All of it goes with the journey.
 */
export function journey(name, { language = "en", programs = undefined }, walk) {
  test(`${name} (${language})`, { timeout: TIMEOUT }, async () => {
    const desk = new Desk(name, language, programs)
    try {
      await walk(desk)
    } finally {
      await desk.leave()
    }
  })
}

class Desk {
  #language
  #pictures
  #window = null
  #agents = []
  #panel = null

  constructor(name, language, programs) {
    for (const program of ["bascule-app", "bascule", "bascule-launcher"]) {
      assert.ok(existsSync(join(BUILT, program)), `${join(BUILT, program)} is missing: cargo xtask journeys builds it`)
    }
    this.#language = language
    this.#pictures = join(PICTURES, `${name.replace(/[^a-z]+/gi, "-").toLowerCase()}-${language}`)
    this.say = sayer(language)
    this.home = new Home(programs)
  }

  /** The environment of everything here: a desktop's, and nothing of who runs this. */
  environment() {
    const { DISPLAY, XAUTHORITY = "", DBUS_SESSION_BUS_ADDRESS } = process.env
    assert.ok(DISPLAY && DBUS_SESSION_BUS_ADDRESS, "a journey wants a screen and a session bus: cargo xtask journeys has both")
    return {
      DISPLAY,
      XAUTHORITY,
      DBUS_SESSION_BUS_ADDRESS,
      HOME: this.home.path,
      LANG: LOCALES[this.#language],
      NO_AT_BRIDGE: "1",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      XDG_RUNTIME_DIR: this.home.at("run"),
    }
  }

  /** Opens the window at a place; the one before is closed. */
  async opens(place) {
    await this.closes()
    const environment = this.environment()
    this.#window = await Window.open({ app: join(BUILT, "bascule-app"), place, environment, say: this.say, pictures: this.#pictures })
    return this.#window
  }

  async closes() {
    await this.#window?.close()
    this.#window = null
  }

  /** Puts up a panel with a notification service; the app of a window that opens later is seen there. */
  async panel() {
    this.#panel = await Panel.open(join(BUILT, "examples/panel"), this.environment())
    return this.#panel
  }

  /** Runs the command line; what it printed as JSON. */
  runs(...words) {
    // After “--” stand another program's words.
    const own = words.includes("--") ? words.indexOf("--") : words.length
    const ran = spawnSync(this.program(), [...words.slice(0, own), "--json", ...words.slice(own)], { env: this.environment(), encoding: "utf8" })
    assert.equal(ran.status, 0, `${words.join(" ")}: ${ran.stdout}${ran.stderr}`)
    return JSON.parse(ran.stdout)
  }

  /** The installed command line, or the one that was built. */
  program() {
    const installed = this.home.at(".bascule/bin/bascule")
    return existsSync(installed) ? installed : join(BUILT, "bascule")
  }

  /** Connects these programs to a bridge, as an earlier visit of the person's did. */
  connects(bridge, ...programs) {
    this.runs("enable", bridge, ...programs.flatMap((id) => ["--harness", id]), "--yes")
  }

  /** Cursor starts the entry it finds in its settings, calls a tool, and stays. */
  calls(bridge, tool) {
    const { command, args } = JSON.parse(this.home.read(PROGRAMS.cursor.file)).mcpServers[bridge]
    const server = spawn(command, args, { env: this.environment(), stdio: ["pipe", "ignore", "ignore"] })
    this.#agents.push(server)
    const about = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "cursor-vscode", version: "1.0.0" } }
    for (const message of [
      { id: 1, method: "initialize", params: about },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: tool, arguments: {} } },
    ]) {
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    }
  }

  /** Leaves nothing that runs and nothing that lies about. */
  async leave() {
    await this.closes()
    for (const agent of this.#agents) agent.stdin.end()
    this.#panel?.end()
    spawnSync(this.program(), ["host", "stop"], { env: this.environment() })
    this.home.remove()
  }
}
