export { isObject, type Json, objectsOf } from '../json.ts'

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
