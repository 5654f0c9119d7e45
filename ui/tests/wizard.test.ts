/** The setup as a pure value, case by case. */

import { describe, expect, it } from "vitest"

import * as wizard from "../src/state/wizard"

const WORLD: wizard.World = {
  bridges: [
    { id: "bascule", kind: "engine", problem: null },
    { id: "blender", kind: "command", problem: null },
  ],
  programs: [
    { id: "cursor", status: "active", found: "/home/ada/.cursor" },
    { id: "codex", status: "active", found: "/home/ada/.codex" },
    { id: "zed", status: "active", found: null },
    { id: "jan", status: "by-hand", found: "/home/ada/.jan" },
  ],
}
const PLAN = { changes: [], refusals: [], settled: [], apply_command: null, notes: [], applied: null, plan: "abc" }
const CHANGE = { file: "/f", made: false, removed: false, lines_in: 1, lines_out: 0, entries: [], whole: null, diff: [] }
const FULL = { ...PLAN, changes: [CHANGE] }

const after = (world: wizard.World, ...events: wizard.Event[]) => events.reduce(wizard.step, wizard.opened(world))
const next: wizard.Event = { type: "next" }
const back: wizard.Event = { type: "back" }
const planned: wizard.Event = { type: "planned", plan: FULL, otherPlan: null }

describe("pages", () => {
  it("with defaults, four clicks lead to the yes", () => {
    expect(after(WORLD, next, next, next).page).toBe("review")
    expect(after(WORLD, next, next, next, planned, { type: "apply" }).page).toBe("applying")
  })

  it("a page without a question is skipped", () => {
    const engineAlone = { ...WORLD, bridges: WORLD.bridges.slice(0, 1) }
    expect(wizard.pages(wizard.opened(engineAlone))).not.toContain("bridges")
    const oneProgram = { ...WORLD, programs: WORLD.programs.slice(0, 1) }
    expect(wizard.pages(wizard.opened(oneProgram))).not.toContain("programs")
    expect(after({ ...engineAlone, programs: oneProgram.programs }, next).page).toBe("review")
  })

  it("with no program found, the page of programs is there to name one", () => {
    expect(wizard.pages(wizard.opened({ ...WORLD, programs: [] }))).toContain("programs")
  })

  it("back keeps the choices", () => {
    const unticked: wizard.Event = { type: "ticked-program", id: "codex", on: false }
    const now = after(WORLD, next, next, unticked, next, back, back, next)
    expect(now.page).toBe("programs")
    expect(now.choices.programs).toEqual(["cursor"])
  })

  it("nothing goes on without a program, a plan or a change", () => {
    const none = after(WORLD, next, next, ...["cursor", "codex"].map((id): wizard.Event => ({ type: "ticked-program", id, on: false })))
    expect(wizard.step(none, next).page).toBe("programs")
    expect(after(WORLD, next, next, next, { type: "apply" }).page).toBe("review")
    expect(after(WORLD, next, next, next, { type: "planned", plan: PLAN, otherPlan: null }, { type: "apply" }).page).toBe("review")
  })

  it("once it writes there is no way back and no cancel", () => {
    const applying = after(WORLD, next, next, next, planned, { type: "apply" })
    expect(wizard.step(applying, back)).toBe(applying)
    expect(wizard.mayCancel(applying)).toBe(false)
    expect(wizard.kept(applying)).toBeNull()
  })

  it("what did not work is told with the plan as it is then, until something else is chosen", () => {
    const failed = after(WORLD, next, next, next, planned, { type: "apply" }, { type: "not-applied", outcome: "partly" })
    expect(failed).toMatchObject({ page: "review", plan: null, failed: "partly" })
    expect(wizard.step(failed, planned).failed).toBe("partly")
    expect(wizard.step(failed, { type: "guides", on: false }).failed).toBeNull()
  })

  it("files that moved bring a new plan, and say so", () => {
    const moved = after(WORLD, next, next, next, planned, { type: "apply" }, { type: "moved-on" })
    expect(moved).toMatchObject({ page: "review", plan: null, movedOn: true })
  })
})

describe("choices", () => {
  it("found programs are ticked; those only by hand are not", () => {
    expect(wizard.opened(WORLD).choices.programs).toEqual(["cursor", "codex"])
  })

  it("every choice makes the plan anew", () => {
    const chosen: wizard.Event[] = [
      { type: "ticked-bridge", id: "blender", on: false },
      { type: "ticked-program", id: "zed", on: true },
      { type: "left-out", id: "codex", out: true },
      { type: "guides", on: false },
      { type: "older", choice: "replace" },
      { type: "other", file: null },
    ]
    for (const event of chosen) expect(after(WORLD, next, next, next, planned, event).plan, event.type).toBeNull()
  })

  it.each([
    [[], ["bascule", "blender", "--harness", "cursor", "--harness", "codex"]],
    [[{ type: "left-out", id: "cursor", out: true }], ["bascule", "blender", "--harness", "codex"]],
    [[{ type: "guides", on: false }], ["bascule", "blender", "--harness", "cursor", "--harness", "codex", "--no-skill"]],
    [[{ type: "older", choice: "leave" }], ["bascule", "blender", "--harness", "cursor", "--harness", "codex", "--leave"]],
  ] satisfies [wizard.Event[], string[]][])("%j plans %j", (events, words) => {
    expect(wizard.planWords(after(WORLD, ...events).choices)).toEqual(words)
  })

  it("a program that is not listed has a plan of its own", () => {
    const file = { file: "/home/ada/x.json", dialect: "json", key: "mcpServers", shape: "standard" }
    const words = wizard.otherWords(after(WORLD, { type: "other", file }).choices)
    expect(words?.slice(2)).toEqual(["--harness", "other", "--file", "/home/ada/x.json", "--dialect", "json", "--key", "mcpServers", "--shape", "standard"])
  })
})

describe("resumed", () => {
  it("takes up the page and the choices", () => {
    const left = after(WORLD, next, next, { type: "ticked-program", id: "codex", on: false })
    const again = wizard.resumed(WORLD, wizard.kept(left))
    expect(again.page).toBe("programs")
    expect(again.choices.programs).toEqual(["cursor"])
  })

  it("drops what is no longer there", () => {
    const left = after(WORLD, next)
    const smaller = { ...WORLD, programs: WORLD.programs.slice(0, 1) }
    expect(wizard.resumed(smaller, wizard.kept(left)).choices.programs).toEqual(["cursor"])
  })

  it.each(["", "{", "null", '{"page":"moon","choices":{}}', '{"page":"review"}'])("starts anew from %j", (text) => {
    expect(wizard.resumed(WORLD, text).page).toBe("welcome")
  })
})
