/** Undone from Home, every settings file has the bytes it had. */

import assert from "node:assert/strict"

import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

journey("undo from Home", {}, async (desk) => {
  const files = Object.values(PROGRAMS).map(({ file }) => file)
  const before = files.map((file) => desk.home.read(file))
  desk.connects("ra3-mod-xml", ...Object.keys(PROGRAMS))
  assert.ok(files.every((file, at) => desk.home.read(file) !== before[at]))

  const window = await desk.opens("home")
  await window.sees("home-title-all", { of: 1 })
  await window.picture("home")
  await window.click("disconnect-more")
  await window.sees("change-line")
  await window.picture("disconnect")
  await window.click("disconnect")
  await window.sees("outcome-word-done")
  await window.click("close")
  await window.sees("home-title-none")
  await window.picture("after")
  assert.deepEqual(files.map((file) => desk.home.read(file)), before)
})
