import { isObject } from '@isobar/providers/port'

/** Whether a value that anybody may have written is of a kind. Never throws, and takes no more time than the value is long. */
export type Check = (value: unknown) => boolean

/** Checks of an object's fields. */
export type Fields<T = Record<string, unknown>> = Readonly<Record<keyof T & string, Check>>

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** The longest text of a warning that is kept (`cap/`), with room. */
const MAX_TEXT = 200_000

export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
/** Epoch milliseconds that a `Date` can hold. */
export const isEpochMs: Check = (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15
export const isFlag: Check = (value) => typeof value === 'boolean'
export const isText: Check = (value) => typeof value === 'string' && value.length <= MAX_TEXT
export const isInstant: Check = (value) => typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))
/** A day that the calendar has: `Date.parse` would turn the 31st of February into one of March. */
export const isDate: Check = (value) =>
  typeof value === 'string' && DATE.test(value) && new Date(Date.parse(value) || 0).toISOString().startsWith(value)

/** One of these words. */
export function checkWord(words: readonly string[]): Check {
  const known = new Set<unknown>(words)
  return (value) => known.has(value)
}

/** The same, or null; also if it is missing, as what an older release did not know. */
export function allowNull(check: Check): Check {
  return (value) => value === null || value === undefined || check(value)
}

/** A list of at most so many. */
export function checkList(check: Check, most: number): Check {
  return (value) => Array.isArray(value) && value.length <= most && value.every((each) => check(each))
}

/** An object with these fields; others are not looked at. */
export function checkObject(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields)
  return (value) => isObject(value) && entries.every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined))
}

/** An object whose fields, however they are named, are all of one kind; at most so many. */
export function checkMap(check: Check, most: number): Check {
  return (value) => isObject(value) && Object.keys(value).length <= most && Object.values(value).every((each) => check(each))
}
