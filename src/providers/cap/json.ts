export { isObject, type Json, objectsOf } from '../json.ts'

/** The trimmed text, or null if it is empty or not a string. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() || null : null
}

/** The parsed body; undefined if it is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\ufeff/, '')) as unknown
  } catch {
    return undefined
  }
}
