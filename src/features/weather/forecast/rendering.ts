import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { type AlertRecord, dataOf, type ScopeRecord } from '../../../gateway/index.ts'
import { type CompressedPart, compressPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { ownBytes } from '../../../platform/own-bytes.ts'
import { remainingAt } from '../../../domain/remaining.ts'
import { renderScope } from '../../../domain/render.ts'
import type { PublicScope } from '../../../domain/scope.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import { type AlertIds, alertIdsOf } from './alert-ids.ts'
import type { Language } from '../../../messages/languages.ts'

/** The inputs of a payload's cached bytes: while these are the same objects, the bytes are still valid. */
export interface RenderingSource {
  readonly record: ScopeRecord<PublicScope>
  /** The cell's alerts by source, if the payload lists alerts; `NO_ALERTS` in the other scopes. */
  readonly alerts: readonly AlertRecord[]
}

/** For scopes that list no alerts. */
export const NO_ALERTS: readonly AlertRecord[] = []

/** The payload of one record in one unit system and language, as the trailing bytes of an answer. */
export interface Rendering extends RenderingSource {
  readonly alertIds: AlertIds['ids']
  /** The bytes are valid from this moment (epoch milliseconds; -Infinity: unbounded) … */
  readonly from: number
  /** … until a point of the series is over, an alert ends, or the alerts become unknown. */
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
}

/** Whether the cached bytes are valid for the source at `now`. If the clock was set back, `now` may lie before `from`. */
export function isTrueAt(rendering: Rendering, source: RenderingSource, now: number): boolean {
  return rendering.record === source.record && rendering.alerts === source.alerts && rendering.from <= now && now < rendering.until
}

/**
 * The bytes that a rendering retains: its tail, the compressed form, which is about a fifth of that, and its record, which lives as long as
 * the rendering even when the cell has a newer one.
 */
export function retainedBytes({ tail, record }: Rendering): number {
  return Math.ceil(tail.length * 1.25) + record.json.length
}

/** An LRU cache bounded by `maxBytes`. */
export function createRenderings({ maxBytes, alertStaleSeconds }: RenderingsOptions) {
  const renderings = createMemoryCache<string, Rendering>('renderings', maxBytes, (rendering) => retainedBytes(rendering) + 200)

  return {
    of(cellId: number, source: RenderingSource, units: UnitSystem, lang: Language, now: number): Rendering {
      const { record, alerts } = source
      const key = `${cellId} ${record.scope} ${units} ${lang}`
      const known = renderings.get(key)
      if (known !== undefined && isTrueAt(known, source, now)) return known
      const { ids: alertIds, until: alertsUntil } = alertIdsOf(alerts, alertStaleSeconds(), now, lang)
      const { data, from, until } = remainingAt(record.scope, dataOf(record), record.timezone, now)
      const payload = renderScope(record.scope, data, record, units, lang, alertIds, now)
      const tail = ownBytes(JSON.stringify(payload).slice(1))
      let compressed: CompressedPart | undefined
      const rendering: Rendering = {
        record,
        alerts,
        alertIds,
        from,
        until: Math.min(until, alertsUntil),
        tail,
        compressed: () => (compressed ??= compressPart(tail)),
      }
      renderings.set(key, rendering)
      return rendering
    },
  }
}
