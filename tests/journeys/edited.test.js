/** An entry that somebody changed by hand is shown as such, and one choice decides. */

import assert from "node:assert/strict"

import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

const BRIDGE = "Red Alert 3 mods"

for (const choice of ["mend-restore", "mend-leave"]) {
  journey(`an edited entry, ${choice}`, { programs: ["cursor"] }, async (desk) => {
    const { name, file } = PROGRAMS.cursor
    desk.connects("ra3-mod-xml", "cursor")
    const ours = desk.home.read(file)
    const window = await desk.opens("home")
    await window.sees("home-title-all", { of: 1 })

    const theirs = ours.replace('"ra3-mod-xml",', '"ra3-mod-xml", "--mine",')
    assert.notEqual(theirs, ours)
    desk.home.write(file, theirs)
    const cell = { program: name, bridge: BRIDGE }
    await window.click("cell-label", { ...cell, state: desk.say("cell-edited") })
    await window.sees("cell-why-edited", cell)
    await window.picture("edited")
    await window.click(choice)
  })
}
