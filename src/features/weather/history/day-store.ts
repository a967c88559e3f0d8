import { type Kysely, sql } from 'kysely'
import { isCovered } from '../../../domain/coverage.ts'
import { parseInstant } from '../../../domain/instant.ts'
import { calendarDayAt, dayAfter, startOfDay } from '../../../domain/local-time.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { MAX_DAILY_LEAD_MS } from './archive-rows.ts'
import { coveredTotal, summedHours } from './coverage.ts'
import { hourlyAmounts } from './hourly-amount-store.ts'
import type { Period } from './period.ts'
import type { Compared } from './read-store.ts'
import type { HistoryTables } from './tables.ts'

/** A calendar day at the place: the observations, and the forecasts issued before it began. Canonical units. */
export interface PastDay {
  readonly date: string
  /** Within the period. */
  readonly observationCount: number
  /** Of the whole day; null if too few of all its hours are known, so a day that has not ended has none for most of the time. */
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  /** How many hours of the day have a temperature. */
  readonly temperatureHours: number
  /** Of the whole day so far; null if too few of its hours are known. */
  readonly precipitationTotal: number | null
  /** How many of the day's `hours` so far have a known amount. */
  readonly hoursCovered: number
  readonly hours: number
  readonly forecastMin: number | null
  readonly forecastMax: number | null
}

export type DayStore = ReturnType<typeof createDayStore>

/** Reads days from the archive. Database errors are thrown. */
export function createDayStore(db: Kysely<HistoryTables>) {
  return {
    /**
     * The days of a period as observed and forecast by the given sources, in order; days without observations are omitted. `now`: epoch
     * milliseconds.
     */
    async listDays(cellId: number, sources: Compared, { fromMs, toMs }: Period, timezone: string, now: number): Promise<PastDay[]> {
      const dates = datesOf(fromMs, toMs, timezone)
      if (dates.length === 0) return []
      // Days are delimited by their first instants: the database may not know the zone, and inverts the sign of fixed zones.
      const starts = dates.map((date) => startOfDay(date, timezone))
      const ends = dates.map((date) => startOfDay(dayAfter(date), timezone))
      const wholeDays = { fromMs: parseInstant(starts[0] ?? ''), toMs: parseInstant(ends.at(-1) ?? '') - 1_000 }
      const { rows } = await sql<Omit<PastDay, 'date' | 'hours'> & { readonly day: number }>`
        with bounds as (
          select ${starts}::timestamptz[] as starts
        ), observed as (
          select width_bucket(observed_at, starts) as day, temperature, date_bin('1 hour', observed_at, ${starts[0]}::timestamptz) as hour,
            observed_at between ${new Date(fromMs)} and ${new Date(toMs)} as is_within
          from observation, bounds where cell = ${cellId} and source = ${sources.truth}
            and observed_at between ${new Date(wholeDays.fromMs)} and ${new Date(wholeDays.toMs)}
        ), hour as (${hourlyAmounts(cellId, sources.truth, summedHours(wholeDays, now))}
        ), wet as (
          select width_bucket(mark - interval '1 minute', starts) as day, sum(amount) as total, count(*) as covered from hour, bounds group by day
        ), forecast as (
          select distinct on (moment.valid_at) width_bucket(moment.valid_at, starts) as day, issue.points -> (moment.position - 1)::int as point
          from bounds, daily_issue issue cross join lateral unnest(issue.valid_at) with ordinality moment (valid_at, position)
          where issue.cell = ${cellId} and issue.source = ${sources.forecast} and issue.issued_hour between ${new Date(fromMs - MAX_DAILY_LEAD_MS - DAY_MS)} and ${new Date(toMs)}
            and issue.last_valid_at >= ${new Date(fromMs)} and issue.issued_at < moment.valid_at
            and moment.valid_at between ${starts[0]}::timestamptz and ${new Date(toMs)}
          order by moment.valid_at, issue.issued_at desc
        )
        select day, count(*) filter (where is_within) as "observationCount", min(temperature) as "temperatureMin",
          max(temperature) as "temperatureMax", count(distinct hour) filter (where temperature is not null) as "temperatureHours",
          (select total from wet where wet.day = observed.day) as "precipitationTotal",
          coalesce((select covered from wet where wet.day = observed.day), 0) as "hoursCovered",
          (select (point ->> 'temperatureMin')::float8 from forecast where forecast.day = observed.day limit 1) as "forecastMin",
          (select (point ->> 'temperatureMax')::float8 from forecast where forecast.day = observed.day limit 1) as "forecastMax"
        from observed group by day having bool_or(is_within) order by day`.execute(db)
      return rows.flatMap(({ day, ...known }) => {
        const date = dates[day - 1]
        if (date === undefined) return []
        const whole = { fromMs: parseInstant(starts[day - 1] ?? ''), toMs: parseInstant(ends[day - 1] ?? '') - 1_000 }
        const { hours } = summedHours(whole, now)
        const { temperatureHours } = known
        return [
          {
            date,
            ...known,
            ...(isCovered('extremes', temperatureHours, hoursOf(whole)) ? {} : { temperatureMin: null, temperatureMax: null }),
            precipitationTotal: coveredTotal(known.precipitationTotal, known.hoursCovered, hours),
            hours,
          },
        ]
      })
    },
  }
}

/** How many hours a whole day has. */
const hoursOf = ({ fromMs, toMs }: Period): number => Math.round((toMs - fromMs) / HOUR_MS)

/** The calendar days that a period touches. */
function datesOf(fromMs: number, toMs: number, timezone: string): string[] {
  const last = calendarDayAt(toMs, timezone)
  const dates: string[] = []
  for (let date = calendarDayAt(fromMs, timezone); date <= last; date = dayAfter(date)) {
    dates.push(date)
  }
  return dates
}
