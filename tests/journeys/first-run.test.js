/** From nothing to a proven connection, as somebody does it who reads and clicks. */

import assert from "node:assert/strict"

import { leadsTo } from "./desk/diff.js"
import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

for (const language of ["en", "zh-CN"]) {
  journey("first run to proof", { language }, async (desk) => {
    const before = Object.fromEntries(Object.values(PROGRAMS).map(({ file }) => [file, desk.home.read(file)]))
    const window = await desk.opens("setup")
    await window.sees("welcome-title")
    await window.picture("welcome")

    await window.click("get-started")
    await window.sees("bridges-title")
    await window.picture("bridges")

    await window.click("continue")
    await window.sees("programs-title")
    for (const { name } of Object.values(PROGRAMS)) assert.equal(await window.ticked(name), true, name)
    await window.picture("programs")

    await window.click("continue")
    await window.sees("review-title")
    // What is shown is what will be written: the lines, and after them the file.
    const shown = {}
    for (const { name, file } of Object.values(PROGRAMS)) {
      await window.unfolds(name)
      shown[file] = await window.diff("diff-of", { file: `~/${file}` })
    }
    await window.picture("review")

    await window.click("enable")
    await window.sees("open-home")
    assert.ok(window.clicks <= 4, `${window.clicks} clicks`)
    await window.picture("proof")
    await window.sees("done-title", { good: 4, of: 4 })
    for (const [file, lines] of Object.entries(shown)) {
      assert.ok(leadsTo(before[file], lines, desk.home.read(file)), `${file} has other lines than the review showed`)
    }

    // What is left to do ticks itself once the program is seen at work.
    desk.calls("ra3-mod-xml", "list_projects")
    await window.sees("left-seen")
    await window.sees("left-count", { done: 1, all: 4 })
    await window.finds(`return document.querySelector("li.d")?.innerText.includes(arguments[0]) ?? false`, [PROGRAMS.cursor.name], "Cursor, and no other")
    await window.picture("seen")
    await window.click("open-home")
    await window.sees("home-title-all", { of: 2 })
    await window.picture("home")
  })
}
