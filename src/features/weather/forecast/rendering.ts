import {
  type DailyPoint,
  type HourlyPoint,
  type PublicScope,
  type ScopeData,
  type StationView,
  type UnitSystem,
  decodeCellId,
  dropEndedPoints,
  findEndOfStep,
  formatInstant,
  renderScope,
  selectShownHours,
} from '@isobar/weather'
import type { Language } from '../../../messages/languages.ts'
import { getPlainTexts } from '../../../messages/messages.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { type CompressedPart, compressPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { copyOwnBytes } from '../../../platform/own-bytes.ts'
import {
  readActiveAlertIds,
  type FoundScope,
  isSameScope,
  type SeriesExtent,
  readWholeSeries,
  buildShownStation,
  type ShownStationOptions,
  type SuppliedPart,
} from '../place-weather/index.ts'
import { findHeight } from '../terrain/index.ts'

/** The payload of one record in one unit system and language, as the trailing bytes of an answer. */
export interface Rendering extends FoundScope {
  /** What was asked of the series, and which parts of them are other sources'. */
  readonly extent: SeriesExtent | undefined
  readonly parts: readonly SuppliedPart[]
  /** The report of the station whose values are shown; null if none is. */
  readonly measured: StationView['report']
  readonly alertIds: readonly string[] | null
  /** The bytes are valid from this moment (epoch milliseconds; -Infinity: unbounded) … */
  readonly from: number
  /** … until a point of the series is over, an alert ends, the alerts become unknown, or a station's reading is outdated. */
  readonly until: number
  /** The JSON object without its opening brace: the envelope precedes it. */
  readonly tail: Buffer
  compressed(): CompressedPart
}

/** Renders each record once per unit system and language, and caches the bytes. */
export type Renderings = ReturnType<typeof createRenderings>

export interface RenderingsOptions extends ShownStationOptions {
  readonly maxBytes: number
  readonly alertStaleSeconds: () => number
}

/** Whether the cached bytes are valid for the source at `now`. If the clock was set back, `now` may lie before `from`. */
export function isTrueAt(rendering: Rendering, source: FoundScope, now: number): boolean {
  return isSameScope(rendering, source) && rendering.from <= now && now < rendering.until
}

/**
 * The bytes that a rendering retains: its tail, the compressed form, which is about a fifth of that, and its record, which lives as long as
 * the rendering even when the cell has a newer one.
 */
export function countRetainedBytes({ tail, record, extended }: Rendering): number {
  return extended.reduce((sum, { json }) => sum + json.length, Math.ceil(tail.length * 1.25) + record.json.length)
}

/** An LRU cache bounded by `maxBytes`. */
export function createRenderings({ maxBytes, alertStaleSeconds, ...shown }: RenderingsOptions) {
  const renderings = createMemoryCache<string, Rendering>('renderings', maxBytes, (rendering) => countRetainedBytes(rendering) + 200)

  return {
    of(cellId: number, source: FoundScope, units: UnitSystem, lang: Language, now: number, extent?: SeriesExtent): Rendering {
      const { record, alerts, station, supplements, extended } = source
      const key = `${cellId} ${record.scope} ${units} ${lang} ${extentKey(record.scope, extent)}`
      const known = renderings.get(key)
      if (known !== undefined && isTrueAt(known, source, now)) return known
      const { ids: alertIds, until: alertsUntil } = readActiveAlertIds(alerts, alertStaleSeconds(), now, lang)
      const { data: whole, parts } = readWholeSeries(source, extent)
      const { data: remaining, from, until } = dropEndedPoints(record.scope, whole, record.timezone, now)
      const data = shownOf(record.scope, whole, remaining, now, extent)
      const { view, until: shownUntil } = buildShownStation(record, station, now, shown)
      const located = record.height === undefined ? { ...record, estimatedHeight: findHeight(decodeCellId(cellId)) } : record
      const payload = renderScope(record.scope, data, located, units, getPlainTexts(lang), alertIds, now, view)
      const tail = copyOwnBytes(JSON.stringify(payload).slice(1))
      let compressed: CompressedPart | undefined
      const rendering: Rendering = {
        record,
        alerts,
        station,
        measured: view.report,
        supplements,
        extended,
        extent,
        parts: partsFrom(parts, data),
        alertIds,
        from,
        until: Math.min(until, alertsUntil, shownUntil),
        tail,
        compressed: () => (compressed ??= compressPart(tail)),
      }
      renderings.set(key, rendering)
      return rendering
    },
  }
}

/** What a rendering depends on besides its records: each scope has a number of its own. */
function extentKey(scope: PublicScope, extent: SeriesExtent | undefined): string {
  return scope === 'hourly' ? `${extent?.hours ?? ''} ${extent?.pastHours ?? ''}` : scope === 'daily' ? String(extent?.days ?? '') : ''
}

/** As many hours or days as are asked for. */
function shownOf<S extends PublicScope>(
  scope: S,
  whole: ScopeData[S],
  data: ScopeData[S],
  now: number,
  extent: SeriesExtent | undefined,
): ScopeData[S] {
  if (scope === 'hourly') {
    const points = selectShownHours((whole as ScopeData['hourly']).points, now, extent?.hours, extent?.pastHours)
    return { ...(data as ScopeData['hourly']), points } as ScopeData[S]
  }
  if (scope !== 'daily' || extent?.days === undefined) return data
  const daily = data as ScopeData['daily']
  return { ...daily, points: daily.points.slice(0, extent.days) } as unknown as ScopeData[S]
}

/** The parts of which something is shown, as far as it is. */
function partsFrom(parts: readonly SuppliedPart[], data: ScopeData[PublicScope]): readonly SuppliedPart[] {
  if (parts.length === 0 || !('points' in data)) return []
  const [first, last] = [data.points[0], data.points.at(-1)] as readonly (HourlyPoint | DailyPoint | undefined)[]
  if (first === undefined || last === undefined) return []
  // Hours are named by their instants, days by their dates: both sort as text.
  const [begin, end] = 'date' in first && 'date' in last ? [first.date, last.date] : [first.time, formatInstant(findEndOfStep(last))]
  const isOver = (to: string): boolean => ('date' in first ? to < begin : to <= begin)
  return parts.flatMap(({ record, from, to }) =>
    from > end || (from === end && !('date' in first)) || isOver(to)
      ? []
      : [{ record, from: from < begin ? begin : from, to: to > end ? end : to }],
  )
}
