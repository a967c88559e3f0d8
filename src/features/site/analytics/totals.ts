import type { SeriesPoint, Sums } from './admin-store.ts'
import { floorToPeriod } from './days.ts'
import type { RollUpPeriod } from './tables.ts'

const PAGEVIEW = 'pageview'

/** Page views since midnight, and the instants of midnight and of now. */
export interface LiveViews {
  readonly at: number
  readonly now: number
  readonly views: number
  readonly visitors: number
}

/**
 * The sums with the page views that they lack: they are some minutes old, and a span that ends now must not say less than today. By hour, what
 * is missing belongs to the current one.
 */
export function addMissingViews(
  series: readonly SeriesPoint[],
  { at, now, views, visitors }: LiveViews,
  period: RollUpPeriod,
): SeriesPoint[] {
  const today = series.filter(({ startsAt, type }) => type === PAGEVIEW && startsAt >= at)
  const missing = views - today.reduce((sum, { events }) => sum + events, 0)
  if (missing <= 0) return [...series]
  const startsAt = floorToPeriod(period, now)
  const last = today.find((point) => point.startsAt === startsAt)
  const raised: SeriesPoint = {
    startsAt,
    type: PAGEVIEW,
    events: (last?.events ?? 0) + missing,
    visitors: period === 'day' ? Math.max(last?.visitors ?? 0, visitors) : Math.max(last?.visitors ?? 0, 1),
    valueSum: last?.valueSum ?? null,
  }
  return [...series.filter((point) => point !== last), raised].toSorted((a, b) => a.startsAt - b.startsAt || (a.type < b.type ? -1 : 1))
}

/** The sums of a series by type of event. */
export function sumByType(series: readonly SeriesPoint[]): (Sums & { readonly type: string })[] {
  const totals = new Map<string, Sums & { readonly type: string }>()
  for (const { type, events, visitors, valueSum } of series) {
    const was = totals.get(type)
    totals.set(type, {
      type,
      events: events + (was?.events ?? 0),
      visitors: visitors + (was?.visitors ?? 0),
      valueSum: valueSum === null ? (was?.valueSum ?? null) : valueSum + (was?.valueSum ?? 0),
    })
  }
  return [...totals.values()].toSorted((a, b) => (a.type < b.type ? -1 : 1))
}
