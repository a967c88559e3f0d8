import { type CellScope, buildFreshnessWindows } from '@isobar/weather'
import { cellKey, type createDelivered, type Field } from './delivered.ts'

/** The parts of an answer that are checked, in SI units. */
interface CheckedAnswer extends Readonly<Record<string, unknown>> {
  readonly scope: CellScope
  readonly lat: number
  readonly lon: number
  readonly source: string
  readonly fetchedAt: string
  readonly sources?: readonly { readonly source: string; readonly fields: readonly string[] }[]
  readonly points?: readonly Point[]
}
type Point = Readonly<Record<string, unknown>>

/** By scope: the fields of a point, what each is on the wire, and whether the wire says for which instant it is. */
const CHECKED: Readonly<Partial<Record<CellScope, readonly (readonly [name: string, field: Field, isTimed: boolean])[]>>> = {
  current: [
    ['temperature', 'temperature', false],
    ['pressure', 'pressure', false],
    ['visibility', 'visibility', false],
    ['uvIndex', 'uvIndex', false],
    ['windGust', 'windGust', false],
  ],
  hourly: [
    ['temperature', 'temperature', true],
    ['pressure', 'pressure', true],
    ['visibility', 'visibility', true],
    ['uvIndex', 'uvIndex', true],
    ['windGust', 'windGust', false],
    ['precipitationProbability', 'precipitationProbability', false],
  ],
  // Of a source that sends hours only, highs and lows are those of hours.
  daily: [
    ['temperatureMin', 'temperature', false],
    ['temperatureMax', 'temperature', false],
    ['uvIndex', 'uvIndex', false],
  ],
  minutely: [['precipitation', 'precipitationRate', false]],
}

/**
 * Checks that each value of an answer was sent by the source that the answer names for it, and remembers what each place was shown last, which
 * says whether something could have been shown instead of an error.
 */
export function createAnswerCheck(delivered: ReturnType<typeof createDelivered>) {
  const shown = new Map<string, number>()
  const counts = { values: 0, supplied: 0, bySource: {} as Record<string, number> }

  function check(answer: CheckedAnswer): string | null {
    const { scope, lat, lon, source, sources = [], points } = answer
    shown.set(`${cellKey(lat, lon)} ${scope}`, Math.max(Date.parse(answer.fetchedAt), shown.get(`${cellKey(lat, lon)} ${scope}`) ?? 0))
    counts.bySource[source] = (counts.bySource[source] ?? 0) + 1
    for (const point of points ?? [answer])
      for (const [name, field, isTimed] of CHECKED[scope] ?? []) {
        const value = point[name]
        if (typeof value !== 'number') continue
        const supplier = sources.find(({ fields }) => fields.includes(name))?.source
        counts.values += 1
        if (supplier !== undefined) counts.supplied += 1
        const atMs = isTimed ? Date.parse(String(point['time'])) : null
        if (!delivered.has(supplier ?? source, cellKey(lat, lon), field, value, atMs))
          return `${scope} at ${lat},${lon}: ${name} ${value} ${String(point['time'] ?? '')} was never sent by ${supplier ?? source}`
      }
    return null
  }

  return {
    /** What is wrong with an answer with status 200; null: nothing. */
    check: (body: unknown): string | null => check(body as CheckedAnswer),
    /** Whether the place was shown data of the scope that could still be shown. */
    couldShow(lat: number, lon: number, scope: CellScope, atMs: number): boolean {
      const fetchedAt = shown.get(`${cellKey(lat, lon)} ${scope}`)
      return fetchedAt !== undefined && atMs - fetchedAt < buildFreshnessWindows()[scope].emergencySeconds * 1_000
    },
    counts,
  }
}
