import { type Extent, type FreshnessWindow, gradeFreshnessInWindow } from '@isobar/weather'
import { computeAgeMs, DAY_MS } from '../time.ts'
import type { ScopeRecord } from './record.ts'
import type { Source } from './sources.ts'
import type { Supply } from './supply.ts'

/** How far a series is asked for, epoch milliseconds; what is omitted is not. */
export type WantedExtent = { readonly [K in keyof Extent]?: number }

type Extended = ScopeRecord<'extended'>

/**
 * Which sources' extended series continue the shown one until what is asked for is reached: in the sources' order, each that reaches further than those before it.
 * `able` are the sources at the place, in their order; `isQuiet` says which are left alone at present. A source that may reach further and has no record that is
 * good enough is `wanted`. Data counts until it would be an emergency, and so does the knowledge that a source reaches no further.
 */
export function findContinuations<A extends Pick<Source, 'id' | 'forecastDays'>>(
  shown: Extended,
  known: readonly Extended[],
  able: readonly A[],
  until: WantedExtent,
  { window, isQuiet, now }: { readonly window: FreshnessWindow; readonly isQuiet: (source: A) => boolean; readonly now: number },
): Supply<'extended'> {
  const supplements: { readonly record: Extended; readonly groups: readonly never[] }[] = []
  let reached = shown.available ? extentOfRecord(shown) : NOWHERE
  for (const source of able) {
    const missing = missingIn(reached, until)
    if (missing.length === 0) break
    if (source.id === shown.source || !missing.some((kind) => now + (source.forecastDays ?? 0) * DAY_MS > reached[kind])) continue
    const record = known.find((each) => each.source === source.id)
    const freshness = record === undefined ? 'expired' : gradeFreshnessInWindow(window, computeAgeMs(record.fetchedAt, now))
    if (record === undefined || (freshness !== 'fresh' && freshness !== 'acceptable')) {
      if (!isQuiet(source)) return { record: shown, supplements, wanted: source.id }
      continue
    }
    if (!record.available || (shown.available && record.simulated !== shown.simulated)) continue
    const extent = extentOfRecord(record)
    if (!missing.some((kind) => extent[kind] > reached[kind])) continue
    supplements.push({ record, groups: [] })
    reached = {
      hours: Math.max(reached.hours, extent.hours),
      steps: Math.max(reached.steps, extent.steps),
      days: Math.max(reached.days, extent.days),
    }
  }
  return { record: shown, supplements, wanted: undefined }
}

const NOWHERE: Extent = { hours: 0, steps: 0, days: 0 }

function extentOfRecord({ extent = NOWHERE }: Extended): Extent {
  return extent
}

function missingIn(reached: Extent, until: WantedExtent): readonly (keyof Extent)[] {
  return KINDS.filter((kind) => reached[kind] < (until[kind] ?? 0))
}

const KINDS = ['hours', 'steps', 'days'] as const
