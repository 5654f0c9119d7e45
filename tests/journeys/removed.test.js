/** Somebody else takes our entry out: the window tells it, and either answer holds. */

import assert from "node:assert/strict"

import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

journey("a foreign writer", { programs: ["cursor"] }, async (desk) => {
  const { name, file } = PROGRAMS.cursor
  const without = desk.home.read(file)
  desk.connects("ra3-mod-xml", "cursor")
  const ours = desk.home.read(file)
  const window = await desk.opens("home")
  await window.sees("home-title-all", { of: 1 })

  const notice = { program: name, bridge: "Red Alert 3 mods", file: `~/${file}` }
  desk.home.write(file, without)
  await window.sees("notice-entry-gone", notice)
  await window.picture("notice")
  await window.click("mend-put-back", {}, desk.say("notices"))
  await window.sees("change-line")
  await window.picture("put-back")
  await window.click("mend-put-back")
  await window.sees("outcome-word-done")
  await window.click("close")
  await window.misses("notice-entry-gone", notice)
  assert.equal(desk.home.read(file), ours)

  desk.home.write(file, without)
  await window.sees("notice-entry-gone", notice)
  await window.click("mend-leave", {}, desk.say("notices"))
  await window.misses("notice-entry-gone", notice)
  await window.picture("left")

  // Also for who opens the window anew, and for the background service that comes next.
  await desk.closes()
  desk.runs("host", "stop")
  const again = await desk.opens("home")
  await again.sees("cell-gone")
  await again.misses("notice-entry-gone", notice)
  assert.equal(desk.home.read(file), without)
})
