/** What the fake host plays, by name: each a world and what differs in it. */

import type { Language, Place } from "../host"
import { type Recorded, type Scene, recorded } from "./recorded"
import { sentence } from "./sentences"

/** What a command answers, before it is played step by step. */
export type Played = Recorded & {
  steps?: { done: number; total: number | null; text: string }[]
  failed?: { code: string; sentence: string; command: string }
}

export type Scenario = {
  place: Place
  /** The scene whose replies it starts from. */
  scene: Scene
  /** Changes a reply, or makes one; undefined leaves the scene's own. */
  turn?: (key: string, reply: Played | null, language: Language, asked: readonly string[]) => Played | undefined
}

// Replies are whatever the program printed; a scenario changes them before anybody reads them.
type Json = any

const HEALTHS = ["ready", "starting", "waiting", "paused", "degraded", "stopped", "failed"] as const

export const REFUSALS = [
  "unparsable", "duplicate-key", "wrong-type", "several-documents", "too-large", "not-utf8", "too-deep", "unsafe-form",
  "slot-taken", "predecessor", "edited-since", "file-edited", "file-taken", "folder-taken", "older-skill",
  "link-in-the-way", "changed-later", "read-only", "folder-read-only", "unreadable", "hard-linked", "mount-point",
  "dangling-link", "link-loop", "not-a-file", "attributes", "managed-by-policy", "program-running", "newer-format",
  "ambiguous", "no-site", "retired", "by-hand", "unknown-program", "bad-name", "expanded-path", "bridge-removed",
  "kept-changing", "lock-held", "system",
] as const

const on = (wanted: string, change: (value: Json, language: Language) => void): NonNullable<Scenario["turn"]> =>
  (key, reply, language) => {
    if (key !== wanted || reply === null) return undefined
    change(reply.value as Json, language)
    return reply
  }

const all = (...turns: NonNullable<Scenario["turn"]>[]): NonNullable<Scenario["turn"]> =>
  (key, reply, language, asked) => {
    let now: Played | undefined
    for (const turn of turns) now = turn(key, now ?? reply, language, asked) ?? now
    return now
  }

const remedy = (sentence: string | null, ...commands: string[]) => ({
  sentence,
  ways: commands.map((it) => ({ label: null, arguments: it.split(" "), command: `/opt/bascule/bascule ${it}` })),
})

function health(state: (typeof HEALTHS)[number]): Scenario {
  return {
    place: "home",
    scene: "connected",
    turn: on("status", (value, language) => {
      const bridge = value.bridges.find((it: Json) => it.id === "blender")
      const cause = {
        code: "reported",
        sentence: sentence(language, "cause-reported"),
        remedy: remedy(sentence(language, "standing-mend-log"), "log --output blender", "resume blender"),
      }
      const broken = state === "failed" || state === "degraded"
      bridge.health = { state, waits_for: state === "waiting" ? "Blender" : null, cause: broken ? cause : null }
      bridge.chain = [
        ...bridge.chain.filter((it: Json) => it.step !== "runtime" && it.step !== "host-app"),
        { step: "runtime", standing: broken ? "bad" : state === "stopped" ? "waiting" : "good", cause: broken ? cause : null },
        { step: "host-app", standing: broken ? "unknown" : state === "waiting" ? "waiting" : "good", cause: null },
      ]
    }),
  }
}

function refusal(code: (typeof REFUSALS)[number]): Scenario {
  const refused = (value: Json, language: Language) => {
    const gone = value.changes.find((it: Json) => it.entries[0]?.harness === "cursor")
    value.changes = value.changes.filter((it: Json) => it !== gone)
    value.refusals = gone.entries.map((it: Json) => ({
      bridge: it.bridge, harness: it.harness, scope: it.scope, code,
      sentence: sentence(language, `refusal-${code}`),
      remedy: { kind: "try-again", ...remedy(sentence(language, "remedy-try-again"), "configure --harness cursor --bridge blender --print") },
    }))
  }
  return { place: "setup", scene: "fresh", turn: all(on("plan", refused), on("enable", refused)) }
}

const many = on("harnesses", (value) => {
  value.harnesses.forEach((it: Json, at: number) => {
    if (it.file === null) it.file = `/home/ada/.config/${it.id}/mcp.json`
    if (at < 30 && it.status === "active") it.found = it.file
  })
})

const manyStatus = on("status", (value) => {
  const model = value.bridges.find((it: Json) => it.id === "blender")
  const states = ["as-written", "as-written", "as-written", "absent", "edited", "gone", "taken", "unnoted", "unreadable"]
  const ids = ["claude-desktop", "claude-code", "cursor", "vscode", "vscode-insiders", "visual-studio", "jetbrains-copilot",
    "copilot-cli", "codex", "gemini-cli", "antigravity", "windsurf", "cline", "roo", "kilo", "zed", "trae", "warp", "goose",
    "opencode", "crush", "amp", "augment", "junie", "kiro", "factory", "qwen", "qoder", "lmstudio", "continue"]
  value.bridges = ["bascule", "ra3-mod-xml", "blender", "inkscape", "freecad", "kicad", "godot"].map((id, b) => ({
    ...structuredClone(model),
    id,
    entries: ids.map((harness, h) => ({
      bridge: id, harness, scope: "user", state: states[(h * 3 + b * 5) % states.length],
      path: `/home/ada/.config/${harness}/mcp.json`, problem: null,
    })),
  }))
})

/** What the scene of a crash tells in its own way. */
const CRASHED = new Set(["status", "doctor", "log-output", "query"])

const long = (key: string, reply: Played | null): Played | undefined => {
  if (reply === null) return undefined
  const deep = "/home/ada/Documents/Projects 2026/中文目录/a very long folder name that somebody chose/settings"
  const text = JSON.stringify(reply.value).replaceAll("/home/ada/.", `${deep}/.`).replaceAll('"Blender"', '"Blender for Architectural Visualisation and Rendering"')
  return key === "settings" ? undefined : { ...reply, value: JSON.parse(text) as unknown }
}

export const SCENARIOS: Record<string, Scenario> = {
  fresh: { place: "setup", scene: "fresh" },
  empty: { place: "home", scene: "empty" },
  connected: { place: "home", scene: "connected" },
  changed: { place: "home", scene: "changed" },
  "crash-loop": {
    place: "home",
    scene: "changed",
    turn: (key, _, language) => (CRASHED.has(key) ? recorded("crash", language, key) : undefined),
  },
  question: {
    place: "home",
    scene: "connected",
    turn: on("status", (value) => {
      value.questions = [{ number: 3, bridge: "blender", tool: "delete_object", group: "delete", harness: "claude-code" }]
    }),
  },
  silent: {
    place: "home",
    scene: "connected",
    turn: on("status", (value) => {
      value.service = { ...value.service, state: "silent" }
    }),
  },
  unreachable: {
    place: "home",
    scene: "connected",
    turn: (_, __, language) => ({
      value: null,
      exit: 3,
      failed: {
        code: "no-host",
        sentence: sentence(language, "doctor-service-silent"),
        command: "/home/ada/.bascule/bin/bascule status",
      },
    }),
  },
  format: {
    place: "home",
    scene: "connected",
    turn: on("status", (value) => {
      value.format = 2
    }),
  },
  many: { place: "home", scene: "connected", turn: all(many, manyStatus) },
  long: { place: "home", scene: "changed", turn: long },
  policy: {
    place: "home",
    scene: "connected",
    turn: on("status", (value) => {
      for (const bridge of value.bridges) {
        for (const entry of bridge.entries) {
          if (entry.harness === "zed") Object.assign(entry, { state: "absent", problem: "managed-by-policy" })
          if (entry.harness === "trae") Object.assign(entry, { state: "absent", problem: "predecessor" })
        }
      }
    }),
  },
  moved: {
    place: "setup",
    scene: "fresh",
    turn: (key, _, language, asked) =>
      key === "enable" && asked.filter((it) => it === "enable").length === 1
        ? { value: { format: 1, error: { code: "plan-changed", sentence: sentence(language, "problem-stale"), help: null, commands: [] } }, exit: 5 }
        : undefined,
  },
  unproven: {
    place: "setup",
    scene: "fresh",
    turn: (key, _, language) => (key === "verify" ? recorded("changed", language, "verify") : undefined),
  },
  malformed: {
    place: "bridges",
    scene: "connected",
    turn: (key, _, language) => (key === "bridges add" ? recorded("pack", language, "check") : undefined),
  },
  gone: {
    place: "uninstall",
    scene: "connected",
    turn: on("uninstall", (value) => {
      value.data = "removed"
    }),
  },
  leftovers: { place: "uninstall", scene: "changed" },
  ...Object.fromEntries(HEALTHS.map((it) => [`health-${it}`, health(it)])),
  ...Object.fromEntries(REFUSALS.map((it) => [`refusal-${it}`, refusal(it)])),
}
