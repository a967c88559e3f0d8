/** An element of an upstream answer: its fields are unknown until read. */
export type Json = Readonly<Record<string, unknown>>

/** Whether the value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; empty for anything that is not a list, and without its broken elements. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
