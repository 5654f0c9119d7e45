/**
 * What the window asks of the program around it.
 *
 * Two implementors: `tauri.ts` in the app, `fake.ts` in a browser and in tests. Nothing
 * outside this folder knows which one it has.
 */

/** How far something is: `total` is null where nobody can know. */
export type Step = { done: number; total: number | null; text: string }

/** Why a command could not be carried out at all, and the one that works by hand. */
export type Failure = { code: string; sentence: string; command: string }

/** One thing a running command tells. The last one is `exit` or `failed`. */
export type Carried = { value: unknown } | { step: Step } | { exit: number } | { failed: Failure }

/** A command under way: what it tells, in order, and a way to end it. */
export interface Carrying extends AsyncIterable<Carried> {
  /** Ends the command. What it had begun is taken back; nothing is left half done. */
  cancel(): void
}

/** What a person decides that no command of the command line says. */
export type Wish =
  | { "try-again": { bridge: string } }
  | { decide: { question: number; answer: "once" | "session" | "no" } }
  | { leave: { notice: string } }

/** The places of the window, as the tray names them. */
export const PLACES = ["setup", "home", "activity", "bridges", "doctor", "settings", "uninstall"] as const
export type Place = (typeof PLACES)[number]

export type Language = "en" | "zh-CN"
export type Theme = "system" | "light" | "dark"

/** How the window was opened. */
export type Opened = { place: Place; language: Language; theme: Theme }

export interface Host {
  /** Has a command of the command line carried out, which answers in JSON; its language is the caller's to name. */
  carry(words: readonly string[]): Carrying
  /** Tells the background service a wish. Rejects with a `Failure`. */
  ask(wish: Wish): Promise<void>
  opened(): Promise<Opened>
  /** Calls back whenever a line of the tray's menu wants another place. */
  onGoto(go: (place: Place) => void): void
  /** Lets the person choose a file or folder; null where they chose none. */
  choose(what: "folder" | "file", title: string): Promise<string | null>
  /** Lets the person save a text; null where they did not. */
  save(name: string, text: string): Promise<string | null>
  copy(text: string): Promise<void>
  /** Shows a file in the system's own file window. */
  reveal(path: string): Promise<void>
}

export const isPlace = (word: string): word is Place => (PLACES as readonly string[]).includes(word)
