/** The uninstall wizard leaves the home as it was before Bascule. */

import assert from "node:assert/strict"

import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

journey("uninstall", {}, async (desk) => {
  const before = desk.home.tree()
  desk.connects("ra3-mod-xml", ...Object.keys(PROGRAMS))
  assert.notDeepEqual(desk.home.tree(), before)

  const window = await desk.opens("uninstall")
  await window.sees("uninstall-title")
  await window.sees("share-word-entries")
  await window.picture("what-goes")
  await window.click("uninstall")
  await window.sees("farewell-done")
  await window.picture("proof")
  await desk.closes()
  assert.deepEqual(desk.home.tree(), before)
})
