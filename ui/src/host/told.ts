/** What a command told and nobody has read yet. */

import type { Carried } from "./host"

/** A queue with one reader; ends after `exit` or `failed`. */
export class Told {
  #waiting: Carried[] = []
  #wake: (() => void) | null = null

  tell(carried: Carried): void {
    this.#waiting.push(carried)
    this.#wake?.()
    this.#wake = null
  }

  async *each(): AsyncGenerator<Carried> {
    for (;;) {
      const carried = this.#waiting.shift()
      if (carried === undefined) {
        await new Promise<void>((wake) => (this.#wake = wake))
        continue
      }
      yield carried
      if ("exit" in carried || "failed" in carried) return
    }
  }
}
