import { mount } from "svelte"

import App from "./App.svelte"
import type { Host } from "./host/host"
import { inApp, tauri } from "./host/tauri"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/controls.css"
import "./styles/frame.css"
import "./styles/parts.css"
import "./styles/rooms.css"

/** The app's own host; in a browser, and never in what ships, one that plays scenarios. */
async function hostOf(): Promise<Host> {
  if (import.meta.env.MODE !== "production" && !inApp()) {
    const { fakeByAddress } = await import("./host/fake")
    return fakeByAddress(location.search)
  }
  return tauri
}

const target = document.getElementById("window")
if (!target) throw new Error("index.html has no place for the window")
const host = await hostOf()
mount(App, { target, props: { host, opened: await host.opened() } })
