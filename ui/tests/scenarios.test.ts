/** Every scenario in both languages: it renders, every sentence is there, nothing is undefined. */

import { readFileSync } from "node:fs"
import { join } from "node:path"

import { waitFor } from "@testing-library/svelte"
import { userEvent } from "@testing-library/user-event"
import { describe, expect, it } from "vitest"

import { PLACES } from "../src/host/host"
import { REFUSALS, SCENARIOS } from "../src/host/scenarios/scenarios"
import { sentence } from "../src/host/scenarios/sentences"
import { shortened } from "../src/state/paths"
import { says, shown } from "./window"

const LANGUAGES = ["en", "zh-CN"] as const

describe.each(LANGUAGES)("in %s", (language) => {
  it.each(Object.keys(SCENARIOS))("%s shows its place", async (scenario) => {
    const { text } = await shown({ scenario, language })
    expect(text()).not.toMatch(/undefined|\[object|NaN|\{ ?\$/)
    expect(document.querySelectorAll("h1")).toHaveLength(1)
    expect(document.activeElement?.tagName).toBe("H1")
    expect(document.documentElement.lang).toBe(language)
  })

  it.each(REFUSALS)("%s is told where the plan is shown, and the rest goes on", async (code) => {
    const user = userEvent.setup()
    await shown({ scenario: `refusal-${code}`, language })
    for (let clicks = 0; clicks < 3; clicks += 1) {
      await waitFor(() => expect(document.querySelector(".end .primary:not([disabled])")).not.toBeNull())
      await user.click(document.querySelector(".end .primary") as HTMLElement)
    }
    await says(shortened(sentence(language, `refusal-${code}`), "/home/ada"))
    await waitFor(() => expect(document.querySelector(".end .primary:not([disabled])")).not.toBeNull())
  })

  it.each(PLACES)("%s is shown where much has changed", async (place) => {
    const { text } = await shown({ scenario: "changed", language, place })
    expect(text()).not.toMatch(/undefined|\[object|NaN|\{ ?\$/)
    expect(document.querySelectorAll(".primary, .danger").length).toBeLessThanOrEqual(1)
  })
})

it("there is a scenario for every code of a refusal that docs/json.md lists", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/json.md"), "utf8")
  const line = page.split("\n").find((it) => it.includes("Codes of refusals:")) ?? ""
  const codes = [...(line.split("Codes of refusals:")[1] ?? "").matchAll(/`([a-z0-9-]+)`/g)].map((it) => it[1])
  expect([...REFUSALS].sort()).toEqual(codes.sort())
})
