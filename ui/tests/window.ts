/** The whole window on a fake host, and how a test waits for it. */

import { cleanup, render, waitFor } from "@testing-library/svelte"
import { afterEach } from "vitest"

import App from "../src/App.svelte"
import { Fake, type FakeOptions } from "../src/host/fake"

export type Shown = { fake: Fake; text: () => string }

/** Opens the window and waits until its first page says something that is not "Looking …". */
export async function shown(options: FakeOptions): Promise<Shown> {
  const fake = new Fake(options)
  render(App, { host: fake, opened: await fake.opened() })
  const text = () => document.body.textContent ?? ""
  await waitFor(() => {
    if (document.querySelector("h1") === null || document.querySelector(".body > .flow .s.working")) throw new Error(text())
  })
  return { fake, text }
}

/** Waits for a sentence or a part of one. */
export const says = (part: string | RegExp): Promise<void> =>
  waitFor(() => {
    const text = document.body.textContent ?? ""
    const there = typeof part === "string" ? text.includes(part) : part.test(text)
    if (!there) throw new Error(`${part} is not said in: ${text}`)
  })

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})
