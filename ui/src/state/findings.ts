/** Findings as a person reads them: the same thing in several bridges is one. */

import type { Finding } from "../host/replies"
import type { Tone } from "./said"

export type Gathered = { finding: Finding; times: number; tone: Tone }

/** Findings with the same sentence are one; their order stays. */
export function gathered(findings: readonly Finding[]): Gathered[] {
  const by = new Map<string, Gathered>()
  for (const finding of findings) {
    const known = by.get(finding.sentence)
    if (known) known.times += 1
    else by.set(finding.sentence, { finding, times: 1, tone: toneOf(finding) })
  }
  return [...by.values()]
}

/** How many ask something of the person: a note asks nothing. */
export const needing = (findings: readonly Finding[]): number =>
  gathered(findings).filter(({ finding }) => finding.severity !== "note" && !finding.fixed).length

function toneOf({ severity, fixed }: Finding): Tone {
  if (fixed) return "ready"
  switch (severity) {
    case "error":
      return "failed"
    case "warning":
      return "attention"
    case "note":
      return "waiting"
  }
}
