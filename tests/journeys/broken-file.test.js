/** A settings file that cannot be read is named and left out, and taken in once it is mended. */

import assert from "node:assert/strict"

import { PROGRAMS } from "./desk/home.js"
import { journey } from "./desk/journey.js"

journey("a broken file is left out and mended", {}, async (desk) => {
  const { name, file } = PROGRAMS.cursor
  const mended = desk.home.read(file)
  const broken = '{\n  "mcpServers": {\n    "mine": { "command": "/bin/sh" \n  }\n'
  desk.home.write(file, broken)

  const window = await desk.opens("setup")
  await window.click("get-started")
  await window.click("continue")
  await window.click("continue")
  await window.sees("review-title")
  await window.sees("left-out")
  await window.unfolds(name)
  // The place: a line of that file.
  await window.finds(`return /mcp\\.json/.test(document.body.innerText) && /5/.test(document.body.innerText)`, [], "file and line")
  await window.picture("left-out")
  assert.equal(desk.home.read(file), broken)

  desk.home.write(file, mended)
  await window.click("check-again")
  await window.misses("left-out")
  await window.picture("taken-in")
  await window.click("enable")
  await window.sees("open-home")
  await window.sees("done-title", { good: 4, of: 4 })
  assert.match(desk.home.read(file), /bascule/)
})
