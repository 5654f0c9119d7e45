/** Pure functions, case by case. */

import { describe, expect, it } from "vitest"

import { Misread } from "../src/host/read"
import { type BridgeState, type Status, reply, status, verify } from "../src/host/replies"
import { recorded } from "../src/host/scenarios/recorded"
import { fieldsOf, missing } from "../src/state/form"
import { about, typed, ways } from "../src/state/mend"
import { waiting } from "../src/state/left.svelte"
import { cut, short, shortened } from "../src/state/paths"
import { proofs } from "../src/state/proof"

describe("a remedy becomes buttons", () => {
  const way = (...words: string[]) => ({ label: null, arguments: words, command: `bascule ${words.join(" ")}` })
  it.each([
    ["only what has a word of its own", null, [way("notices", "leave", "entry:a:b"), way("uninstall", "--yes")], ["mend-leave"]],
    ["an entry that is not there is connected", null, [way("enable", "a", "--harness", "b")], ["mend-connect"]],
    ["one that somebody took out is put back", "entry-gone", [way("enable", "a", "--harness", "b")], ["mend-put-back"]],
    ["one that somebody changed is exchanged for ours", "entry-edited", [way("enable", "a", "--restore")], ["mend-restore"]],
  ])("%s", (_, code, offered, labels) => {
    expect(ways(offered, about(code)).map((it) => it.label.id)).toEqual(labels)
  })
  it.each([
    [["rollback", "3"], "change"],
    [["disable", "a", "--keep"], "change"],
    [["notices", "leave", "entry:a:b"], "leave"],
    [["resume", "a"], "try-again"],
    [["log", "--output", "a"], "log"],
    [["configure", "--print"], "paste"],
    [["doctor"], "look"],
    [["doctor", "--fix"], "fix"],
  ])("a click on %j is to %s", (words, deed) => {
    expect(ways([way(...words)], about(null)).map((it) => it.deed)).toEqual([deed])
  })
})

describe("a form out of a schema", () => {
  const schema = {
    type: "object",
    properties: { deep: { type: "array" }, kind: { enum: ["mesh", 2] }, on: { type: "boolean" }, name: { type: "string" }, limit: { type: "integer" } },
    required: ["name"],
  }
  it("asks for what is required first", () => {
    expect(fieldsOf(schema)?.map((it) => `${it.name} ${it.kind}`)).toEqual(["name text", "deep json", "kind choice", "on flag", "limit number"])
  })
  it("says what is missing", () => {
    expect(missing(fieldsOf(schema) ?? [], { limit: "2" })).toEqual(["name"])
  })
  it.each([null, 3, "x", [], { type: "string" }])("%j is no schema of arguments", (value) => {
    expect(fieldsOf(value)).toBeNull()
  })
})

it("what stopped two entries of one bridge in two ways is told twice, and once where it is the same", () => {
  const stopped = (sentence: string) => ({
    bridge: "blender", harness: "cursor", scope: "user" as const, project: null, file: null, good: false, asks: false,
    failed_step: "config" as const, steps: [], reason: "unparsable", sentence, tools: null, last_words: null,
  })
  const [line] = proofs([stopped("a:1: no"), stopped("b:2: no"), stopped("a:1: no")], [])
  expect(new Set(line?.failed.map((it) => it.key)).size).toBe(2)
  expect(line?.failed.map((it) => it.bridges)).toEqual([["blender"], ["blender"]])
})

it("only what the window neither does nor shows is left to be typed", () => {
  const way = (...words: string[]) => ({ label: null, arguments: words, command: words.join(" ") })
  const offered = [way("notices"), way("status"), way("notices", "leave", "a"), way("bridges", "add", "x")]
  expect(typed(offered, about(null))).toEqual(["bridges add x"])
})

describe("paths", () => {
  it.each([
    ["/home/ada/.cursor/mcp.json", "/home/ada", "~/.cursor/mcp.json"],
    ["/home/adam/x", "/home/ada", "/home/adam/x"],
    ["/home/ada", "/home/ada", "~"],
    ["C:\\Users\\Ada\\x", "C:\\Users\\Ada", "~\\x"],
    ["/x", null, "/x"],
  ])("%s below %s is %s", (path, home, expected) => {
    expect(short(path, home)).toBe(expected)
  })
  it("a sentence has its paths short", () => {
    expect(shortened("/home/ada/a and /home/adam/b", "/home/ada")).toBe("~/a and /home/adam/b")
  })
  it("a long path keeps its beginning and its end", () => {
    const path = `/home/ada/${"中文/".repeat(40)}mcp.json`
    expect(cut(path)).toMatch(/^\/home\/ada.*….*mcp\.json$/)
    expect([...cut(path)].length).toBeLessThanOrEqual(56)
  })
})

describe("what is left to do", () => {
  const bridges = (seen: string[]): BridgeState[] => {
    const found = recorded("connected", "en", "status").value as Status
    return found.bridges.map((it) => ({ ...it, connected_now: it.id === "blender" ? seen : [] }))
  }
  it.each([
    [["cursor", "zed"], [], ["cursor", "zed"]],
    [["cursor", "zed"], ["zed"], ["cursor"]],
    // One that is connected no longer has nothing to use.
    [["cursor", "copilot-cli"], [], ["cursor"]],
  ])("of %j, with %j seen, stay %j", (programs, seen, still) => {
    expect(waiting(programs, bridges(seen))).toEqual(still)
  })
})

describe("the border", () => {
  const value = () => recorded("connected", "en", "status").value as Record<string, unknown>

  it("reads what the program prints, and ignores keys it does not know", () => {
    expect(reply(status, { ...value(), later: 1 })).toHaveProperty("reply.bridges")
  })
  it.each([
    [{ format: 2 }, "format"],
    [{ format: "1" }, "format"],
    [{ bridges: {} }, "bridges"],
    [{ questions: [{ number: "1" }] }, "questions[0].number"],
    [{ service: { state: "dancing" } }, "service.state"],
  ])("%j is refused by its place", (change, at) => {
    expect(() => reply(status, { ...value(), ...change })).toThrow(expect.objectContaining({ at } satisfies Partial<Misread>))
  })
  it.each([null, 1, "x", []])("%j is no reply", (other) => {
    expect(() => reply(verify, other)).toThrow(Misread)
  })
  it("an error of a command is an error", () => {
    expect(reply(status, recorded("pack", "en", "unknown").value)).toHaveProperty("error.code", "unknown-bridge")
  })
})
