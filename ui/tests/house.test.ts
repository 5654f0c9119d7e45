/** House rules of the window that a program can check. */

import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { expect, it } from "vitest"

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
