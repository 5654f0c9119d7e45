/** A throwaway home with settings files of AI programs as real people have them. */

import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../../..", import.meta.url))
/** Files of real people; only where they lie beside the checkout. */
const REAL = join(ROOT, "../shared/real-configs")
/** Files of our own, for everywhere else. */
const OWN = join(ROOT, "tests/bench/home")

/** What the AI programs of a home are called, where they keep their settings, and whose file that is. */
export const PROGRAMS = {
  "claude-code": { name: "Claude Code", file: ".claude.json", real: "claude-code-user/3.json" },
  cursor: { name: "Cursor", file: ".cursor/mcp.json", real: "cursor/2.json" },
  codex: { name: "Codex", file: ".codex/config.toml", real: "codex/1.toml" },
  "gemini-cli": { name: "Gemini CLI", file: ".gemini/settings.json", real: "gemini-cli/3.json" },
}

export class Home {
  /** A home with these programs in it. */
  constructor(programs = Object.keys(PROGRAMS)) {
    this.path = mkdtempSync(join(tmpdir(), "bascule-journey-"))
    mkdirSync(join(this.path, "run"), { mode: 0o700 })
    // Every desktop has these.
    mkdirSync(this.at(".local/share"), { recursive: true })
    for (const id of programs) {
      const { file, real } = PROGRAMS[id]
      const from = join(REAL, real)
      const to = this.at(file)
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, readFileSync(existsSync(from) ? from : join(OWN, file)))
    }
  }

  at(file) {
    return join(this.path, file)
  }

  read(file) {
    return readFileSync(this.at(file), "utf8")
  }

  write(file, text) {
    mkdirSync(dirname(this.at(file)), { recursive: true })
    writeFileSync(this.at(file), text)
  }

  take(file) {
    rmSync(this.at(file))
  }

  /**
   * Every file with its mode and contents, every folder and link, as lines.
   */
  tree() {
    const found = {}
    const walk = (folder) => {
      for (const name of readdirSync(folder).sort()) {
        const path = join(folder, name)
        const at = relative(this.path, path)
        if (OTHERS.has(at)) continue
        const look = lstatSync(path)
        const mode = (look.mode & 0o7777).toString(8)
        if (look.isDirectory()) {
          found[at] = `folder ${mode}`
          walk(path)
        } else if (look.isSymbolicLink()) found[at] = `link to ${readlinkSync(path)}`
        else found[at] = `file ${mode} ${look.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "that is none"}`
      }
    }
    walk(this.path)
    return Object.entries(found).map(([at, what]) => `${at}: ${what}`)
  }

  remove() {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What the session keeps while it lasts. */
const OTHERS = new Set(["run"])
