/** The replies of the command line, as docs/json.md describes them: readers and types. */

import {
  type Read,
  type Reader,
  Misread,
  anything,
  byName,
  count,
  either,
  flag,
  list,
  maybe,
  object,
  orNull,
  record,
  text,
  word,
} from "./read"

/** The one format this window reads. */
export const FORMAT = 1

const way = object({ label: maybe(text), arguments: list(text), command: text })
const remedy = object({ sentence: maybe(text), ways: list(way) })
const cause = object({ code: text, sentence: text, remedy })

const site = { harness: text, scope: word("user", "project", "file"), project: maybe(text), file: maybe(text) }
const entry = { bridge: text, ...site }

const diffLine = object({ kind: word("same", "in", "out", "gap"), text })
const whole = either(
  word("launcher", "engine", "login"),
  either(object({ skill: text }), object({ plugin: text })),
)
const change = object({
  file: text,
  made: flag,
  removed: flag,
  lines_in: count,
  lines_out: count,
  entries: list(object({ ...entry, step: text })),
  whole: orNull(whole),
  diff: list(diffLine),
})
const refusal = object({
  bridge: maybe(text),
  harness: maybe(text),
  scope: maybe(text),
  file: maybe(text),
  folder: maybe(text),
  code: text,
  sentence: text,
  remedy,
})

const changing = {
  changes: list(change),
  refusals: list(refusal),
  settled: list(object(entry)),
  apply_command: maybe(text),
}

/** `plan`, `enable`, `disable`, `rollback`, `skills install`. */
export const planned = object({
  ...changing,
  notes: list(text),
  applied: maybe(object({ change: count, outcome: word("done", "undone", "partly") })),
  plan: maybe(text),
})

export const standing = word("good", "older", "unknown", "waiting", "bad")
const chainStep = object({
  step: word("config", "launcher", "engine", "host", "runtime", "host-app"),
  standing,
  cause: orNull(cause),
})
const health = object({
  state: word("ready", "starting", "waiting", "paused", "degraded", "stopped", "failed"),
  waits_for: orNull(text),
  cause: orNull(cause),
})
const group = word("look", "build", "delete", "run")
const allows = word("look", "build", "everything")
const project = object({ folder: text, state: word("found", "no-project", "gone") })

const bridgeState = object({
  id: text,
  entries: list(
    object({
      ...entry,
      state: word("as-written", "edited", "gone", "taken", "unreadable", "unnoted", "absent"),
      path: orNull(text),
      problem: orNull(text),
    }),
  ),
  projects: list(project),
  health: maybe(health),
  chain: maybe(list(chainStep)),
  serving: maybe(object({ process: count, since: text })),
  restarts: maybe(count),
  running_calls: maybe(count),
  calls_answered: maybe(count),
  connected_now: maybe(list(text)),
  last_lines: maybe(list(text)),
  allows: maybe(allows),
})
const notice = object({
  notice: text,
  code: text,
  bridge: orNull(text),
  harness: orNull(text),
  file: orNull(text),
  since: orNull(text),
  sentence: text,
  remedy,
})

const language = word("system", "en", "zh-CN")
const theme = word("system", "light", "dark")
const speaks = word("en", "zh-CN")
const toasts = word("all", "none")

export const status = object({
  bridges: list(bridgeState),
  unfinished: orNull(count),
  service: object({
    state: word("runs", "absent", "silent"),
    version: maybe(text),
    process: maybe(count),
    since: maybe(text),
    installed: maybe(text),
    settings_problem: maybe(text),
    cause: maybe(cause),
  }),
  notices: list(notice),
  questions: list(object({ number: count, bridge: text, tool: text, group, harness: orNull(text) })),
  preferences: object({ language, speaks, theme, toasts, muted: list(text) }),
})

export const harnesses = object({
  harnesses: list(
    object({
      id: text,
      name: text,
      vendor: text,
      status: word("active", "retired", "by-hand"),
      menu: orNull(text),
      found: orNull(text),
      scopes: list(text),
      file: orNull(text),
      running: maybe(flag),
      reload: maybe(object({ kind: text, sentence: text })),
    }),
  ),
})

export const bridges = object({
  bridges: list(
    object({
      id: text,
      name: text,
      summary: orNull(text),
      kind: orNull(text),
      tools: list(text),
      host_app: orNull(object({ found: flag, folder: text })),
      publisher: maybe(text),
      source: maybe(text),
      problem: orNull(text),
      try: maybe(list(text)),
      input_schemas: maybe(byName(anything)),
    }),
  ),
})

const proof = object({
  ...entry,
  good: flag,
  asks: flag,
  failed_step: orNull(word("config", "allowed", "launcher", "engine", "initialize", "tools", "runtime", "call")),
  steps: list(object({ step: text })),
  reason: maybe(text),
  sentence: orNull(text),
  tools: maybe(list(text)),
  last_words: maybe(list(text)),
})
export const verify = object({ entries: list(proof) })

export const history = object({
  changes: list(
    object({
      number: count,
      time: text,
      what: text,
      outcome: word("done", "undone", "partly"),
      rolled_back: flag,
      files: list(object({ file: text, entries: list(object(entry)), whole: orNull(whole) })),
      left: list(object({ file: maybe(text), reason: text })),
    }),
  ),
  unfinished: orNull(count),
})

export const log = object({
  calls: list(
    object({
      time: text,
      harness: orNull(text),
      bridge: text,
      tool: text,
      outcome: word("done", "failed", "refused", "closed", "unavailable", "cut-off", "cancelled"),
      millis: count,
    }),
  ),
})
export const output = object({ bridge: text, file: text, lines: list(text) })

export const doctor = object({
  checked: count,
  findings: list(
    object({
      code: text,
      severity: word("error", "warning", "note"),
      sentence: text,
      remedy: maybe(remedy),
      harness: orNull(text),
      bridge: orNull(text),
      file: orNull(text),
      fixable: flag,
      fixed: flag,
    }),
  ),
})

export const allow = object({
  bridge: text,
  allows,
  choices: list(
    object({ choice: allows, sentence: text, groups: byName(word("goes", "asks", "closed")) }),
  ),
  tools: byName(list(text)),
})

export const query = object({
  answer: anything,
  problem: orNull(object({ cause: text, mend: maybe(text) })),
})

const packFile = object({ path: text, bytes: count })
export const checked = object({ id: text, files: list(packFile), digest: text })
export const offered = object({
  bridge: object({
    id: text,
    name: text,
    publisher: maybe(text),
    runs: list(text),
    cwd: maybe(text),
    variables: list(text),
    tools: list(text),
    source: maybe(text),
    folder: text,
    files: list(packFile),
    plugins: list(object({ folder: maybe(text), files: list(text), missing_app: maybe(text) })),
    steps: maybe(text),
    digest: maybe(text),
  }),
  added: flag,
  tried: maybe(object({ tools: maybe(list(text)), failure: maybe(text), last_words: maybe(list(text)) })),
})

export const settings = object({
  language,
  speaks,
  theme,
  login: word("on", "off"),
  toasts,
  muted: list(text),
  paths: object({ home: text, state: text, launcher: text, logs: text }),
})

export const SHARES = ["live", "entries", "skills", "plugins", "program", "data"] as const
export const uninstall = object({
  ...changing,
  shares: byName(word("goes", "stays")),
  by_hand: list(
    object({
      kind: word("renamed", "pasted", "steps", "lost-projects"),
      harness: maybe(text),
      file: maybe(text),
      name: maybe(text),
      menu: maybe(text),
      bridge: maybe(text),
      steps: maybe(text),
    }),
  ),
  data: word("removed", "kept", "partly"),
  left: maybe(list(text)),
  applied: maybe(object({ change: count, outcome: word("done", "undone", "partly") })),
})

export const projects = object({ bridge: text, folder: text, changed: flag })

/** What somebody needs who helps from afar; it holds no secret. */
export const support = object({ name: text, text })

export const configure = object({ place: text, text })

/** The error of a whole command. */
export const commandError = object({
  code: text,
  sentence: text,
  help: orNull(text),
  commands: list(text),
  problems: maybe(
    list(
      object({ file: maybe(text), line: orNull(count), column: orNull(count), sentence: text, help: maybe(text) }),
    ),
  ),
})

export type Remedy = Read<typeof remedy>
export type RemedyWay = Read<typeof way>
export type Cause = Read<typeof cause>
export type DiffLine = Read<typeof diffLine>
export type Change = Read<typeof change>
export type Refusal = Read<typeof refusal>
export type Planned = Read<typeof planned>
export type ChainStep = Read<typeof chainStep>
export type Health = Read<typeof health>
export type BridgeState = Read<typeof bridgeState>
export type EntryState = BridgeState["entries"][number]
export type Notice = Read<typeof notice>
export type Status = Read<typeof status>
export type Preferences = Pick<Status["preferences"], "language" | "speaks" | "theme" | "toasts" | "muted">
export type Question = Status["questions"][number]
export type Program = Read<typeof harnesses>["harnesses"][number]
export type Bridge = Read<typeof bridges>["bridges"][number]
export type Proof = Read<typeof proof>
export type PastChange = Read<typeof history>["changes"][number]
export type Call = Read<typeof log>["calls"][number]
export type Finding = Read<typeof doctor>["findings"][number]
export type Allow = Read<typeof allow>
export type Settings = Read<typeof settings>
export type Uninstall = Read<typeof uninstall>
export type Offered = Read<typeof offered>
export type CommandError = Read<typeof commandError>

/**
 * Reads one value that a command printed.
 *
 * Refuses, with a `Misread`, another format than ours and a key that is not as documented.
 */
export function reply<T>(reader: Reader<T>, value: unknown): { reply: T } | { error: CommandError } {
  const found = record(value, "")
  if (found["format"] !== FORMAT) throw new Misread("format", String(FORMAT))
  return "error" in found ? { error: commandError(found["error"], "error") } : { reply: reader(found, "") }
}
