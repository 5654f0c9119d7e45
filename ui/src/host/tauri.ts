/** The program around the window: the only file that names Tauri. */

import { Channel, invoke } from "@tauri-apps/api/core"
import { listen } from "@tauri-apps/api/event"

import { type Carried, type Carrying, type Host, type Opened, isPlace } from "./host"
import { Told } from "./told"

/** Whether this page stands in the app's window. */
export const inApp = (): boolean => "__TAURI_INTERNALS__" in globalThis

export const tauri: Host = {
  carry(words) {
    const told = new Told()
    const channel = new Channel<Carried>()
    channel.onmessage = (carried) => told.tell(carried)
    const id = invoke<number>("carry", { arguments: words, channel })
    id.catch((reason: unknown) => told.tell({ failed: { code: "app", sentence: String(reason), command: "" } }))
    const carrying: Carrying = {
      [Symbol.asyncIterator]: () => told.each(),
      cancel: () => void id.then((id) => invoke("cancel", { id })).catch(() => undefined),
    }
    return carrying
  },
  ask: (ask) => invoke("ask", { ask }),
  opened: () => invoke<Opened>("opened"),
  onGoto(go) {
    void listen<string>("goto", ({ payload }) => {
      if (isPlace(payload)) go(payload)
    })
  },
  choose: (what, title) => invoke<string | null>("choose", { what, title }),
  save: (name, text) => invoke<string | null>("save", { name, text }),
  copy: (text) => invoke("copy", { text }),
  reveal: (path) => invoke("reveal", { path }),
}
