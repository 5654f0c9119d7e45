/**
 * Readers: each turns an unknown value into a typed one, or says which key was not as
 * documented. Keys nobody asked for are ignored, as docs/json.md allows them to appear.
 */

export type Reader<T> = (value: unknown, at: string) => T

/** The type a reader reads. */
export type Read<R> = R extends Reader<infer T> ? T : never

/** A value that is not as documented, and where. */
export class Misread extends Error {
  constructor(
    readonly at: string,
    readonly wanted: string,
  ) {
    super(`${at || "the reply"} is not ${wanted}`)
  }
}

export const text: Reader<string> = (value, at) => {
  if (typeof value !== "string") throw new Misread(at, "a text")
  return value
}

export const count: Reader<number> = (value, at) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Misread(at, "a number")
  return value
}

export const flag: Reader<boolean> = (value, at) => {
  if (typeof value !== "boolean") throw new Misread(at, "true or false")
  return value
}

export const anything: Reader<unknown> = (value) => value

/** One of a closed set of words. */
export const word =
  <const W extends readonly string[]>(...words: W): Reader<W[number]> =>
  (value, at) => {
    if (typeof value !== "string" || !words.includes(value)) throw new Misread(at, `one of ${words.join(", ")}`)
    return value
  }

export const orNull =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, at) =>
    value === null ? null : reader(value, at)

/** A key that may be missing altogether; then it is null. */
export const maybe =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, at) =>
    value === null || value === undefined ? null : reader(value, at)

export const list =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw new Misread(at, "a list")
    return value.map((item, index) => reader(item, `${at}[${index}]`))
  }

export const byName =
  <T>(reader: Reader<T>): Reader<Record<string, T>> =>
  (value, at) =>
    Object.fromEntries(Object.entries(record(value, at)).map(([name, item]) => [name, reader(item, `${at}.${name}`)]))

export const either =
  <A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> =>
  (value, at) => {
    try {
      return first(value, at)
    } catch (error) {
      if (!(error instanceof Misread)) throw error
      return second(value, at)
    }
  }

export const object =
  <S extends Record<string, Reader<unknown>>>(shape: S): Reader<{ [K in keyof S]: Read<S[K]> }> =>
  (value, at) => {
    const found = record(value, at)
    const read: Record<string, unknown> = {}
    for (const [key, reader] of Object.entries(shape)) read[key] = reader(found[key], at ? `${at}.${key}` : key)
    return read as { [K in keyof S]: Read<S[K]> }
  }

export const record = (value: unknown, at: string): Record<string, unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Misread(at, "an object")
  return value as Record<string, unknown>
}
