/** The window reads every reply that was recorded, as it reads what the program prints. */

import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { describe, expect, it } from "vitest"

import type { Reader } from "../src/host/read"
import * as replies from "../src/host/replies"
import type { Recorded } from "../src/host/scenarios/recorded"

const FOLDER = join(import.meta.dirname, "../src/host/scenarios/recorded")

/** By what a reply calls its command. */
const READERS: Record<string, Reader<unknown>> = {
  allow: replies.allow,
  bridges: replies.bridges,
  "bridges add": replies.offered,
  disable: replies.planned,
  doctor: replies.doctor,
  enable: replies.planned,
  harnesses: replies.harnesses,
  history: replies.history,
  plan: replies.planned,
  query: replies.query,
  rollback: replies.planned,
  settings: replies.settings,
  status: replies.status,
  support: replies.support,
  uninstall: replies.uninstall,
  verify: replies.verify,
}

function readerOf(key: string, command: string): Reader<unknown> {
  if (command === "log") return key === "log-output" ? replies.output : replies.log
  const found = READERS[command]
  if (!found) throw new Error(`nothing reads ${command}`)
  return found
}

describe.each(readdirSync(FOLDER))("%s", (name) => {
  const text = readFileSync(join(FOLDER, name), "utf8")
  const kept = Object.entries(JSON.parse(text) as Record<string, Recorded>)

  it.each(kept)("%s is read", (key, { value, exit }) => {
    const { command = "" } = value as { command?: string }
    const read = replies.reply(command === "" ? replies.status : readerOf(key, command), value)
    if ("error" in read) expect(exit).toBeGreaterThan(0)
    else expect(read.reply).toBeTypeOf("object")
  })

  it("holds nothing of where it was recorded", () => {
    const homes = [...text.matchAll(/\/(?:home|tmp|root|Users|var|private)\/[^/" ]*/g)].map(([path]) => path)
    expect(homes.filter((path) => path !== "/home/ada")).toEqual([])
  })
})
