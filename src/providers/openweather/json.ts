import { onOneLine, withoutControls } from '../../domain/control-characters.ts'

export { fieldsOf, isObject, type Json, numberOf, objectsOf } from '../json.ts'

/** The text without control characters, or an empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutControls(value) : ''
}

/** The same on one line. */
export function lineOf(value: unknown): string {
  return typeof value === 'string' ? onOneLine(value) : ''
}

/** The end of the year 9999; larger values are not times. */
export const LAST_EPOCH_SECOND = 253_402_300_799

/** Unix seconds as epoch milliseconds. Null for 0 too, which means "does not happen" (moonrise, polar sunrise). */
export function epochMsOf(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= LAST_EPOCH_SECOND ? (value as number) * 1_000 : null
}
