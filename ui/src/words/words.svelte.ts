/** The sentences of the window, from the same Fluent files as the command line's. */

import { FluentBundle, FluentResource } from "@fluent/bundle"

import type { Language } from "../host/host"

/** What fills a place: a text, or how many. A count comes in twice, as in Rust: as the
 * digits that are shown and as the number that chooses the plural. */
export type Fill = string | { count: number }

/** The texts of the window's sentences, by language and file. */
export const FILES: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>("@ftl/en/window*.ftl", { query: "?raw", import: "default", eager: true }),
  "zh-CN": import.meta.glob<string>("@ftl/zh-CN/window*.ftl", { query: "?raw", import: "default", eager: true }),
}

/** One language's sentences out of the texts of its files. */
export function bundleOf(language: Language, texts: Iterable<string>): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false })
  for (const text of texts) bundle.addResource(new FluentResource(text), { allowOverrides: true })
  return bundle
}

class Words {
  language = $state<Language>("en")
  #bundle = $derived(bundleOf(this.language, Object.values(FILES[this.language])))
  #numbers = $derived(new Intl.NumberFormat(this.language))

  /**
   * One sentence with its places filled.
   *
   * A sentence that is not in the catalogue, or lacks a value, is our bug: it throws
   * where we look for such bugs; a person gets its id rather than nothing.
   */
  say(id: string, fills: Record<string, Fill> = {}): string {
    const values: Record<string, string | number> = {}
    for (const [name, fill] of Object.entries(fills)) {
      if (typeof fill === "string") values[name] = fill
      else {
        values[name] = this.number(fill.count)
        values[`${name}-count`] = fill.count
      }
    }
    const pattern = this.#bundle.getMessage(id)?.value
    const errors: Error[] = []
    const said = pattern ? this.#bundle.formatPattern(pattern, values, errors) : null
    if (said !== null && errors.length === 0) return said
    if (import.meta.env.MODE !== "production") throw new Error(`${id} cannot be said: ${errors.join("; ")}`)
    return id
  }

  number(value: number): string {
    return this.#numbers.format(value)
  }

  /** Names in a row, as the language sets them. */
  list(names: readonly string[]): string {
    return names.join(this.language === "en" ? ", " : "、")
  }

  /** A moment as a person reads it beside others: the time today, else the day too. */
  moment(iso: string, now: Date = new Date()): string {
    const at = new Date(iso)
    if (Number.isNaN(at.valueOf())) return iso
    const today = at.toDateString() === now.toDateString()
    const style: Intl.DateTimeFormatOptions = today
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
    return new Intl.DateTimeFormat(this.language, style).format(at)
  }

  /** The time of day to the second. */
  clock(iso: string): string {
    const at = new Date(iso)
    if (Number.isNaN(at.valueOf())) return iso
    return new Intl.DateTimeFormat(this.language, { timeStyle: "medium", hourCycle: "h23" }).format(at)
  }

  /** How long a call took. */
  took(millis: number): string {
    const seconds = millis >= 1000
    const format = new Intl.NumberFormat(this.language, {
      style: "unit",
      unit: seconds ? "second" : "millisecond",
      maximumFractionDigits: seconds ? 1 : 0,
    })
    return format.format(seconds ? millis / 1000 : millis)
  }

  /** How long ago, or how long something has lasted, in its largest unit. */
  lasted(iso: string, now: Date = new Date()): string {
    const seconds = Math.max(0, (now.valueOf() - new Date(iso).valueOf()) / 1000)
    const units = [
      [86_400, "day"],
      [3_600, "hour"],
      [60, "minute"],
    ] as const
    const [size, unit] = units.find(([size]) => seconds >= size) ?? ([1, "second"] as const)
    const value = Math.floor(seconds / size)
    return new Intl.NumberFormat(this.language, { style: "unit", unit, unitDisplay: "long" }).format(value)
  }
}

export const words = new Words()

/** One sentence in the language of the window. */
export const say = (id: string, fills?: Record<string, Fill>): string => words.say(id, fills)
