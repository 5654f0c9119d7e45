/** House rules of the window that a program can check. */

import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { expect, it } from "vitest"

import { FILES, bundleOf } from "../src/words/words.svelte"

const SRC = join(import.meta.dirname, "../src")
const components = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((it) => it.endsWith(".svelte"))

/** What of a component a person would read: no script, style, comment, tag or expression. */
function textOf(source: string): string {
  const markup = source.replace(/<!--[\s\S]*?-->|<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, "")
  let depth = 0
  let shown = ""
  for (const sign of markup) {
    if (sign === "{") depth += 1
    if (depth === 0) shown += sign
    if (sign === "}") depth -= 1
  }
  return shown.replace(/<[^>]*>/g, " ")
}

it.each(components)("%s holds no text: it is said from the catalogue", (name) => {
  const words = textOf(readFileSync(join(SRC, name), "utf8")).match(/\p{L}{2,}/gu) ?? []
  // The program's own name is the same in every language.
  expect(words.filter((it) => it !== "Bascule")).toEqual([])
})

it.each(components)("%s writes no style into the page, which its policy refuses", (name) => {
  expect(readFileSync(join(SRC, name), "utf8")).not.toMatch(/\sstyle="/)
})

/** The ids that stand in the first argument of a `say(`, be they chosen by a condition or not. */
function idsOf(source: string): string[] {
  const ids: string[] = []
  for (const { index } of source.matchAll(/\bsay\(/g)) {
    let depth = 0
    let first = ""
    for (const sign of source.slice(index + "say".length)) {
      if (sign === ")" || sign === "}") depth -= 1
      if (depth === 0 && first !== "") break
      if (depth === 1 && sign === ",") break
      if (sign === "(" || sign === "{") depth += 1
      first += sign
    }
    // What is compared with, or names a place in a table, is no id.
    ids.push(...[...first.replace(/[!=]==\s*"[^"]*"|\[[^\]]*\]/g, "").matchAll(/"([a-z][a-z0-9-]*)"/g)].map((it) => it[1]!))
  }
  return ids
}

const catalogue = (language: "en" | "zh-CN") => {
  const bundle = bundleOf(language, Object.values(FILES[language]))
  return { has: (id: string) => bundle.hasMessage(id) }
}

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((it) => /\.(svelte|ts)$/.test(it) && !it.startsWith("host"))

it.each(sources)("%s says only what the window has in both languages", (name) => {
  const ids = idsOf(readFileSync(join(SRC, name), "utf8"))
  for (const language of ["en", "zh-CN"] as const) {
    expect(ids.filter((id) => !catalogue(language).has(id)), language).toEqual([])
  }
})

it("finds ids where they stand", () => {
  expect(idsOf(`say("a", { b: "c" }) + say(x === "no" ? "d-1" : "e") + say(f(g, "h")) + say(T[i ?? "j"])`)).toEqual(["a", "d-1", "e", "h"])
})
