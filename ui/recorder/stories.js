/** What people go through, and which replies of it are kept. */

import { readFileSync } from "node:fs"
import { join } from "node:path"

import { ADA } from "./home.js"

/** @typedef {import("./home.js").Home} Home */

const BRIDGES = ["bascule", "blender", "ra3-mod-xml"]

/** Nobody's home: no AI program was ever here. */
export function empty(/** @type {Home} */ home) {
  home.begins("empty")
  for (const verb of ["status", "bridges", "doctor", "history", "log"]) home.keeps(verb, verb)
  home.keeps("harnesses", "harnesses", "--all")
  home.keeps("plan", "plan", ...BRIDGES, "--all")
  home.keeps("uninstall", "uninstall", "--dry-run")
}

/** @param {any} status */
const allReady = ({ bridges }) => bridges.every((/** @type {any} */ it) => it.health.state === "ready")

/** Connected, proven, changed by others, and with a bridge that crashes. */
export async function setUp(/** @type {Home} */ home) {
  home.runs("bridges", "add", "blender", "--name", "Blender", "--yes", "--", "node", home.at("servers/blender.mjs"))
  const everything = [...BRIDGES, "--all"]

  home.begins("fresh")
  for (const verb of ["status", "bridges", "doctor", "history"]) home.keeps(verb, verb)
  home.keeps("harnesses", "harnesses", "--all")
  home.keeps("plan", "plan", ...everything)
  home.keeps("uninstall", "uninstall", "--dry-run")
  home.keeps("enable", "enable", ...everything, "--yes")

  home.begins("connected")
  home.runs("rollback", "1", "--yes")
  home.runs("enable", ...everything, "--yes")
  home.keeps("verify", "verify")
  for (let calls = 0; calls < 3; calls += 1) home.keeps("query", "query", "blender", "list_objects")
  await home.until("every bridge is ready", allReady)
  for (const verb of ["status", "bridges", "doctor", "history", "log", "settings", "support"]) home.keeps(verb, verb)
  home.keeps("harnesses", "harnesses", "--all")
  home.keeps("log-output", "log", "--output", "blender")
  home.keeps("allow", "allow", "blender")
  home.keeps("rollback", "rollback", "3", "--dry-run")
  home.keeps("uninstall", "uninstall", "--dry-run")
  home.keeps("disable", "disable", "blender", "--harness", "cursor", "--dry-run")

  home.begins("changed")
  // Changed while nobody watches, so that all of it is noticed at once.
  home.runs("host", "stop")
  home.edits(".cursor/mcp.json", (text) => text.replace('"mcp", "blender",', '"mcp", "blender", "--verbose",'))
  home.edits(".gemini/settings.json", (text) => text.replace(/"blender": \{[^}]*\}/, '"blender": {\n      "command": "uvx",\n      "args": ["blender-mcp"]\n    }'))
  home.edits(".config/Code/User/mcp.json", () => readFileSync(join(ADA, ".config/Code/User/mcp.json"), "utf8"))
  home.edits(".codex/config.toml", (text) => `${text}\n[tools\nweb_search = true\n`)
  home.keeps("verify", "verify")
  await home.until("all of it is noticed", (status) => status.notices.length === 5 && allReady(status))
  for (const verb of ["status", "doctor", "history"]) home.keeps(verb, verb)
  home.keeps("restore", "enable", "blender", "--harness", "cursor", "--restore", "--dry-run")
  home.keeps("uninstall", "uninstall", "--dry-run")
  home.keeps("disable", "disable", "blender", "--harness", "cursor", "--dry-run")
  home.keeps("rollback", "rollback", "3", "--dry-run")

  home.begins("crash")
  home.runs("bridges", "add", "crasher", "--yes", "--", "node", home.at("servers/crasher.mjs"))
  home.runs("enable", "crasher", "--harness", "cursor", "--yes")
  home.keeps("verify", "verify", "crasher")
  const hasFailed = (/** @type {any} */ it) => it.id === "crasher" && it.health.state === "failed" && it.restarts === 4
  await home.until("the crasher is given up", ({ bridges, notices }) => bridges.some(hasFailed) && notices.length === 6)
  home.keeps("status", "status")
  home.keeps("doctor", "doctor")
  home.keeps("log-output", "log", "--output", "crasher")
  home.keeps("query", "query", "crasher", "anything")
}

/** Bridges out of folders: one that is malformed, one that can be added, one that nobody knows. */
export function packs(/** @type {Home} */ home) {
  home.runs("bridges", "new", "mine")
  home.begins("pack")
  home.keeps("check", "bridges", "check", home.at("bad"))
  home.keeps("add", "bridges", "add", home.at("mine"))
  home.keeps("unknown", "enable", "nosuch")
}
