/** Every scenario in both languages: it renders, every sentence is there, nothing is undefined. */

import { describe, expect, it } from "vitest"

import { PLACES } from "../src/host/host"
import { REFUSALS, SCENARIOS } from "../src/host/scenarios/scenarios"
import { shown } from "./window"

const LANGUAGES = ["en", "zh-CN"] as const

describe.each(LANGUAGES)("in %s", (language) => {
  it.each(Object.keys(SCENARIOS))("%s shows its place", async (scenario) => {
    const { text } = await shown({ scenario, language })
    expect(text()).not.toMatch(/undefined|\[object|NaN|\{ ?\$/)
    expect(document.querySelectorAll("h1")).toHaveLength(1)
    expect(document.activeElement?.tagName).toBe("H1")
    expect(document.documentElement.lang).toBe(language)
  })

  it.each(PLACES)("%s is shown where much has changed", async (place) => {
    const { text } = await shown({ scenario: "changed", language, place })
    expect(text()).not.toMatch(/undefined|\[object|NaN|\{ ?\$/)
    expect(document.querySelectorAll(".primary, .danger").length).toBeLessThanOrEqual(1)
  })
})

it("there is a scenario for every code of a refusal that docs/json.md lists", async () => {
  const { readFileSync } = await import("node:fs")
  const page = readFileSync(new URL("../../docs/json.md", import.meta.url), "utf8")
  const line = page.split("\n").find((it) => it.includes("Codes of refusals:")) ?? ""
  const codes = [...(line.split("Codes of refusals:")[1] ?? "").matchAll(/`([a-z0-9-]+)`/g)].map((it) => it[1])
  expect([...REFUSALS].sort()).toEqual(codes.sort())
})
