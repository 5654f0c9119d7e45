/** Small texts that outlive a page of the window. */

export interface Memory {
  get(key: string): string | null
  set(key: string, text: string | null): void
}

/** The browser's own store; where it is refused, what was kept is gone, and nothing else. */
export function stored(store: () => Storage): Memory {
  return {
    get(key) {
      try {
        return store().getItem(key)
      } catch {
        return null
      }
    },
    set(key, text) {
      try {
        if (text === null) store().removeItem(key)
        else store().setItem(key, text)
      } catch {
        // A window without a store forgets; that is all it costs.
      }
    },
  }
}
