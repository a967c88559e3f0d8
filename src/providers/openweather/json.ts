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

/** A number as sent, or null: a numeric string is not a number. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The text as sent, or an empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The end of the year 9999; larger values are not times. */
const LAST_EPOCH_SECOND = 253_402_300_799

/** Unix seconds as epoch milliseconds. Null for 0 too, which means "does not happen" (moonrise, polar sunrise). */
export function epochMsOf(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= LAST_EPOCH_SECOND ? (value as number) * 1_000 : null
}
