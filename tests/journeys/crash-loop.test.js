/** A bridge whose server crashes again and again: seen with step, cause and last lines, then healed. */

import assert from "node:assert/strict"
import { existsSync } from "node:fs"

import { SERVER, journey } from "./desk/journey.js"

journey("a crash loop healed", { programs: ["cursor"] }, async (desk) => {
  assert.ok(existsSync(SERVER), `${SERVER} is missing: cargo xtask journeys builds it`)
  const licence = desk.home.at("licence")
  const script = 'if [ -e "$1" ]; then exec "$0"; else exec "$0" --crash-at-start; fi'
  desk.home.write("licence", "")
  desk.runs("bridges", "add", "shaky", "--name", "Shaky", "--yes", "--", "/bin/sh", "-c", script, SERVER, licence)
  desk.connects("shaky", "cursor")

  desk.home.take("licence")
  const window = await desk.opens("home")
  await window.sees("home-title-all", { of: 1 })
  await window.click("prove-what", { bridge: "Shaky" })
  await window.sees("proof-title", { bridge: "Shaky" })
  await window.reads("the licence file is missing")
  await window.picture("not-proven")
  await window.click("close")

  await window.sees("health-word-failed")
  await window.sees("step-word-bridge")
  await window.reads("the licence file is missing")
  await window.picture("failed")
  await window.click("mend-log")
  await window.reads("the licence file is missing")
  await window.click("close")

  desk.home.write("licence", "")
  await window.click("try-again")
  await window.misses("health-word-failed")
  await window.click("prove-what", { bridge: "Shaky" })
  await window.sees("proof-works")
  await window.picture("healed")
})
