/** The setup by keyboard alone, from its first page to a proven connection. */

import { waitFor } from "@testing-library/svelte"
import { userEvent } from "@testing-library/user-event"
import { expect, it } from "vitest"

import { says, shown } from "./window"

/** Presses Tab until the focus is on what fits. */
async function tabTo(user: ReturnType<typeof userEvent.setup>, fits: (element: Element) => boolean): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await user.tab()
    if (document.activeElement && fits(document.activeElement)) return
  }
  throw new Error(`Tab never reached it; the focus is on ${document.activeElement?.outerHTML}`)
}

const isMain = (element: Element) => element.matches(".end .primary")

async function goOn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await waitFor(() => expect(document.querySelector(".end .primary:not([disabled])")).not.toBeNull())
  await tabTo(user, isMain)
  await user.keyboard("{Enter}")
}

const title = () => document.querySelector("h1")?.textContent

it.each([
  ["en", "7 of 7 AI programs can use the bridges"],
  ["zh-CN", "7 个 AI 程序中有 7 个可以使用桥接"],
] as const)("leads to a proof, in %s", async (language, end) => {
  const user = userEvent.setup()
  const { fake } = await shown({ scenario: "fresh", language })
  for (let clicks = 0; clicks < 4; clicks += 1) {
    // Each page takes the focus to its title, so reading and Tab begin there.
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"))
    await goOn(user)
  }
  await says(end)
  const verbs = fake.heard.words.map((it) => it[0]).filter((it) => it === "plan" || it === "enable" || it === "verify")
  expect(verbs).toEqual(["plan", "enable", "verify"])
  expect(fake.heard.words.find((it) => it[0] === "enable")).toContain("--yes")
})

it("Space unticks a program, and back and forth keep it so", async () => {
  const user = userEvent.setup()
  const { fake } = await shown({ scenario: "fresh" })
  await goOn(user)
  await says("Which applications")
  await goOn(user)
  await says("Which AI programs")
  await tabTo(user, (it) => it.getAttribute("aria-label") === "Codex")
  await user.keyboard(" ")
  await tabTo(user, (it) => it.textContent === "Back")
  await user.keyboard("{Enter}")
  await says("Which applications")
  await goOn(user)
  await says("6 selected")
  await goOn(user)
  await waitFor(() => expect(fake.heard.words.some((it) => it[0] === "plan")).toBe(true))
  expect(fake.heard.words.find((it) => it[0] === "plan")).not.toContain("codex")
})

it("Escape leaves as long as nothing is written", async () => {
  const user = userEvent.setup()
  await shown({ scenario: "fresh" })
  await user.keyboard("{Escape}")
  await waitFor(() => expect(title()).toBe("No AI program is connected yet"))
})

it("a file that moved after it was shown brings the new plan, and nothing is written", async () => {
  const user = userEvent.setup()
  const { fake } = await shown({ scenario: "moved" })
  for (let clicks = 0; clicks < 4; clicks += 1) await goOn(user)
  await says("A file changed after you had seen the plan")
  await goOn(user)
  await says("7 of 7 AI programs")
  expect(fake.heard.words.filter((it) => it[0] === "enable" && it.includes("--yes"))).toHaveLength(2)
})

it("stopped while it writes, it says that everything went back, and nothing is left begun", async () => {
  const user = userEvent.setup()
  const { fake } = await shown({ scenario: "fresh", pause: 40 })
  for (let clicks = 0; clicks < 4; clicks += 1) await goOn(user)
  await says("Stop and put back")
  await user.keyboard("{Escape}")
  expect(title()).toBe("Writing the connections")
  await tabTo(user, (it) => it.textContent === "Stop and put back")
  await user.keyboard("{Enter}")
  await says("It did not work, so everything was put back.")
  await waitFor(() => expect(document.querySelector(".rv")).not.toBeNull())
  expect(fake.heard.words.filter((it) => it[0] === "verify")).toEqual([])
  expect(localStorage.getItem("bascule.left")).toBeNull()
})

it("one program is left out, and the plan is made without it", async () => {
  const user = userEvent.setup()
  const { fake } = await shown({ scenario: "fresh" })
  for (let clicks = 0; clicks < 3; clicks += 1) await goOn(user)
  await says("This is everything")
  await waitFor(() => expect(document.querySelector(".rv")).not.toBeNull())
  await tabTo(user, (it) => it.getAttribute("aria-label") === "Leave out Cursor")
  await user.keyboard("{Enter}")
  await says("Left out by you")
  const plans = fake.heard.words.filter((it) => it[0] === "plan")
  expect(plans).toHaveLength(2)
  expect(plans[1]).not.toContain("cursor")
})

it("the matrix is one stop of Tab, and arrows move in it", async () => {
  const user = userEvent.setup()
  await shown({ scenario: "changed", place: "home" })
  await waitFor(() => expect(document.querySelectorAll(".cell").length).toBeGreaterThan(20))
  await tabTo(user, (it) => it.matches(".cell"))
  const first = document.activeElement
  await user.keyboard("{ArrowRight}{ArrowDown}")
  const second = document.activeElement
  expect(second).not.toBe(first)
  expect(second?.getAttribute("aria-label")).toContain("Cursor, Blender")
  expect(document.querySelectorAll('.cell[tabindex="0"]')).toHaveLength(1)
  await user.keyboard("{Enter}")
  await waitFor(() => expect(document.querySelector("[role=dialog]")).not.toBeNull())
})
