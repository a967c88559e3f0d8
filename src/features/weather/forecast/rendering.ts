import { remainingAt } from '../../../domain/remaining.ts'
import { renderScope } from '../../../domain/render.ts'
import type { StationView } from '../../../domain/station-view.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import { dataWith } from '../../../gateway/index.ts'
import type { Language } from '../../../messages/languages.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { type CompressedPart, compressPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { ownBytes } from '../../../platform/own-bytes.ts'
import { alertIdsOf, type FoundScope, isSameScope, shownStation, type ShownStationOptions } from '../place-weather/index.ts'

/** The payload of one record in one unit system and language, as the trailing bytes of an answer. */
export interface Rendering extends FoundScope {
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
export function retainedBytes({ tail, record }: Rendering): number {
  return Math.ceil(tail.length * 1.25) + record.json.length
}

/** An LRU cache bounded by `maxBytes`. */
export function createRenderings({ maxBytes, alertStaleSeconds, ...shown }: RenderingsOptions) {
  const renderings = createMemoryCache<string, Rendering>('renderings', maxBytes, (rendering) => retainedBytes(rendering) + 200)

  return {
    of(cellId: number, source: FoundScope, units: UnitSystem, lang: Language, now: number): Rendering {
      const { record, alerts, station, supplements } = source
      const key = `${cellId} ${record.scope} ${units} ${lang}`
      const known = renderings.get(key)
      if (known !== undefined && isTrueAt(known, source, now)) return known
      const { ids: alertIds, until: alertsUntil } = alertIdsOf(alerts, alertStaleSeconds(), now, lang)
      const { data, from, until } = remainingAt(record.scope, dataWith(record, supplements), record.timezone, now)
      const { view, until: shownUntil } = shownStation(record, station, now, shown)
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
        until: Math.min(until, alertsUntil, shownUntil),
        tail,
        compressed: () => (compressed ??= compressPart(tail)),
      }
      renderings.set(key, rendering)
      return rendering
    },
  }
}
