import { parseInstant } from '../../../domain/instant.ts'
import { remainingAt } from '../../../domain/remaining.ts'
import { renderScope } from '../../../domain/render.ts'
import type { PublicScope } from '../../../domain/scope.ts'
import type { StationView } from '../../../domain/station-view.ts'
import { MAX_READING_AGE_MS } from '../../../domain/station.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import { type AlertRecord, dataWith, type ScopeRecord, type Supplement } from '../../../gateway/index.ts'
import type { Language } from '../../../messages/languages.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { type CompressedPart, compressPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { ownBytes } from '../../../platform/own-bytes.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { PlaceStation } from '../stations/index.ts'
import { type AlertIds, alertIdsOf } from './alert-ids.ts'
import { simulatedCredit } from './simulated-credit.ts'

/** The inputs of a payload's cached bytes: while these are the same objects, the bytes are still valid. */
export interface RenderingSource {
  readonly record: ScopeRecord<PublicScope>
  /** The cell's alerts by source, if the payload lists alerts; `NO_ALERTS` in the other scopes. */
  readonly alerts: readonly AlertRecord[]
  /** What other sources supply that the record lacks. */
  readonly supplements: readonly Supplement<PublicScope>[]
  /** What stations say of the place, for the current scope; `NO_STATION` in the others. */
  readonly station: PlaceStation
}

/** For scopes that list no alerts. */
export const NO_ALERTS: readonly AlertRecord[] = []

/** The payload of one record in one unit system and language, as the trailing bytes of an answer. */
export interface Rendering extends RenderingSource {
  /** The report of the station whose values are shown; null if none is. */
  readonly measured: StationView['report']
  readonly alertIds: AlertIds['ids']
  /** The bytes are valid from this moment (epoch milliseconds; -Infinity: unbounded) … */
  readonly from: number
  /** … until a point of the series is over, an alert ends, the alerts become unknown, or a station's reading is outdated. */
  readonly until: number
  /** The JSON object without its opening brace: the envelope precedes it. */
  readonly tail: Buffer
  /** The compressed tail, created on first use. */
  compressed(): CompressedPart
}

/** Renders each record once per unit system and language, and caches the bytes. */
export type Renderings = ReturnType<typeof createRenderings>

export interface RenderingsOptions {
  readonly maxBytes: number
  readonly alertStaleSeconds: () => number
  readonly attributionOf: (source: string) => Attribution
  /** Whether temperatures are adjusted to the height of the place. */
  readonly correctsHeight: boolean
}

/** Whether the cached bytes are valid for the source at `now`. If the clock was set back, `now` may lie before `from`. */
export function isTrueAt(rendering: Rendering, source: RenderingSource, now: number): boolean {
  const isSame =
    rendering.record === source.record &&
    rendering.alerts === source.alerts &&
    rendering.station === source.station &&
    isSupplementedAlike(rendering.supplements, source.supplements)
  return isSame && rendering.from <= now && now < rendering.until
}

/** Lists are made anew for each request; records are not. */
function isSupplementedAlike(one: RenderingSource['supplements'], other: RenderingSource['supplements']): boolean {
  return one === other || (one.length === other.length && one.every(({ record }, index) => record === other[index]?.record))
}

/**
 * The bytes that a rendering retains: its tail, the compressed form, which is about a fifth of that, and its record, which lives as long as
 * the rendering even when the cell has a newer one.
 */
export function retainedBytes({ tail, record }: Rendering): number {
  return Math.ceil(tail.length * 1.25) + record.json.length
}

/** An LRU cache bounded by `maxBytes`. */
export function createRenderings({ maxBytes, alertStaleSeconds, attributionOf, correctsHeight }: RenderingsOptions) {
  const renderings = createMemoryCache<string, Rendering>('renderings', maxBytes, (rendering) => retainedBytes(rendering) + 200)

  /** A station's values are shown beside those of the same world only: nothing measured is put into simulated weather, or the reverse. */
  function viewOf({ record, station }: RenderingSource, now: number): StationView {
    const isUsable = station.simulated === record.simulated && now < outdatedAt(station)
    const report = isUsable ? station.report : null
    const credit = report === null ? null : attributionOf(report.station.source)
    return {
      report,
      heights: correctsHeight ? { place: station.height, analysis: record.height ?? null } : null,
      attribution: credit !== null && station.simulated ? simulatedCredit(credit) : credit,
    }
  }

  return {
    of(cellId: number, source: RenderingSource, units: UnitSystem, lang: Language, now: number): Rendering {
      const { record, alerts, station, supplements } = source
      const key = `${cellId} ${record.scope} ${units} ${lang}`
      const known = renderings.get(key)
      if (known !== undefined && isTrueAt(known, source, now)) return known
      const { ids: alertIds, until: alertsUntil } = alertIdsOf(alerts, alertStaleSeconds(), now, lang)
      const { data, from, until } = remainingAt(record.scope, dataWith(record, supplements), record.timezone, now)
      const view = viewOf(source, now)
      const payload = renderScope(record.scope, data, record, units, lang, alertIds, now, view)
      const tail = ownBytes(JSON.stringify(payload).slice(1))
      let compressed: CompressedPart | undefined
      const rendering: Rendering = {
        record,
        alerts,
        station,
        measured: view.report,
        supplements,
        alertIds,
        from,
        until: Math.min(until, alertsUntil, view.report === null ? Infinity : outdatedAt(station)),
        tail,
        compressed: () => (compressed ??= compressPart(tail)),
      }
      renderings.set(key, rendering)
      return rendering
    },
  }
}

/** Until when a station's reading may be shown, epoch milliseconds. */
function outdatedAt({ report }: PlaceStation): number {
  return report === null ? Infinity : parseInstant(report.reading.observedAt) + MAX_READING_AGE_MS
}
