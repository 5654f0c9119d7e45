/** Every sentence of the catalogue, said by this engine as by the command line's. */

import { readFileSync, readdirSync } from "node:fs"

import { expect, it } from "vitest"

import type { Language } from "../src/host/host"
import { bundleOf } from "../src/words/words.svelte"

type Rendering = { id: string; values: Record<string, string | number>; text: string }

const CATALOGUE = new URL("../../crates/words/", import.meta.url)

const bundle = (language: Language) => {
  const folder = new URL(`ftl/${language}/`, CATALOGUE)
  return bundleOf(language, readdirSync(folder).sort().map((name) => readFileSync(new URL(name, folder), "utf8")))
}

it.each(["en", "zh-CN"] as const)("both engines say the same in %s", (language) => {
  const said = bundle(language)
  const expected = JSON.parse(readFileSync(new URL(`tests/rendered.${language}.json`, CATALOGUE), "utf8")) as Rendering[]
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
