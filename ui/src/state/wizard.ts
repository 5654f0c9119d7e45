/**
 * The setup wizard as one value and what happens to it.
 *
 * The reducer is pure; what must be asked of the host stands in `pending`, and whoever
 * shows the wizard asks it and sends the answer back as an event.
 */

import type { Bridge, Planned, Program, Proof, Refusal } from "../host/replies"

export const PAGES = ["welcome", "bridges", "programs", "review", "applying", "done"] as const
export type Page = (typeof PAGES)[number]

/** A program that is not in the table: its file and how servers are written there. */
export type OtherFile = { file: string; dialect: string; key: string; shape: string }

/** What becomes of an older program for the same job. */
export type Older = "ask" | "replace" | "leave"

/** What there is to choose from. */
export type World = {
  bridges: Pick<Bridge, "id" | "kind" | "problem">[]
  programs: Pick<Program, "id" | "status" | "found">[]
}

export type Choices = {
  bridges: string[]
  programs: string[]
  leftOut: string[]
  guides: boolean
  older: Older
  other: OtherFile | null
}

export type Wizard = {
  page: Page
  world: World
  choices: Choices
  /** A plan of exactly these choices; null while it is being made. */
  plan: Planned | null
  /** The plan of the file that is in no table. */
  otherPlan: Planned | null
  /** The files moved between the plan and the yes, so there is a new plan. */
  movedOn: boolean
  /** What became of a try that did not work. */
  failed: "undone" | "partly" | null
  applied: Planned[]
  proofs: Proof[] | null
}

export type Event =
  | { type: "ticked-bridge"; id: string; on: boolean }
  | { type: "ticked-program"; id: string; on: boolean }
  | { type: "left-out"; id: string; out: boolean }
  | { type: "guides"; on: boolean }
  | { type: "older"; choice: Older }
  | { type: "other"; file: OtherFile | null }
  | { type: "next" }
  | { type: "back" }
  | { type: "planned"; plan: Planned; otherPlan: Planned | null }
  | { type: "apply" }
  | { type: "moved-on" }
  | { type: "applied"; replies: Planned[] }
  | { type: "not-applied"; outcome: "undone" | "partly" }
  | { type: "proven"; proofs: Proof[] }

/** What can be connected: our own engine rides along and is not asked about. */
export const askable = (world: World) => world.bridges.filter((it) => it.kind !== "engine" && it.problem === null)
export const connectable = (world: World) => world.programs.filter((it) => it.found !== null && it.status === "active")

/** Bridges whose application is here first, then the others, and what rides along last. */
export function foundFirst<B extends Pick<Bridge, "kind" | "host_app">>(bridges: readonly B[]): B[] {
  const rank = ({ kind, host_app }: B) => (kind === "engine" ? 3 : host_app === null ? 1 : host_app.found ? 0 : 2)
  return [...bridges].sort((a, b) => rank(a) - rank(b))
}

/** A new wizard with what most people want: everything found, with guides. */
export function opened(world: World): Wizard {
  return {
    page: "welcome",
    world,
    choices: {
      bridges: world.bridges.filter((it) => it.problem === null).map((it) => it.id),
      programs: connectable(world).map((it) => it.id),
      leftOut: [],
      guides: true,
      older: "ask",
      other: null,
    },
    plan: null,
    otherPlan: null,
    movedOn: false,
    failed: null,
    applied: [],
    proofs: null,
  }
}

/** The pages that ask something, in order; a page without a question is not among them. */
export function pages(wizard: Wizard): Page[] {
  const silent = (page: Page) =>
    (page === "bridges" && askable(wizard.world).length === 0) ||
    (page === "programs" && connectable(wizard.world).length === 1 && wizard.choices.other === null)
  return PAGES.filter((page) => !silent(page))
}

/** Whether there is something to go on with. */
export function mayGoOn({ page, choices, plan, otherPlan }: Wizard): boolean {
  switch (page) {
    case "welcome":
    case "done":
      return true
    case "bridges":
      return choices.bridges.length > 0
    case "programs":
      return choices.programs.length > 0 || choices.other !== null
    case "review":
      return [plan, otherPlan].some((it) => (it?.changes.length ?? 0) > 0)
    case "applying":
      return false
  }
}

/** Whether it can still be left with nothing written. */
export const mayCancel = ({ page }: Wizard): boolean => page !== "applying" && page !== "done"

export function step(wizard: Wizard, event: Event): Wizard {
  const { choices } = wizard
  const choose = (change: Partial<Choices>): Wizard => ({
    ...wizard,
    choices: { ...choices, ...change },
    plan: null,
    otherPlan: null,
    movedOn: false,
    failed: null,
  })
  switch (event.type) {
    case "ticked-bridge":
      return choose({ bridges: ticked(choices.bridges, event) })
    case "ticked-program":
      return choose({ programs: ticked(choices.programs, event), leftOut: choices.leftOut.filter((it) => it !== event.id) })
    case "left-out":
      return choose({ leftOut: ticked(choices.leftOut, { id: event.id, on: event.out }) })
    case "guides":
      return choose({ guides: event.on })
    case "older":
      return choose({ older: event.choice })
    case "other":
      return choose({ other: event.file })
    case "next":
      return mayGoOn(wizard) && wizard.page !== "review" ? turned(wizard, 1) : wizard
    case "back":
      return mayCancel(wizard) ? turned(wizard, -1) : wizard
    case "planned":
      return { ...wizard, plan: event.plan, otherPlan: event.otherPlan }
    case "apply":
      return wizard.page === "review" && mayGoOn(wizard) ? { ...wizard, page: "applying", movedOn: false, failed: null } : wizard
    case "moved-on":
      return { ...wizard, page: "review", plan: null, otherPlan: null, movedOn: true }
    case "not-applied":
      return { ...wizard, page: "review", plan: null, otherPlan: null, failed: event.outcome }
    case "applied":
      return { ...wizard, applied: event.replies }
    case "proven":
      return { ...wizard, page: "done", proofs: event.proofs }
  }
}

/** The programs a plan is for. */
export const wanted = ({ programs, leftOut }: Choices): string[] => programs.filter((it) => !leftOut.includes(it))

/** The words of a plan for these choices, without its first; null where no program is ticked. */
export function planWords(choices: Choices): string[] | null {
  const programs = wanted(choices)
  if (programs.length === 0) return null
  return [...choices.bridges, ...programs.flatMap((id) => ["--harness", id]), ...flags(choices)]
}

/** The same for the file that is in no table. */
export function otherWords(choices: Choices): string[] | null {
  if (choices.other === null) return null
  const { file, dialect, key, shape } = choices.other
  const where = ["--harness", "other", "--file", file, "--dialect", dialect, "--key", key, "--shape", shape]
  return [...choices.bridges, ...where, ...flags(choices)]
}

function flags({ guides, older }: Choices): string[] {
  return [...(guides ? [] : ["--no-skill"]), ...(older === "ask" ? [] : [`--${older}`])]
}

function ticked(ids: readonly string[], { id, on }: { id: string; on: boolean }): string[] {
  const others = ids.filter((it) => it !== id)
  return on ? [...others, id] : others
}

function turned(wizard: Wizard, by: 1 | -1): Wizard {
  const all = pages(wizard)
  const page = all[all.indexOf(wizard.page) + by]
  return page === undefined ? wizard : { ...wizard, page }
}

/** What is kept while a window is closed: choices and the page, never a plan. */
export function kept({ page, choices }: Wizard): string | null {
  return page === "applying" || page === "done" ? null : JSON.stringify({ page, choices })
}

/** A wizard taken up again; what no longer exists is dropped from its choices. */
export function resumed(world: World, text: string | null): Wizard {
  const fresh = opened(world)
  const found = text === null ? null : parsed(text)
  if (found === null) return fresh
  const bridges = new Set(world.bridges.map((it) => it.id))
  const programs = new Set(world.programs.map((it) => it.id))
  const choices = {
    ...fresh.choices,
    ...found.choices,
    bridges: found.choices.bridges.filter((id) => bridges.has(id)),
    programs: found.choices.programs.filter((id) => programs.has(id)),
  }
  return { ...fresh, page: found.page, choices }
}

function parsed(text: string): { page: Page; choices: Choices } | null {
  try {
    const value = JSON.parse(text) as { page: Page; choices: Choices }
    const fits = PAGES.includes(value.page) && Array.isArray(value.choices.bridges) && Array.isArray(value.choices.programs)
    return fits ? value : null
  } catch {
    return null
  }
}

/** Refusals that a person can answer with one choice for all of them. */
export const olderOnes = (refusals: readonly Refusal[]): Refusal[] =>
  refusals.filter((it) => it.code === "predecessor" || it.code === "older-skill")
