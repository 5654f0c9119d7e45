/** A form out of a tool's schema, and its answers as the command line takes them. */

export type Field = { name: string; kind: "text" | "number" | "flag" | "choice" | "json"; required: boolean; options: string[]; about: string | null }

/** The fields a schema asks for, required ones first; null where it is not an object's. */
export function fieldsOf(schema: unknown): Field[] | null {
  const root = asRecord(schema)
  const properties = asRecord(root?.["properties"] ?? {})
  if (root === null || properties === null || (root["type"] !== undefined && root["type"] !== "object")) return null
  const required = Array.isArray(root["required"]) ? root["required"] : []
  const fields = Object.entries(properties).map(([name, value]): Field => {
    const property = asRecord(value) ?? {}
    const options = Array.isArray(property["enum"]) ? property["enum"].map(String) : []
    const about = typeof property["description"] === "string" ? property["description"] : null
    return { name, kind: kindOf(property, options), required: required.includes(name), options, about }
  })
  return fields.sort((a, b) => Number(b.required) - Number(a.required))
}

function kindOf(property: Record<string, unknown>, options: string[]): Field["kind"] {
  if (options.length > 0) return "choice"
  switch (property["type"]) {
    case "integer":
    case "number":
      return "number"
    case "boolean":
      return "flag"
    case "string":
      return "text"
    default:
      return "json"
  }
}

/** The answers as `--arg NAME=VALUE`; what was left empty is left out. */
export function argumentsOf(answers: Readonly<Record<string, string>>): string[] {
  return Object.entries(answers)
    .filter(([name, value]) => name !== "" && value !== "")
    .flatMap(([name, value]) => ["--arg", `${name}=${value}`])
}

/** The required fields that have no answer yet. */
export const missing = (fields: readonly Field[], answers: Readonly<Record<string, string>>): string[] =>
  fields.filter((it) => it.required && !answers[it.name]).map((it) => it.name)

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
