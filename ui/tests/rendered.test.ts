/** Every sentence of the catalogue, said by this engine as by the command line's. */

import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { expect, it } from "vitest"

import type { Language } from "../src/host/host"
import { bundleOf } from "../src/words/words.svelte"

type Rendering = { id: string; values: Record<string, string | number>; text: string }

const CATALOGUE = join(import.meta.dirname, "../../crates/words")

const bundle = (language: Language) => {
  const folder = join(CATALOGUE, "ftl", language)
  return bundleOf(language, readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), "utf8")))
}

it.each(["en", "zh-CN"] as const)("both engines say the same in %s", (language) => {
  const said = bundle(language)
  const expected = JSON.parse(readFileSync(join(CATALOGUE, "tests", `rendered.${language}.json`), "utf8")) as Rendering[]
  expect(expected.length).toBeGreaterThan(500)
  const different: string[] = []
  for (const { id, values, text } of expected) {
    const errors: Error[] = []
    const pattern = said.getMessage(id)?.value
    const here = pattern ? said.formatPattern(pattern, values, errors) : null
    if (here !== text || errors.length > 0) different.push(`${id} ${JSON.stringify(values)}: ${here} instead of ${text} ${errors}`)
  }
  expect(different).toEqual([])
})
