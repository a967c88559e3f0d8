import { formatInstant, parseInstant } from '@isobar/weather'
import { MINUTE_MS } from '../time.ts'

/** Values of one field by point; a field that few values have (`condition`) as indices of its distinct values, -1 for null. */
type Column = readonly (number | null)[] | { readonly values: readonly unknown[]; readonly at: readonly number[] }

/** A series by columns, as JSON: a quarter of the bytes of its points. Fields without any value are left out. */
export interface Columns {
  /** The start of the first in minutes since 1970, then how many minutes each begins after the one before it. */
  readonly starts: readonly number[]
  readonly fields: Readonly<Record<string, Column>>
}

/** More points than any series has: all hours that are kept of sixteen days and the day before. */
export const MAX_POINTS = 500
const MAX_FIELDS = 100

/** Hours or days as columns, in the order of time. */
export function encodePoints<Point extends { readonly time: string }>(points: readonly Point[]): Columns {
  const minutes = points.map(({ time }) => parseInstant(time) / MINUTE_MS)
  const names = new Set(points.flatMap((point) => Object.keys(point)))
  names.delete('time')
  const columns = [...names].map((name) => [name, encodeColumn(points.map((point) => point[name as keyof Point] ?? null))] as const)
  return {
    starts: minutes.map((at, index) => at - (minutes[index - 1] ?? 0)),
    fields: Object.fromEntries(columns.flatMap(([name, column]) => (column === null ? [] : [[name, column]]))),
  }
}

function encodeColumn(values: readonly unknown[]): Column | null {
  if (values.every((value) => value === null)) return null
  if (values.every((value) => value === null || typeof value === 'number')) return values as readonly (number | null)[]
  const distinct = new Map<string, { readonly index: number; readonly value: unknown }>()
  const at = values.map((value) => {
    if (value === null) return -1
    const key = JSON.stringify(value)
    const known = distinct.get(key) ?? { index: distinct.size, value }
    distinct.set(key, known)
    return known.index
  })
  return { values: [...distinct.values()].map(({ value }) => value), at }
}

/**
 * Points of columns that anybody may have written, with every field of `names` that has no column null; null if they are none. What the fields hold is not looked
 * at: `parseData` does.
 */
export function decodePoints(columns: unknown, names: readonly string[]): readonly object[] | null {
  if (typeof columns !== 'object' || columns === null) return null
  const { starts, fields } = columns as Partial<Columns>
  if (!Array.isArray(starts) || starts.length > MAX_POINTS || typeof fields !== 'object' || fields === null) return null
  const sent = Object.entries(fields as Readonly<Record<string, unknown>>)
  if (sent.length > MAX_FIELDS) return null
  const read = sent.map(([name, column]) => [name, decodeColumn(column, starts.length)] as const)
  if (read.some(([, column]) => column === null)) return null
  const nothing = Object.fromEntries(names.map((name) => [name, null]))
  let at = 0
  const points: object[] = []
  for (const [index, step] of starts.entries()) {
    if (typeof step !== 'number' || !Number.isInteger(step) || (index > 0 && step <= 0)) return null
    at += step
    if (at < 0 || at > MAX_MINUTES) return null
    const values = read.flatMap(([name, column]) => {
      const value = column?.[index] ?? null
      return value === null && !names.includes(name) ? [] : [[name, value]]
    })
    points.push({ time: formatInstant(at * MINUTE_MS), ...nothing, ...(Object.fromEntries(values) as object) })
  }
  return points
}

/** The end of the year 9999. */
const MAX_MINUTES = 253_402_300_800 / 60 - 1

function decodeColumn(column: unknown, length: number): readonly unknown[] | null {
  if (Array.isArray(column)) return column.length === length ? (column as readonly unknown[]) : null
  if (typeof column !== 'object' || column === null) return null
  const { values, at } = column as { readonly values?: unknown; readonly at?: unknown }
  if (!Array.isArray(values) || !Array.isArray(at) || at.length !== length) return null
  const indices: readonly unknown[] = at
  return indices.every((index) => Number.isInteger(index) && Number(index) >= -1 && Number(index) < values.length)
    ? indices.map((index) => (index === -1 ? null : (values[Number(index)] as unknown)))
    : null
}
