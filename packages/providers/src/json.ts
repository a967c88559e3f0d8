import { toSingleLine, withoutControls } from '@isobar/weather'

/** An element of an upstream answer: its fields are unknown until read. */
export type Json = Readonly<Record<string, unknown>>

/** Whether the value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an object; none for anything else. */
export function readFields(value: unknown): Json {
  return isObject(value) ? value : {}
}

/** The objects of a list; empty for anything that is not a list, and without its broken elements. */
export function readObjects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Longer than any text that is shown. */
const MAX_TEXT = 40_000

/** The trimmed text without control characters, cut to 40,000; null if it is empty or not a string. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? withoutControls(value.slice(0, MAX_TEXT)).trim() || null : null
}

/** The same on one line, for names and titles. */
export function readLine(value: unknown): string | null {
  return typeof value === 'string' ? toSingleLine(value.slice(0, MAX_TEXT)) || null : null
}

/** The texts of a list, as sent; empty for anything that is not a list. */
export function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
}

/** The value if it is a finite number, otherwise null: a numeric string is not a number. */
export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Epoch milliseconds of whole Unix seconds; NaN if the value is no number, or after the year 5000. */
export function readUnixMs(value: unknown): number {
  const seconds = readNumber(value)
  return seconds === null || Math.abs(seconds) > 1e11 ? Number.NaN : Math.floor(seconds) * 1_000
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Epoch milliseconds of an ISO 8601 time with an offset, otherwise null: without an offset, the zone is unknown. */
export function readEpochMs(value: unknown): number | null {
  if (typeof value !== 'string' || !WITH_OFFSET.test(value)) return null
  const epochMs = Date.parse(value)
  return Number.isNaN(epochMs) ? null : epochMs
}

/** Recorded answers have at most eight levels. Brackets nested deeper cost many times what an answer does. */
const MAX_DEPTH = 64
const [QUOTE, ESCAPE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

const UTF8 = new TextDecoder()

/** The parsed body; undefined if it is not JSON (gateways answer in HTML) or has more than 64 levels. */
export function parseJson(body: Uint8Array): unknown {
  if (isTooDeep(body)) return undefined
  try {
    return JSON.parse(UTF8.decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** Reads each byte once; those of other characters in UTF-8 are none of these. */
function isTooDeep(body: Uint8Array): boolean {
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) {
      at++
      while (at < body.length && body[at] !== QUOTE) at += body[at] === ESCAPE ? 2 : 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++
      if (depth > MAX_DEPTH) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  return false
}
