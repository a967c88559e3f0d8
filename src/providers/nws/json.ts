import { onOneLine, withoutControls } from '../../domain/control-characters.ts'

export { epochMsOf, fieldsOf, isObject, type Json, numberOf, objectsOf } from '../json.ts'

/** The texts of a list; empty for anything that is not a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
}

/** The trimmed text without control characters, or null if it is empty or not a string. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? withoutControls(value).trim() || null : null
}

/** The same on one line. */
export function lineOf(value: unknown): string | null {
  return typeof value === 'string' ? onOneLine(value) || null : null
}
