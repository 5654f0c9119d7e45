import { mount } from "svelte"
import App from "./App.svelte"

const target = document.getElementById("window")
if (!target) throw new Error("index.html has no place for the window")
mount(App, { target })
