/** An entry that somebody changed by hand is shown as such, and one choice decides. */

import assert from "node:assert/strict"

import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

const BRIDGE = "Red Alert 3 mods"

journey("an edited entry put back", { programs: ["cursor"] }, async (desk) => {
  const { window, file, ours } = await edited(desk)
  await window.click("mend-restore")
  await window.sees("change-line")
  await window.picture("put-back")
  await window.click("mend-restore")
  await window.sees("outcome-word-done")
  await window.click("close")
  await window.sees("cell-in-place")
  await window.misses("notices")
  assert.equal(desk.home.read(file), ours)
})

journey("an edited entry kept", { programs: ["cursor"] }, async (desk) => {
  const { window, file, theirs, told } = await edited(desk)
  await window.click("mend-leave")
  await window.misses("notice-entry-edited", told)
  await window.picture("kept")

  // It is still theirs, and still told as such, for whoever looks.
  const again = await desk.opens("home")
  await again.sees("cell-edited")
  await again.misses("notice-entry-edited", told)
  assert.equal(desk.home.read(file), theirs)
})

/** Edits our entry while the window is open, and opens what it says of it. */
async function edited(desk) {
  const { name, file } = PROGRAMS.cursor
  desk.connects("ra3-mod-xml", "cursor")
  const ours = desk.home.read(file)
  const window = await desk.opens("home")
  await window.sees("home-title-all", { of: 1 })

  const theirs = ours.replace('"ra3-mod-xml",', '"ra3-mod-xml", "--mine",')
  assert.notEqual(theirs, ours)
  desk.home.write(file, theirs)
  const told = { program: name, bridge: BRIDGE, file: `~/${file}` }
  await window.sees("notice-entry-edited", told)
  await window.picture("told")
  const cell = { program: name, bridge: BRIDGE }
  await window.click("cell-label", { ...cell, state: desk.say("cell-edited") })
  await window.sees("cell-why-edited", cell)
  await window.picture("edited")
  return { window, file, ours, theirs, told }
}
