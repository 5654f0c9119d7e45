/** The sentences a person looks for, from the files that have them for the window and the program. */

import { readdirSync, readFileSync } from "node:fs"

import { FluentBundle, FluentResource } from "@fluent/bundle"

const FTL = new URL("../../../crates/words/ftl/", import.meta.url)

/**
 * Says a sentence in one language, its places filled; throws where there is no such
 * sentence, so that a journey never looks for nothing.
 */
export function sayer(language) {
  const bundle = new FluentBundle(language, { useIsolating: false })
  const folder = new URL(`${language}/`, FTL)
  for (const name of readdirSync(folder)) {
    bundle.addResource(new FluentResource(readFileSync(new URL(name, folder), "utf8")))
  }
  const numbers = new Intl.NumberFormat(language)
  return (id, fills = {}) => {
    const pattern = bundle.getMessage(id)?.value
    if (!pattern) throw new Error(`no sentence is called ${id}`)
    const values = {}
    for (const [name, fill] of Object.entries(fills)) {
      if (typeof fill === "number") Object.assign(values, { [name]: numbers.format(fill), [`${name}-count`]: fill })
      else values[name] = fill
    }
    const errors = []
    const said = bundle.formatPattern(pattern, values, errors)
    if (errors.length > 0) throw new Error(`${id} cannot be said: ${errors.join("; ")}`)
    return said
  }
}
