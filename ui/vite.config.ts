import { svelte } from "@sveltejs/vite-plugin-svelte"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Paths inside the built page are relative: the app serves it from a scheme of its own.
  base: "./",
  resolve: {
    alias: { "@ftl": here("../crates/words/ftl") },
    // Tests mount components, which the server's build of Svelte cannot.
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  server: { fs: { allow: [here("."), here("../crates/words/ftl")] } },
  build: {
    outDir: mode === "screens" ? "dist-screens" : "dist",
    // The page's policy refuses whatever is written into it: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ["es2022", "safari15"],
  },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
  },
}))
