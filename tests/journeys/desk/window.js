/** The real window, seen and used as a person does: by words and roles. */

import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

import WebDriver from "webdriver"

/** How long anything may take before a journey fails, in milliseconds. */
const PATIENCE = 60_000
const BETWEEN_LOOKS = 40

export class Window {
  #driver
  #session
  #say
  #pictures
  #picture = 0
  clicks = 0

  /** Opens the app at a place, with this environment, and waits for its page. */
  static async open({ app, place, environment, say, pictures }) {
    const window = new Window()
    window.#say = say
    window.#pictures = pictures
    const port = await freePort()
    const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
      env: { ...environment, TAURI_AUTOMATION: "true", TAURI_WEBVIEW_AUTOMATION: "true" },
      stdio: ["ignore", "ignore", "pipe"],
    })
    window.#driver = driver
    let complaints = ""
    driver.stderr.setEncoding("utf8").on("data", (text) => (complaints += text))
    driver.on("error", (error) => assert.fail(`WebKitWebDriver cannot be started: ${error.message}; cargo xtask setup installs it`))
    try {
      await until(() => answers(port), "WebKitWebDriver answers")
      window.#session = await WebDriver.newSession({
        hostname: "127.0.0.1",
        port,
        path: "/",
        logLevel: "error",
        connectionRetryCount: 0,
        connectionRetryTimeout: PATIENCE,
        capabilities: {
          // The app starts as at login: no offer, no word about a missing panel.
          alwaysMatch: { "webkitgtk:browserOptions": { binary: app, args: ["--at-login", "--open", place] } },
        },
      })
      await window.#until(`return document.querySelector("h1") !== null`, [], "the page")
    } catch (error) {
      await window.close()
      throw new Error(`the window did not open: ${error.message}\n${complaints}`)
    }
    return window
  }

  /** Closes window and app. Without a window the app would stay, as its icon does. */
  async close() {
    const apps = childrenOf(this.#driver.pid)
    await this.#session?.deleteSession().catch(() => undefined)
    for (const pid of apps) end(pid)
    end(this.#driver.pid)
    await until(() => ![this.#driver.pid, ...apps].some(runs), "the app ends")
    // A start that comes before the bus has noticed would ask this one for its window.
    await until(() => !isOnBus("app.bascule"), "the bus forgets the app")
  }

  /** Waits until a sentence can be read somewhere on the page, or within a named part of it. */
  sees(id, fills, within) {
    return this.reads(this.#say(id, fills), within)
  }

  /** The same for words that are in no catalogue. */
  reads(text, within) {
    return this.#until(`${PAGE} return area(arguments[1])?.innerText.includes(arguments[0]) ?? false`, [text, within], `“${text}”`)
  }

  /** Waits until a sentence can no longer be read. */
  misses(id, fills, within) {
    const text = this.#say(id, fills)
    const script = `${PAGE} return !(area(arguments[1])?.innerText.includes(arguments[0]) ?? false)`
    return this.#until(script, [text, within], `no “${text}”`)
  }

  /** What stands under the first heading of this level. */
  title(level = 1) {
    return this.#session.executeScript(`return document.querySelector("h" + arguments[0])?.textContent ?? ""`, [level])
  }

  /** Clicks what has this name, once it is there and can be clicked. */
  async click(id, fills, within) {
    await this.press(this.#say(id, fills), within)
  }

  /** The same for a name that is in no catalogue. */
  async press(name, within) {
    const script = `${PAGE} return named(arguments[0], arguments[1])`
    const element = await this.#until(script, [name, within], `something to click that is called “${name}”`)
    this.clicks += 1
    await this.#session.elementClick(Object.values(element)[0])
  }

  /** Opens a line that has more behind it, by the first words it shows. */
  async unfolds(text) {
    const script = `${PAGE}
      return [...whole.querySelectorAll("button[aria-expanded=false]")].find((it) => shown(it) && plain(it.innerText).startsWith(arguments[0])) ?? null`
    const element = await this.#until(script, [text], `a line that begins with “${text}”`)
    await this.#session.elementClick(Object.values(element)[0])
  }

  /** Whether what has this name is ticked. */
  ticked(name) {
    return this.#session.executeScript(`${PAGE} return named(arguments[0])?.checked ?? null`, [name])
  }

  /** The lines of a diff, by the name of its part, as kind and text. */
  async diff(id, fills) {
    const name = this.#say(id, fills)
    const script = `${PAGE}
      const lines = area(arguments[0])?.querySelectorAll(":scope > div") ?? []
      return [...lines].map((line) => [line.className, line.lastElementChild.lastChild.textContent])`
    await this.#until(`${PAGE} return area(arguments[0]) !== null`, [name], name)
    return this.#session.executeScript(script, [name])
  }

  /** What the page says, for a failure. */
  text() {
    return this.#session.executeScript("return document.body.innerText", [])
  }

  /** Waits until a script finds something. */
  finds(script, given, what) {
    return this.#until(script, given, what)
  }

  /** Keeps a picture of the window. */
  async picture(name) {
    this.#picture += 1
    mkdirSync(this.#pictures, { recursive: true })
    // What the page says by now is to be painted, too.
    await this.#session.executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))", [])
    const file = join(this.#pictures, `${String(this.#picture).padStart(2, "0")}-${name}.png`)
    writeFileSync(file, Buffer.from(await this.#session.takeScreenshot(), "base64"))
  }

  async #until(script, given, what) {
    try {
      return await until(() => this.#session.executeScript(script, given), what)
    } catch (error) {
      const text = await this.text().catch(() => "nothing: the window is gone")
      await this.picture("failed").catch(() => undefined)
      throw new Error(`${error.message}. The page says:\n${text}`)
    }
  }
}

/**
 * What runs inside the page: what has a name, and the part of the page that has one. A
 * dialog covers the rest of the page, as it does for a person.
 */
const PAGE = `
  const shown = (it) => it.checkVisibility === undefined || it.checkVisibility()
  const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim()
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1)
  const whole = dialog ?? document.body
  const nameOf = (it) =>
    plain(it.getAttribute("aria-label") ?? (it.matches("input") ? it.closest("label")?.querySelector("b, span")?.innerText : it.innerText))
  const area = (name) =>
    name == null ? whole : [...whole.querySelectorAll("[aria-label]")].find((it) => it.getAttribute("aria-label") === name && shown(it)) ?? null
  const named = (name, within) =>
    [...(area(within)?.querySelectorAll("button, input, a, [role=radio], [role=menuitem]") ?? [])].find(
      (it) => nameOf(it) === name && shown(it) && !it.disabled,
    ) ?? null
`

/** Looks again and again until something is so. */
export async function until(look, what, patience = PATIENCE) {
  const end = Date.now() + patience
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`not within ${patience / 1000} s: ${what}`)
    await pause(BETWEEN_LOOKS)
  }
}

/** Whether somebody on the session bus has a name with this word in it. */
function isOnBus(word) {
  const asked = ["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"]
  return spawnSync("dbus-send", asked, { encoding: "utf8" }).stdout.includes(word)
}

/** The processes that another one started. */
function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function end(pid) {
  try {
    process.kill(pid)
  } catch {
    // It has ended.
  }
}

/** Whether a process is there and not only waits to be noticed as ended. */
function runs(pid) {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).startsWith("Z")
  } catch {
    return false
  }
}

const answers = (port) =>
  fetch(`http://127.0.0.1:${port}/status`)
    .then((reply) => reply.ok)
    .catch(() => false)

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
