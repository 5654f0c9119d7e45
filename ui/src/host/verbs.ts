/** One command from its first word to its typed reply. */

import type { Failure, Host, Language, Step } from "./host"
import { Misread, type Reader } from "./read"
import { type CommandError, reply } from "./replies"

/** Why there is no reply: the command said so, it could not be carried, or we cannot read it. */
export type Trouble =
  | { kind: "error"; error: CommandError }
  | { kind: "failed"; failure: Failure }
  | { kind: "misread"; at: string }
  | { kind: "cut-off" }

export type Answer<T> = { kind: "reply"; reply: T; exit: number } | Trouble

/** A command that was begun: its answer, and a way to end it early. */
export type Begun<T> = { answer: Promise<Answer<T>>; cancel: () => void }

/** Carries a command and reads the last value it prints. */
export function begin<T>(
  host: Host,
  language: Language,
  reader: Reader<T>,
  words: readonly string[],
  onStep: (step: Step) => void = () => undefined,
): Begun<T> {
  const carrying = host.carry([...words, "--lang", language])
  const read = async (): Promise<Answer<T>> => {
    let last: { reply: T } | { error: CommandError } | null = null
    for await (const told of carrying) {
      if ("step" in told) onStep(told.step)
      else if ("value" in told) last = reply(reader, told.value)
      else if ("failed" in told) return { kind: "failed", failure: told.failed }
      else if (last === null) return { kind: "cut-off" }
      else if ("error" in last) return { kind: "error", error: last.error }
      else return { kind: "reply", reply: last.reply, exit: told.exit }
    }
    return { kind: "cut-off" }
  }
  return { answer: read().catch(misread), cancel: () => carrying.cancel() }
}

/** Follows a command that prints a value whenever something changed, until it ends. */
export async function follow<T>(
  host: Host,
  language: Language,
  reader: Reader<T>,
  words: readonly string[],
  onReply: (reply: T) => void,
  onStart: (cancel: () => void) => void,
): Promise<Trouble> {
  const carrying = host.carry([...words, "--lang", language])
  onStart(() => carrying.cancel())
  try {
    for await (const told of carrying) {
      if ("failed" in told) return { kind: "failed", failure: told.failed }
      if (!("value" in told)) continue
      const read = reply(reader, told.value)
      if ("error" in read) return { kind: "error", error: read.error }
      onReply(read.reply)
    }
  } catch (error) {
    return misread(error)
  }
  return { kind: "cut-off" }
}

function misread(error: unknown): Trouble {
  if (error instanceof Misread) return { kind: "misread", at: error.message }
  throw error
}
