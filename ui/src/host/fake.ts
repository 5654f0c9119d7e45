/** A host that plays a scenario: for the browser, the tests and the pictures. */

import { type Carried, type Carrying, type Host, type Language, type Opened, type Place, type Theme, type Wish, isPlace } from "./host"
import { type Recorded, type Scene, recorded } from "./scenarios/recorded"
import { type Played, SCENARIOS } from "./scenarios/scenarios"
import { Told } from "./told"

/** What a test can see of what the window asked. */
export type Heard = { words: string[][]; wishes: Wish[]; copied: string[]; saved: string[]; revealed: string[] }

export type FakeOptions = { scenario: string; language?: Language; theme?: Theme; place?: Place; pause?: number }

export class Fake implements Host {
  readonly heard: Heard = { words: [], wishes: [], copied: [], saved: [], revealed: [] }
  /** What the person would choose in the system's dialog. */
  chosen: string | null = "/home/ada/bridges/mine"
  #verbs: string[] = []
  #connected = false
  #paused = new Set<string>()
  #answered = new Set<number>()
  #left = new Set<string>()
  #settings: Record<string, unknown>
  #watchers = new Set<{ told: Told; language: Language }>()

  constructor(readonly options: FakeOptions) {
    if (!SCENARIOS[options.scenario]) throw new Error(`there is no scenario ${options.scenario}`)
    const settings = recorded("connected", "en", "settings").value as Record<string, unknown>
    this.#settings = { ...settings, login: "on", theme: options.theme ?? "system" }
  }

  carry(words: readonly string[]): Carrying {
    this.heard.words.push([...words])
    const told = new Told()
    const language: Language = words[words.indexOf("--lang") + 1] === "zh-CN" ? "zh-CN" : "en"
    let cancelled = false
    const play = async () => {
      const played = this.#answer(words.slice(0, words.indexOf("--lang")), language)
      for (const step of played.steps ?? []) {
        await pause(this.options.pause ?? 0)
        if (cancelled) return told.tell({ exit: 5 })
        told.tell({ step })
      }
      if (played.failed) return told.tell({ failed: played.failed })
      if (cancelled) return told.tell({ exit: 5 })
      told.tell({ value: played.value })
      if (words.includes("--watch")) this.#watchers.add({ told, language })
      else told.tell({ exit: played.exit })
    }
    void pause(0).then(play)
    return {
      [Symbol.asyncIterator]: (): AsyncIterator<Carried> => told.each(),
      cancel: () => {
        cancelled = true
        for (const watcher of this.#watchers) {
          if (watcher.told !== told) continue
          this.#watchers.delete(watcher)
          told.tell({ exit: 0 })
        }
      },
    }
  }

  async ask(wish: Wish): Promise<void> {
    this.heard.wishes.push(wish)
    if ("decide" in wish) this.#answered.add(wish.decide.question)
    if ("leave" in wish) this.#left.add(wish.leave.notice)
    this.#changed()
  }

  async opened(): Promise<Opened> {
    return {
      place: this.options.place ?? (SCENARIOS[this.options.scenario]?.place as Place),
      language: this.options.language ?? "en",
      theme: this.options.theme ?? "system",
    }
  }

  onGoto(): void {
    // There is no tray beside a fake host.
  }

  async choose(): Promise<string | null> {
    return this.chosen
  }

  async save(name: string, text: string): Promise<string | null> {
    this.heard.saved.push(text)
    return `/home/ada/Documents/${name}`
  }

  async copy(text: string): Promise<void> {
    this.heard.copied.push(text)
  }

  async reveal(path: string): Promise<void> {
    this.heard.revealed.push(path)
  }

  /** Chooses what the window may, but elsewhere: in the tray, or by a command. */
  chooses(key: string, value: string): void {
    this.#set(key, value)
    this.#changed()
  }

  #changed(): void {
    for (const { told, language } of this.#watchers) told.tell({ value: this.#answer(["status"], language).value })
  }

  #answer(words: readonly string[], language: Language): Played {
    const [verb = "", next = ""] = words
    this.#verbs.push(verb)
    const scenario = SCENARIOS[this.options.scenario]
    if (!scenario) throw new Error("a scenario that is gone")
    const key = keyOf(verb, next, words)
    const own = this.#own(key, words)
    const scene: Scene = scenario.scene === "fresh" && this.#connected ? "connected" : scenario.scene
    const base = own ?? known(scene, language, key)
    const played = scenario.turn?.(key, base, language, this.#verbs) ?? base
    if (played === null) throw new Error(`${this.options.scenario} has no answer to ${words.join(" ")}`)
    return this.#happened(key, words, played)
  }

  /** Replies about what the fake itself keeps. */
  #own(key: string, words: readonly string[]): Played | null {
    const named = words.slice(1).filter((it) => !it.startsWith("-"))
    switch (key) {
      case "settings":
        if (words[1] === "set") this.#set(words[2] ?? "", words[3] ?? "")
        return { value: { ...this.#settings, ...this.#preferences() }, exit: 0 }
      case "pause":
      case "resume":
        for (const bridge of named) {
          if (key === "pause") this.#paused.add(bridge)
          else this.#paused.delete(bridge)
        }
        setTimeout(() => this.#changed())
        return { value: { format: 1, command: key, bridges: named, all: false, changed: true, still_running: [], tried_again: [] }, exit: 0 }
      case "projects add":
        return { value: { format: 1, command: key, bridge: "ra3-mod-xml", folder: words[2], changed: true }, exit: 0 }
      case "configure":
        return { value: { format: 1, command: key, harness: "cursor", bridge: "blender", place: "~/.cursor/mcp.json", text: '{\n  "mcpServers": {}\n}', entry: "" }, exit: 0 }
      default:
        return null
    }
  }

  /** What was chosen, and the language it comes to. */
  #preferences(): Record<string, unknown> {
    const { language, theme, toasts, muted } = this.#settings
    return { language, speaks: language === "system" ? (this.options.language ?? "en") : language, theme, toasts, muted }
  }

  #set(key: string, value: string): void {
    const muted = this.#settings["muted"] as string[]
    if (key === "mute") this.#settings["muted"] = [...muted, value]
    else if (key === "unmute") this.#settings["muted"] = muted.filter((it) => it !== value)
    else this.#settings[key] = value
  }

  #happened(key: string, words: readonly string[], played: Played): Played {
    const value = played.value as { bridges?: unknown; questions?: unknown; notices?: unknown; preferences?: unknown; error?: unknown } | null
    if (key === "enable" && words.includes("--yes") && value && !value.error) {
      this.#connected = true
      setTimeout(() => this.#changed())
    }
    if (key === "status" && value) {
      value.preferences = this.#preferences()
      const bridges = value.bridges as { id: string; health: { state: string } | null }[]
      for (const bridge of bridges) if (this.#paused.has(bridge.id) && bridge.health) bridge.health.state = "paused"
      value.questions = (value.questions as { number: number }[]).filter((it) => !this.#answered.has(it.number))
      value.notices = (value.notices as { notice: string }[]).filter((it) => !this.#left.has(it.notice))
    }
    if (key === "bridges add" && words.includes("--yes") && value && !value.error) {
      return { ...played, value: { ...value, added: true, tried: { tools: ["say_hello"], failure: null, last_words: [] } }, exit: 0 }
    }
    const long = words[0] === "verify" || words.includes("--yes")
    return long ? { ...played, steps: stepsOf(played) } : played
  }
}

/** `?scenario=NAME&lang=zh-CN&theme=dark&place=doctor` */
export function fakeByAddress(search: string): Fake {
  const asked = new URLSearchParams(search)
  const place = asked.get("place") ?? ""
  const theme = asked.get("theme")
  return new Fake({
    scenario: asked.get("scenario") ?? "fresh",
    language: asked.get("lang") === "zh-CN" ? "zh-CN" : "en",
    theme: theme === "light" || theme === "dark" ? theme : "system",
    pause: Number(asked.get("pause") ?? 250),
    ...(isPlace(place) ? { place } : {}),
  })
}

function keyOf(verb: string, next: string, words: readonly string[]): string {
  if (verb === "log" && next === "--output") return "log-output"
  if (verb === "bridges" && next !== "") return `bridges ${next}`
  if (verb === "projects") return `projects ${next}`
  if (verb === "enable" && words.includes("--dry-run")) return "restore"
  return verb
}

/** A scene's reply; what a scene was not asked when it was recorded, a neighbour answers. */
function known(scene: Scene, language: Language, key: string): Recorded | null {
  const others: [Scene, string][] = [
    [scene, key],
    ...(key === "bridges add" ? ([["pack", "add"]] as [Scene, string][]) : []),
    ["changed", key],
    ["connected", key],
    ["fresh", key],
  ]
  for (const [from, name] of others) {
    try {
      return recorded(from, language, name)
    } catch {
      continue
    }
  }
  return null
}

function stepsOf(played: Played): NonNullable<Played["steps"]> {
  const value = played.value as { changes?: { file: string }[]; entries?: { harness: string; bridge: string }[]; error?: unknown }
  if (value.error) return []
  const texts = value.changes?.map((it) => it.file) ?? value.entries?.map((it) => `${it.harness}: ${it.bridge}`) ?? []
  return texts.map((text, at) => ({ done: at, total: texts.length, text }))
}

const pause = (millis: number) => new Promise<void>((wake) => setTimeout(wake, millis))
