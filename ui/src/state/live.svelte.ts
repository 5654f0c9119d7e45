/** What the window knows at this moment, kept up to date as long as it is open. */

import { getContext, setContext } from "svelte"

import type { Host, Language, Place, Step, Theme, Wish } from "../host/host"
import type { Reader } from "../host/read"
import * as replies from "../host/replies"
import { type Answer, type Begun, type Trouble, begin, follow } from "../host/verbs"
import { say, words } from "../words/words.svelte"
import { short, shortened } from "./paths"
import type { Tone } from "./said"

/** Pauses before the state is asked for again, in milliseconds; the last one repeats. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000]

/** How long a sentence about what was done stands, in milliseconds. */
const STAYS = 5_000

export class Live {
  place = $state<Place>("home")
  status = $state.raw<replies.Status | null>(null)
  /** When the state came last, and why none comes now. */
  heard = $state.raw<Date | null>(null)
  trouble = $state.raw<Trouble | null>(null)
  programs = $state.raw<replies.Program[]>([])
  bridges = $state.raw<replies.Bridge[]>([])
  settings = $state.raw<replies.Settings | null>(null)
  theme = $state<Theme>("system")
  findings = $state.raw<number | null>(null)
  /** What is said aloud: the last thing that happened by itself. */
  said = $state("")
  alarm = $state("")
  /** The same for eyes, as long as it stands. */
  shown = $state.raw<{ tone: Tone; sentence: string } | null>(null)

  #busy = $state(false)
  /** The language that was chosen; while files are being changed it waits. */
  #speaks: Language | null = null
  #cancel: (() => void) | null = null
  #ended = false
  #round = 0
  #fading: ReturnType<typeof setTimeout> | undefined

  constructor(readonly host: Host) {}

  /** Files are being changed: nothing but the page that shows it may take the window elsewhere. */
  get busy(): boolean {
    return this.#busy
  }

  set busy(busy: boolean) {
    this.#busy = busy
    this.#speak()
  }

  get home(): string | null {
    return this.settings?.paths.home ?? null
  }

  short(path: string): string {
    return short(path, this.home)
  }

  /** A sentence of the program with its paths as people read them. */
  shortened(sentence: string): string {
    return shortened(sentence, this.home)
  }

  programName(id: string | null): string {
    return id === null ? "" : (this.programs.find((it) => it.id === id)?.name ?? id)
  }

  bridgeName = (id: string): string => this.bridges.find((it) => it.id === id)?.name ?? id

  begin<T>(reader: Reader<T>, verb: readonly string[], onStep?: (step: Step) => void): Begun<T> {
    return begin(this.host, words.language, reader, verb, onStep)
  }

  run<T>(reader: Reader<T>, verb: readonly string[]): Promise<Answer<T>> {
    return this.begin(reader, verb).answer
  }

  /** Asks for what changes seldom: programs, bridges, choices. */
  async look(): Promise<void> {
    const [programs, bridges, settings] = await Promise.all([
      this.run(replies.harnesses, ["harnesses", "--all"]),
      this.run(replies.bridges, ["bridges"]),
      this.run(replies.settings, ["settings"]),
    ])
    // What comes after the window was closed is not to change the language of the next one.
    if (this.#ended) return
    if (programs.kind === "reply") this.programs = programs.reply.harnesses
    if (bridges.kind === "reply") this.learn(bridges.reply.bridges)
    // Which language and theme count is for the state alone to say, and for a choice made here:
    // of two that are asked at once neither would know which is newer.
    if (settings.kind === "reply") this.settings = settings.reply
  }

  /** Takes in which bridges there are. */
  learn(bridges: readonly replies.Bridge[]): void {
    this.bridges = ownLast(bridges)
  }

  /** Follows the state until the window closes; asks again, with growing pauses, when it ends. */
  async watch(): Promise<void> {
    const round = ++this.#round
    for (let tries = 0; !this.#ended && round === this.#round; tries += 1) {
      const trouble = await follow(
        this.host,
        words.language,
        replies.status,
        ["status", "--watch"],
        (status) => {
          if (round !== this.#round) return
          tries = 0
          this.status = { ...status, bridges: ownLast(status.bridges) }
          this.heard = new Date()
          this.trouble = null
          this.#prefers(status.preferences)
        },
        (cancel) => (this.#cancel = cancel),
      )
      if (this.#ended || round !== this.#round) return
      this.trouble = trouble
      await new Promise((wake) => setTimeout(wake, PAUSES[Math.min(tries, PAUSES.length - 1)]))
    }
  }

  /** Takes in what was just chosen here. */
  chose(settings: replies.Settings): void {
    this.settings = settings
    this.#prefers(settings)
  }

  /** Follows what was chosen, wherever that was: here, in the tray or by a command. */
  #prefers({ language, speaks, theme, toasts, muted }: replies.Preferences): void {
    this.theme = theme
    if (this.settings) this.settings = { ...this.settings, language, speaks, theme, toasts, muted }
    this.#speaks = speaks
    this.#speak()
  }

  #speak(): void {
    if (this.busy || this.#speaks === null || words.language === this.#speaks) return
    words.language = this.#speaks
    this.again()
  }

  /** Begins anew, as after a change of language: sentences come in the new one. */
  again(): void {
    this.#cancel?.()
    void this.watch()
    void this.look()
  }

  /** Goes to a place that was asked for from outside of the window. */
  go(place: Place): void {
    if (!this.busy) this.place = place
  }

  /** Asks for the state no more, so that nothing is started again which is just being removed. */
  rest(): void {
    this.#round += 1
    this.#cancel?.()
    // What was known of it is not true any more.
    this.status = null
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#fading)
    this.#cancel?.()
  }

  /** Tells what came of something, for eyes and ears, without taking the focus. */
  tell(sentence: string): void {
    this.said = this.shortened(sentence)
    this.#show("ready", this.said)
  }

  /** The same for ears alone, where eyes see it anyway. */
  tellAloud(sentence: string): void {
    this.said = sentence
  }

  /** Tells at once that something did not work. */
  warn(sentence: string): void {
    this.alarm = this.shortened(sentence)
    this.#show("failed", this.alarm)
  }

  /** Tells the background service a wish; where that fails, the person hears of it. */
  ask(wish: Wish): Promise<void> {
    return this.host.ask(wish).catch((reason: unknown) => this.warn(sentenceOf(reason)))
  }

  /** Shows a file in the system's own file window. */
  reveal(path: string): Promise<void> {
    return this.host.reveal(path).catch((reason: unknown) => this.warn(sentenceOf(reason)))
  }

  #show(tone: Tone, sentence: string): void {
    this.shown = { tone, sentence }
    clearTimeout(this.#fading)
    this.#fading = setTimeout(() => (this.shown = null), STAYS)
  }
}

/** The bridge that Bascule itself is. */
const OWN = "bascule"

/** What a person came for stands before Bascule's own. */
function ownLast<B extends { id: string }>(bridges: readonly B[]): B[] {
  return [...bridges].sort((a, b) => Number(a.id === OWN) - Number(b.id === OWN))
}

/** Why the host refused, in its words where it has some. */
function sentenceOf(reason: unknown): string {
  const sentence = typeof reason === "object" && reason !== null && "sentence" in reason ? reason.sentence : reason
  return typeof sentence === "string" && sentence !== "" ? sentence : say("trouble-not-done")
}

const KEY = Symbol("live")
export const provideLive = (live: Live): Live => setContext(KEY, live)
export const live = (): Live => getContext<Live>(KEY)

