/** A bridge whose server crashes again and again: seen in tray, toast and window, with step, cause and last lines; then healed. */

import assert from "node:assert/strict"
import { existsSync } from "node:fs"

import { SERVER, journey } from "./desk/journey.js"

const NAME = "Shaky"

journey("a crash loop healed", { programs: ["cursor"] }, async (desk) => {
  assert.ok(existsSync(SERVER), `${SERVER} is missing: cargo xtask journeys builds it`)
  const licence = desk.home.at("licence")
  const script = 'if [ -e "$1" ]; then exec "$0"; else exec "$0" --crash-at-start; fi'
  desk.home.write("licence", "")
  desk.runs("bridges", "add", "shaky", "--name", NAME, "--yes", "--", "/bin/sh", "-c", script, SERVER, licence)
  desk.connects("shaky", "cursor")

  desk.home.take("licence")
  const panel = await desk.panel()
  const window = await desk.opens("home")
  await window.sees("home-title-all", { of: 1 })
  await panel.reads(desk.say("tray-ready-all", { total: 1 }))
  desk.calls("shaky", "look")
  await window.sees("health-word-failed", {}, NAME)
  await window.finds(NAMED_AND_SAID, [desk.say("step-word-bridge"), "the licence file is missing"], "step, cause and last lines")
  await window.picture("failed")
  await panel.reads(desk.say("tray-failed", { bridges: NAME }))
  const told = { title: desk.say("toast-failed", { bridge: NAME }), buttons: ["tray-try-again", "tray-look", "tray-pause"].map((id) => desk.say(id)) }
  await panel.tells({ ...told, gone: false })
  await window.click("mend-log", {}, desk.say("notices"))
  await window.reads("the licence file is missing")
  await window.picture("log")
  await window.click("close")

  desk.home.write("licence", "")
  await window.click("mend-try-again", {}, desk.say("notices"))
  await window.sees("health-word-ready", {}, NAME)
  await window.misses("mend-try-again")
  await window.picture("healed")
  await panel.reads(desk.say("tray-ready-all", { total: 1 }))
  await panel.tells({ ...told, gone: true })
})

/** The band under a bridge: which step it is, and what its program wrote last. */
const NAMED_AND_SAID = `return [...document.querySelectorAll(".mend")].some(
  (it) => it.innerText.startsWith(arguments[0]) && it.innerText.includes(arguments[1]),
)`
