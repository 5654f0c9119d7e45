/** What a click in each room asks of the host. */

import { waitFor } from "@testing-library/svelte"
import { userEvent } from "@testing-library/user-event"
import { expect, it } from "vitest"

import { left } from "../src/state/left.svelte"
import { says, shown } from "./window"

const user = () => userEvent.setup()

const named = (name: string | RegExp): HTMLElement => {
  const all = [...document.querySelectorAll<HTMLElement>("button, input, select")]
  const found = all.find((it) => {
    const said = it.getAttribute("aria-label") ?? it.textContent?.trim() ?? ""
    return typeof name === "string" ? said === name : name.test(said)
  })
  if (!found) throw new Error(`nothing is called ${name}: ${all.map((it) => it.textContent?.trim()).join(", ")}`)
  return found
}

it("pause is one click, and its state comes back with the next snapshot", async () => {
  const { fake } = await shown({ scenario: "connected" })
  await waitFor(() => named("Pause Blender"))
  await user().click(named("Pause Blender"))
  await says("Paused by you")
  expect(fake.heard.words.filter((it) => it[0] === "pause")).toEqual([["pause", "blender", "--lang", "en"]])
  await user().click(named("Resume Blender"))
  await waitFor(() => named("Pause Blender"))
})

it.each(["Once", "This session", "No"])("a question is answered with %s and goes", async (answer) => {
  const { fake } = await shown({ scenario: "question" })
  await says("Claude Code wants to use delete_object of Blender")
  await user().click(named(answer))
  await waitFor(() => expect(document.body.textContent).not.toContain("wants to use"))
  const told = { Once: "once", "This session": "session", No: "no" }[answer]
  expect(fake.heard.wishes).toEqual([{ decide: { question: 3, answer: told } }])
})

it("one click proves once, and says how it ended", async () => {
  const { fake } = await shown({ scenario: "connected" })
  await waitFor(() => named("Prove Blender"))
  await user().click(named("Prove Blender"))
  await waitFor(() => expect(document.querySelector("[role=dialog] .pv")).not.toBeNull())
  expect(fake.heard.words.filter((it) => it[0] === "verify").map((it) => it.slice(0, 2))).toEqual([["verify", "blender"]])
})

it("a notice is left, or its entry put back after its lines were shown", async () => {
  const { fake } = await shown({ scenario: "changed" })
  await waitFor(() => named("Leave it"))
  await user().click(named("Leave it"))
  await waitFor(() => expect(fake.heard.wishes).toEqual([{ leave: { notice: "entry:ra3-mod-xml:vscode" } }]))
  await user().click(named("Put back"))
  await waitFor(() => expect(document.querySelector("[role=dialog] .fold")).not.toBeNull())
  expect(fake.heard.words.filter((it) => it[0] === "enable").every((it) => it.includes("--dry-run"))).toBe(true)
})

it("a crash loop names its cause, shows what was written and is tried again", async () => {
  const { fake } = await shown({ scenario: "crash-loop" })
  await says("its program ended by itself (exit 7)")
  await says("cannot open display")
  await user().click(named("Copy the reason"))
  expect(fake.heard.copied).toEqual(["its program ended by itself (exit 7)\ncannot open display"])
  await user().click(named("Try again"))
  expect(fake.heard.wishes).toEqual([{ "try-again": { bridge: "crasher" } }])
})

it("what a person came for stands before Bascule's own", async () => {
  await shown({ scenario: "connected" })
  await says("All 3 bridges can be used")
  const bridges = () => [...document.querySelectorAll(".hl section")].map((it) => it.getAttribute("aria-label"))
  await waitFor(() => expect(bridges()).toEqual(["Red Alert 3 mods", "Blender", "Bascule"]))
})

it("what setup left to do is told with what each program wants, until nobody is to be reminded", async () => {
  left.note(["cursor", "zed"])
  await shown({ scenario: "connected" })
  await says("Cursor: press the refresh button in its list of MCP servers.")
  await says("Zed: quit it and start it again.")
  await user().click(named("Do not remind me"))
  await waitFor(() => expect(document.body.textContent).not.toContain("press the refresh button"))
})

it("a proof says why an entry was not started, with short paths", async () => {
  await shown({ scenario: "changed" })
  await waitFor(() => named("Prove Blender"))
  await user().click(named("Prove Blender"))
  await says("another server has its name")
  await says("the file cannot be read (~/.codex/config.toml:")
})

it("a language chosen elsewhere waits while files change, and takes nothing away of what was done", async () => {
  const { fake } = await shown({ scenario: "fresh", pause: 5 })
  const writes = () => fake.heard.words.some((it) => it[0] === "enable" && it.includes("--yes"))
  while (!writes()) {
    const next = await waitFor(() => document.querySelector<HTMLButtonElement>(".b.primary:not(:disabled)") ?? Promise.reject(new Error("no way on")))
    await user().click(next)
  }
  fake.chooses("language", "zh-CN")
  expect(document.documentElement.lang).toBe("en")
  await says("7 个 AI 程序中有 7 个可以使用桥接")
  expect(fake.heard.words.filter((it) => it[0] === "enable" && it.includes("--yes"))).toHaveLength(1)
})

it("undo shows its lines first, then does it", async () => {
  const { fake } = await shown({ scenario: "connected", place: "activity" })
  await waitFor(() => named(/^Undo change/))
  await user().click(named("Undo change 3"))
  await says("Nothing is written before you have seen it.")
  await waitFor(() => expect(document.querySelector("[role=dialog] .primary:not([disabled])")).not.toBeNull())
  await user().click(document.querySelector("[role=dialog] .primary") as HTMLElement)
  const asked = fake.heard.words.filter((it) => it[0] === "rollback").map((it) => it.slice(0, 3))
  expect(asked).toEqual([
    ["rollback", "3", "--dry-run"],
    ["rollback", "3", "--yes"],
  ])
})

it("what AI programs may do is one choice", async () => {
  const { fake } = await shown({ scenario: "connected", place: "bridges" })
  await waitFor(() => expect(document.querySelectorAll(".opener").length).toBe(3))
  await user().click(named(/^Blender/))
  await says("Whatever changes something is not called.")
  await user().click(document.querySelector<HTMLElement>('input[value="look"]') as HTMLElement)
  expect(fake.heard.words.filter((it) => it[0] === "allow").at(-1)?.slice(0, 3)).toEqual(["allow", "blender", "look"])
})

it("a malformed bridge is explained with its line and mend", async () => {
  await shown({ scenario: "malformed" })
  await user().click(named("Add from folder…"))
  await says("bridge.toml:1:1: missing field `name`.")
  await says("Correct the text at this place")
})

it("a report is read before it is saved", async () => {
  const { fake } = await shown({ scenario: "changed", place: "doctor" })
  await waitFor(() => expect(document.body.textContent).toContain("findings need you"))
  await user().click(named("Report…"))
  await waitFor(() => expect(document.querySelector(".lines")?.textContent).toContain('"state_folder"'))
  expect(fake.heard.saved).toEqual([])
  const read = document.querySelector(".lines")?.textContent
  await user().click(named("Save…"))
  await waitFor(() => expect(fake.heard.saved).toEqual([read]))
})

it("settings are chosen through the same command", async () => {
  const { fake } = await shown({ scenario: "connected", place: "settings" })
  await waitFor(() => expect(document.querySelector("select")).not.toBeNull())
  await user().selectOptions(document.querySelector("select") as HTMLElement, "zh-CN")
  await says("跟随系统")
  expect(document.documentElement.lang).toBe("zh-CN")
  expect(fake.heard.words.find((it) => it[1] === "set")?.slice(0, 4)).toEqual(["settings", "set", "language", "zh-CN"])
  expect(fake.heard.words.filter((it) => it[0] === "status").at(-1)).toContain("zh-CN")
})

it("uninstall keeps what is spared, and tells what stayed", async () => {
  const { fake } = await shown({ scenario: "leftovers" })
  await waitFor(() => expect(document.querySelector(".danger:not([disabled])")).not.toBeNull())
  const boxes = [...document.querySelectorAll<HTMLElement>('input[type="checkbox"]')]
  await user().click(boxes[0] as HTMLElement)
  await waitFor(() => expect(fake.heard.words.at(-1)?.slice(0, 4)).toEqual(["uninstall", "--spare", "skills", "--dry-run"]))
  await user().click(document.querySelector(".danger") as HTMLElement)
  await says("What stayed, and why")
  expect(fake.heard.words.filter((it) => it.includes("--yes")).map((it) => it.slice(0, 4))).toEqual([
    ["uninstall", "--spare", "skills", "--yes"],
  ])
})

it("once Bascule is being removed, its state is asked for no more", async () => {
  const { fake } = await shown({ scenario: "gone" })
  await waitFor(() => expect(document.querySelector(".danger:not([disabled])")).not.toBeNull())
  const asked = () => fake.heard.words.filter((it) => it[0] === "status").length
  const before = asked()
  await user().click(document.querySelector(".danger") as HTMLElement)
  await says("Bascule is gone")
  await new Promise((wake) => setTimeout(wake, 700))
  expect(asked()).toBe(before)
})

it("a reply of another format is an error that says so", async () => {
  await shown({ scenario: "format" })
  await says("The reply is of another version than this window.")
})

it("without a host, what works meanwhile and the command are told", async () => {
  await shown({ scenario: "unreachable" })
  await says("What works meanwhile")
  await says("/home/ada/.bascule/bin/bascule status")
})
