import { buildInvalidFieldError } from '../../../errors.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { MAX_DAILY_LEAD_MS } from './archive-rows.ts'

/** A period with both ends inclusive. Epoch milliseconds. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** The periods of a request: observations within `observed`, forecasts for instants within `forecast`. */
export interface Periods {
  readonly observed: Period
  readonly forecast: Period
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
const WEEK_MS = 7 * DAY_MS
const EARLIEST_MS = Date.UTC(1970, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

/**
 * `from` and `to` are instants or calendar days at the place, `to` including the whole day. Default: the last 7 days, and forecasts for the
 * next 7 days too.
 * @throws AppError invalid_request naming the parameter
 */
export function parsePeriods(from: string | undefined, to: string | undefined, timezone: string, nowMs: number): Periods {
  const start = from === undefined ? undefined : parseBound('from', from, timezone, 'start')
  const end = to === undefined ? undefined : parseBound('to', to, timezone, 'end')
  const toMs = end ?? Math.max(nowMs, start ?? 0)
  const fromMs = start ?? toMs - WEEK_MS
  if (fromMs > toMs) throw buildInvalidFieldError('from', 'must not be after `to`')
  return { observed: { fromMs, toMs }, forecast: { fromMs, toMs: end ?? Math.max(nowMs + WEEK_MS, fromMs) } }
}

/** Clamps the periods to what the archive can contain: retention is exact, although whole months are dropped at a time. */
export function limitPeriodsToArchive({ observed, forecast }: Periods, nowMs: number, retentionMs: number): Periods {
  const clamp = ({ fromMs, toMs }: Period): Period => ({
    fromMs: Math.max(fromMs, nowMs - retentionMs),
    toMs: Math.min(toMs, nowMs + MAX_DAILY_LEAD_MS),
  })
  // The future has forecasts only.
  return { observed: clamp({ ...observed, toMs: Math.min(observed.toMs, nowMs + HOUR_MS) }), forecast: clamp(forecast) }
}

/** The steps in which observations of a period are listed, the newest first. */
export function listObservedSteps(observed: Period): Period[] {
  return stepsOf(observed, 7 * DAY_MS).toReversed()
}

/** The steps in which forecasts for a period are listed. */
export function listForecastSteps(forecast: Period): Period[] {
  return stepsOf(forecast, DAY_MS)
}

/** Splits the period into steps that do not overlap: archived instants are whole seconds, and both ends of a step are inclusive. */
function stepsOf({ fromMs, toMs }: Period, stepMs: number): Period[] {
  const steps: Period[] = []
  for (let start = fromMs; start <= toMs; start += stepMs) steps.push({ fromMs: start, toMs: Math.min(toMs, start + stepMs - 1) })
  return steps
}

function parseBound(path: string, text: string, timezone: string, edge: 'start' | 'end'): number {
  const ms = DATE.test(text) ? edgeOfDay(text, timezone, edge) : INSTANT.test(text) ? attempt(() => instantMs(text)) : null
  if (ms === null) throw buildInvalidFieldError(path, 'must be a date (2026-11-21) or an instant (2026-11-21T03:00:00Z)')
  if (ms < EARLIEST_MS || ms >= LATEST_MS) throw buildInvalidFieldError(path, 'must be between 1970 and 2200')
  return ms
}

/** The day's first or last second at the place: days with a clock change have 23 or 25 hours, and midnight may be skipped. */
function edgeOfDay(text: string, timezone: string, edge: 'start' | 'end'): number | null {
  return attempt(() => {
    const day = Temporal.PlainDate.from(text)
    if (edge === 'start') return day.toZonedDateTime(timezone).epochMilliseconds
    return day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds - 1_000
  })
}

function instantMs(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds
}

/** Null for a date or time that does not exist. */
function attempt(parse: () => number): number | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
