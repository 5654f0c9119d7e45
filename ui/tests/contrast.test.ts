/** Every pair of colours that stands on another can be read, in both themes. */

import { readFileSync } from "node:fs"
import { join } from "node:path"

import { describe, expect, it } from "vitest"

const TOKENS = readFileSync(join(import.meta.dirname, "../src/styles/tokens.css"), "utf8")

const COLOURS = [...TOKENS.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9A-Fa-f]{6}), (#[0-9A-Fa-f]{6})\)/g)]
const THEMES: Record<string, Record<string, string>> = {
  light: Object.fromEntries(COLOURS.map((it) => [it[1], it[2]])),
  dark: Object.fromEntries(COLOURS.map((it) => [it[1], it[3]])),
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function ratio(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** What stands on what, and how much it needs: 4.5 for text, 3 for borders and shapes. */
const PAIRS: [string, string[], number][] = [
  ["text", ["canvas", "sunken", "accent-soft", "seg-on", "hover", "fill", "raised"], 4.5],
  ["text-2", ["canvas", "sunken", "hover", "fill", "attention-soft", "failed-soft", "ready-soft", "accent-soft", "seg-track", "neutral-soft"], 4.5],
  ["text-3", ["canvas", "sunken", "raised", "hover", "neutral-soft"], 4.5],
  ["accent-text", ["canvas", "sunken", "accent-soft"], 4.5],
  ["on-accent", ["accent", "accent-hover"], 4.5],
  ["on-danger", ["danger", "danger-hover"], 4.5],
  ["ready", ["canvas", "sunken", "ready-soft"], 4.5],
  ["working", ["canvas"], 4.5],
  ["waiting", ["canvas", "sunken"], 4.5],
  ["attention", ["canvas", "sunken", "attention-soft"], 4.5],
  ["failed", ["canvas", "sunken", "failed-soft"], 4.5],
  ["off", ["canvas"], 4.5],
  ["edge", ["canvas", "sunken", "raised"], 3],
  ["accent", ["canvas", "sunken"], 3],
]

describe.each(Object.entries(THEMES))("%s", (_, theme) => {
  it.each(PAIRS.flatMap(([front, grounds, need]) => grounds.map((ground) => [front, ground, need] as const)))(
    "%s on %s has %s",
    (front, ground, need) => {
      expect(ratio(theme[front] ?? "", theme[ground] ?? "")).toBeGreaterThanOrEqual(need)
    },
  )
})

it("no colour stands in the tokens for one theme alone", () => {
  expect(TOKENS.replaceAll(/light-dark\(#\w{6}, #\w{6}\)/g, "")).not.toMatch(/#[0-9A-Fa-f]{3,8}\b/)
})
