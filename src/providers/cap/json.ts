import { withoutControls } from '../../domain/control-characters.ts'

export { fieldsOf, isObject, type Json, objectsOf, parseJson } from '../json.ts'

/** Longer than any text that is shown; outlines are read as sent. */
const MAX_LENGTH = 40_000

/** The trimmed text without control characters, cut to 40,000; null if it is empty or not a string. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? withoutControls(value.slice(0, MAX_LENGTH)).trim() || null : null
}
