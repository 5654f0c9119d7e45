/** What Home says first. */

import type { Status } from "../host/replies"
import { standing } from "./health"
import type { Said, Tone } from "./said"

export type Headline = { title: Said; line: Said | null }

const connected = (status: Status) =>
  status.bridges.filter((it) => it.entries.some((entry) => entry.state !== "absent"))

/** The outcome in one sentence, and what stands in its way in another. */
export function headline(status: Status): Headline {
  if (status.service.state === "silent") {
    const { cause } = status.service
    const line: Said = cause ? { id: "home-line-cause", fills: { cause: cause.sentence } } : { id: "home-line-silent" }
    return { title: { id: "home-title-silent" }, line }
  }
  const bridges = connected(status)
  if (bridges.length === 0) {
    return { title: { id: "home-title-none" }, line: { id: "home-line-none" } }
  }
  const tones = bridges.map((it) => standing(it).tone)
  const states = bridges.map((it) => it.health?.state)
  const usable = states.filter((it) => it === "ready" || it === "stopped").length
  const title: Said =
    usable === bridges.length
      ? { id: "home-title-all", fills: { of: { count: bridges.length } } }
      : { id: "home-title-some", fills: { ready: { count: usable }, of: { count: bridges.length } } }
  return { title, line: obstacle(tones, states) }
}

function obstacle(tones: Tone[], states: (string | undefined)[]): Said | null {
  const failed = tones.filter((it) => it === "failed").length
  const waiting = tones.filter((it) => it === "waiting" || it === "working").length
  const paused = states.filter((it) => it === "paused").length
  const degraded = tones.filter((it) => it === "attention").length
  if (failed > 0) return { id: "home-line-failed", fills: { bridges: { count: failed } } }
  if (degraded > 0) return { id: "home-line-degraded", fills: { bridges: { count: degraded } } }
  if (waiting > 0) return { id: "home-line-waiting", fills: { bridges: { count: waiting } } }
  if (paused > 0) return { id: "home-line-paused", fills: { bridges: { count: paused } } }
  return { id: "home-line-all" }
}

export type ServiceLook = { tone: Tone; line: Said }

/** The background service, for the foot of the rail. */
export function service(status: Status | null, lasted: (since: string) => string): ServiceLook {
  if (status === null) return { tone: "off", line: { id: "service-unknown" } }
  switch (status.service.state) {
    case "runs":
      return status.service.since === null
        ? { tone: "ready", line: { id: "service-runs" } }
        : { tone: "ready", line: { id: "service-runs-since", fills: { lasted: lasted(status.service.since) } } }
    case "absent":
      return { tone: "off", line: { id: "service-rests" } }
    case "silent":
      return { tone: "failed", line: { id: "service-silent" } }
  }
}
