/**
 * Plays what people go through on throwaway homes with the real program, and keeps its
 * replies for the host that plays scenarios. Twice recorded gives the same bytes.
 *
 * `npm run record` writes them anew; `npm run record -- --check` only says which would change.
 * `BASCULE` names another program than the one `cargo build` makes; its launcher lies beside it.
 */

import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

import { ADA, Home, LOCALES, PROGRAM } from "./home.js"
import { empty, packs, setUp } from "./stories.js"

const KEPT = fileURLToPath(new URL("../src/host/scenarios/recorded", import.meta.url))

const { values: asked } = parseArgs({ options: { check: { type: "boolean", default: false } } })
for (const program of [PROGRAM, join(dirname(PROGRAM), "bascule-launcher")]) {
  if (!existsSync(program)) throw new Error(`there is no ${program}: cargo build --package bascule --package bascule-launcher`)
}
for (const language of /** @type {import("./home.js").Language[]} */ (Object.keys(LOCALES))) {
  await play(new Home(language, []), empty)
  await play(new Home(language, readdirSync(ADA)), setUp)
  await play(new Home(language, ["bad"]), packs)
}

/**
 * Plays a story, and keeps its scenes.
 *
 * @param {Home} home
 * @param {(home: Home) => void | Promise<void>} story
 */
async function play(home, story) {
  try {
    await story(home)
  } finally {
    await home.leaves()
  }
  for (const [scene, replies] of Object.entries(home.scenes)) {
    const name = `${scene}.${home.language}.json`
    const file = join(KEPT, name)
    const lines = Object.entries(replies).map(([key, reply]) => `  ${JSON.stringify(key)}: ${JSON.stringify(reply)}`)
    const text = `{\n${lines.join(",\n")}\n}\n`
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue
    if (asked.check) process.exitCode = 1
    else writeFileSync(file, text)
    console.log(`${name} ${asked.check ? "would change" : "is new"}`)
  }
}
