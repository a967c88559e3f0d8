import { type Kysely, sql } from 'kysely'
import { calendarDayAt, startOfDay } from '../../../domain/local-time.ts'
import { MAX_DAILY_LEAD_MS } from './archive-rows.ts'
import type { Period } from './period.ts'
import type { HistoryTables } from './tables.ts'
import { DAY_MS } from '../../../time.ts'

/** A calendar day at the place: the observations, and the forecasts issued before it began. Canonical units. */
export interface PastDay {
  readonly date: string
  readonly observationCount: number
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly precipitationTotal: number | null
  readonly forecastMin: number | null
  readonly forecastMax: number | null
}

export type DayStore = ReturnType<typeof createDayStore>

/** Reads days from the archive. Database errors are thrown. */
export function createDayStore(db: Kysely<HistoryTables>) {
  return {
    /** The days of a period, in order; days without observations are omitted. */
    async listDays(cellId: number, { fromMs, toMs }: Period, timezone: string): Promise<PastDay[]> {
      const dates = datesOf(fromMs, toMs, timezone)
      // Days are delimited by their first moments: the database may not know the zone, and inverts the sign of fixed zones.
      const starts = dates.map((date) => startOfDay(date, timezone))
      const { rows } = await sql<Omit<PastDay, 'date'> & { readonly day: number }>`
        with bounds as (
          select ${starts}::timestamptz[] as starts
        ), observed as (
          select width_bucket(observed_at, starts) as day, observed_at, recorded_at, source, temperature, precipitation
          from observation, bounds where cell = ${cellId} and observed_at between ${new Date(fromMs)} and ${new Date(toMs)}
        ), marked as (
          select observed_at, recorded_at, source, precipitation, date_bin('1 hour', observed_at + interval '30 minutes', 'epoch') as mark
          from observed where precipitation is not null
        ), hour as (
          select distinct on (mark) mark, precipitation from marked
          order by mark, abs(extract(epoch from observed_at - mark)), observed_at desc, source
        ), wet as (
          select width_bucket(mark - interval '1 minute', starts) as day, sum(precipitation::float8) as total from hour, bounds group by day
        ), told as (
          select distinct on (moment.valid_at) width_bucket(moment.valid_at, starts) as day, issue.points -> (moment.position - 1)::int as point
          from bounds, daily_issue issue cross join lateral unnest(issue.valid_at) with ordinality moment (valid_at, position)
          where issue.cell = ${cellId} and issue.issued_hour between ${new Date(fromMs - MAX_DAILY_LEAD_MS - DAY_MS)} and ${new Date(toMs)}
            and issue.last_valid_at >= ${new Date(fromMs)} and issue.issued_at < moment.valid_at
            and moment.valid_at between ${starts[0]}::timestamptz and ${new Date(toMs)}
          order by moment.valid_at, issue.issued_at desc, issue.source
        )
        select day, count(*) as "observationCount", min(temperature) as "temperatureMin", max(temperature) as "temperatureMax",
          (select total from wet where wet.day = observed.day) as "precipitationTotal",
          (select (point ->> 'temperatureMin')::float8 from told where told.day = observed.day limit 1) as "forecastMin",
          (select (point ->> 'temperatureMax')::float8 from told where told.day = observed.day limit 1) as "forecastMax"
        from observed group by day order by day`.execute(db)
      return rows.flatMap(({ day, ...known }) => {
        const date = dates[day - 1]
        return date === undefined ? [] : [{ date, ...known }]
      })
    },
  }
}

/** The calendar days that a period touches. */
function datesOf(fromMs: number, toMs: number, timezone: string): string[] {
  const last = calendarDayAt(toMs, timezone)
  const dates: string[] = []
  for (let date = calendarDayAt(fromMs, timezone); date <= last; date = Temporal.PlainDate.from(date).add({ days: 1 }).toString()) {
    dates.push(date)
  }
  return dates
}
