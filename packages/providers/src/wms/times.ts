import { DAY_MS, HOUR_MS, MINUTE_MS } from '@isobar/weather'

/** More than any known list of two hours has; a longer one is not read. */
const MAX_ITEMS = 5_000
/** Of one interval within the window; a finer step says nothing about when pictures are made (`PT1S`). */
const MAX_STEPS = 300

/** From when to when, epoch milliseconds, both included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The times within a span of a WMS dimension (OGC 06-042, annex C: instants and `start/end/period`, separated by commas), ascending, with the end of
 * the last item, which may lie beyond; null if it is none. An interval is never expanded outside of the span.
 */
export function readTimes(dimension: string, span: Span): { readonly times: readonly number[]; readonly end: number } | null {
  const items = dimension.split(',', MAX_ITEMS + 1)
  if (items.length > MAX_ITEMS) return null
  const times = new Set<number>()
  let end = Number.NEGATIVE_INFINITY
  for (const item of items) {
    const [first = '', last, period, ...rest] = item.trim().split('/', 4)
    const start = readInstant(first)
    if (start === null || rest.length > 0) return null
    if (last === undefined) {
      if (start >= span.from && start <= span.to) times.add(start)
      end = Math.max(end, start)
      continue
    }
    const stop = readInstant(last)
    const step = readPeriod(period ?? '')
    if (stop === null || step === null || stop < start) return null
    const earliest = start + Math.max(0, Math.ceil((span.from - start) / step)) * step
    const latest = Math.min(stop, span.to)
    if ((latest - earliest) / step > MAX_STEPS) return null
    for (let time = earliest; time <= latest; time += step) times.add(time)
    end = Math.max(end, stop)
  }
  return { times: [...times].toSorted((a, b) => a - b), end }
}

/** Epoch milliseconds of a UTC time, which may end after its date; null if it is none. */
function readInstant(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** The milliseconds of a period of days, hours, minutes and seconds; null if it is none, or has months or years, which have no length of their own. */
function readPeriod(text: string): number | null {
  const found = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?)?$/.exec(text)
  if (found === null) return null
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number]
  const total = days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000
  return total > 0 ? total : null
}
