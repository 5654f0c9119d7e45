/** Sentences of the command line for replies that no throwaway home brings about. */

import type { FluentBundle } from "@fluent/bundle"

import { bundleOf } from "../../words/words.svelte"
import type { Language } from "../host"

const FILES: Record<Language, Record<string, string>> = {
  en: import.meta.glob<string>("@ftl/en/*.ftl", { query: "?raw", import: "default", eager: true }),
  "zh-CN": import.meta.glob<string>("@ftl/zh-CN/*.ftl", { query: "?raw", import: "default", eager: true }),
}
const bundles = new Map<Language, FluentBundle>()

/** Every place of a sentence is filled with something that could stand there. */
const FILLS: Record<string, string> = {
  place: "/home/ada/.cursor/mcp.json:14:3",
  file: "/home/ada/.cursor/mcp.json",
  files: "/home/ada/.cursor/mcp.json, /home/ada/.cursor/mcp.jsonc",
  folder: "/home/ada/.cursor",
  path: "/home/ada/.cursor/mcp.json",
  key: "mcpServers",
  name: "blender",
  bridge: "blender",
  reason: "expected `,` or `}`",
  later: "7",
  process: "Cursor",
  lock: "/home/ada/.claude.json.lock",
  problem: "No space left on device",
  what: "Blender",
  program: "Cursor",
  bridges: "blender",
}

export function sentence(language: Language, id: string): string {
  const bundle = bundles.get(language) ?? bundleOf(language, Object.values(FILES[language]))
  bundles.set(language, bundle)
  const pattern = bundle.getMessage(id)?.value
  if (!pattern) throw new Error(`no sentence ${id}`)
  return bundle.formatPattern(pattern, FILLS, [])
}
