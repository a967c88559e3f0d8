import {
  type DailyPoint,
  type WeatherKind,
  findCommonKind,
  findStartOfDay,
  getNextDay,
  isCovered,
  parseInstant,
  toCalendarDay,
} from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { MAX_DAILY_LEAD_MS } from './archive-rows.ts'
import { findCoveredTotal, type SummedHours, computeSummedHours } from './coverage.ts'
import { buildHourlyAmountsQuery } from './hourly-amount-store.ts'
import type { Period } from './period.ts'
import type { Archived, Compared } from './read-store.ts'
import type { HistoryTables } from './tables.ts'

/** The observations of a period, in canonical units. Null if there are none. */
export interface ObservedSummary {
  readonly observationCount: number
  /** What the values may be called (`WeatherKind`); null if there are none. */
  readonly kind: WeatherKind | null
  readonly firstObservedAt: Date | null
  readonly lastObservedAt: Date | null
  /** Null, like the highest gust, if too few of the `hours` are known. */
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly temperatureMean: number | null
  /** How many of the `hours` have a temperature. */
  readonly temperatureHours: number
  /** Null if too few of its hours are known. */
  readonly precipitationTotal: number | null
  /** How many of the `hours` summed have a known amount. */
  readonly hoursCovered: number
  readonly hours: number
  readonly windGustMax: number | null
  /** How many of the `hours` have a wind speed or gust: sources omit gusts that are not worth stating. */
  readonly windHours: number
}

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

/** A source's last forecast of the days of a cell. */
export interface IssuedDays extends Archived {
  readonly issuedAt: Date
  /** Fields that are null are omitted. Canonical units. */
  readonly points: readonly (Pick<DailyPoint, 'date'> & Partial<DailyPoint>)[]
}

export type SummaryStore = ReturnType<typeof createSummaryStore>

/** Aggregates the archive in PostgreSQL, by period and by day. Database errors are thrown. */
export function createSummaryStore(db: Kysely<HistoryTables>) {
  return {
    /** Summarises what one source reported; `summed` are the hours that make up the total. */
    async summarise(cellId: number, source: string, { fromMs, toMs }: Period, summed: SummedHours): Promise<ObservedSummary> {
      const hour = sql`date_bin('1 hour', observed_at, ${new Date(fromMs)})`
      const { rows } = await sql<Omit<ObservedSummary, 'kind' | 'hours'> & { readonly kinds: readonly WeatherKind[] | null }>`
        with observed as (
          select * from observation where cell = ${cellId} and source = ${source}
            and observed_at between ${new Date(fromMs)} and ${new Date(toMs)}
        ), hour as (${buildHourlyAmountsQuery(cellId, source, summed)}
        )
        select count(*) as "observationCount", array_agg(distinct kind) as kinds, min(observed_at) as "firstObservedAt", max(observed_at) as "lastObservedAt",
          min(temperature) as "temperatureMin", max(temperature) as "temperatureMax", avg(temperature) as "temperatureMean",
          count(distinct ${hour}) filter (where temperature is not null) as "temperatureHours",
          max(wind_gust) as "windGustMax", count(distinct ${hour}) filter (where wind_speed is not null or wind_gust is not null) as "windHours", (select sum(amount) from hour) as "precipitationTotal",
          (select count(*) from hour) as "hoursCovered"
        from observed`.execute(db)
      const { kinds, precipitationTotal, hoursCovered, ...observed } = rows[0] as (typeof rows)[number]
      const { hours } = summed
      // The last hour may have begun only.
      const [temperatureHours, windHours] = [Math.min(observed.temperatureHours, hours), Math.min(observed.windHours, hours)]
      const hasTemperatures = isCovered('extremes', temperatureHours, hours)
      return {
        ...observed,
        ...(hasTemperatures ? {} : { temperatureMin: null, temperatureMax: null, temperatureMean: null }),
        temperatureHours,
        ...(isCovered('extremes', windHours, hours) ? {} : { windGustMax: null }),
        windHours,
        kind: findCommonKind(kinds ?? []),
        precipitationTotal: findCoveredTotal(precipitationTotal, hoursCovered, hours),
        hoursCovered,
        hours,
      }
    },

    /**
     * The days of a period as observed and forecast by the given sources, in order; days without observations are omitted. `now`: epoch
     * milliseconds.
     */
    async listDays(cellId: number, sources: Compared, { fromMs, toMs }: Period, timezone: string, now: number): Promise<PastDay[]> {
      const dates = datesOf(fromMs, toMs, timezone)
      if (dates.length === 0) return []
      // Days are delimited by their first instants: the database may not know the zone, and inverts the sign of fixed zones.
      const starts = dates.map((date) => findStartOfDay(date, timezone))
      const ends = dates.map((date) => findStartOfDay(getNextDay(date), timezone))
      const wholeDays = { fromMs: parseInstant(starts[0] ?? ''), toMs: parseInstant(ends.at(-1) ?? '') - 1_000 }
      const { rows } = await sql<Omit<PastDay, 'date' | 'hours'> & { readonly day: number }>`
        with bounds as (
          select ${starts}::timestamptz[] as starts
        ), observed as (
          select width_bucket(observed_at, starts) as day, temperature, date_bin('1 hour', observed_at, ${starts[0]}::timestamptz) as hour,
            observed_at between ${new Date(fromMs)} and ${new Date(toMs)} as is_within
          from observation, bounds where cell = ${cellId} and source = ${sources.truth}
            and observed_at between ${new Date(wholeDays.fromMs)} and ${new Date(wholeDays.toMs)}
        ), hour as (${buildHourlyAmountsQuery(cellId, sources.truth, computeSummedHours(wholeDays, now))}
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
        const { hours } = computeSummedHours(whole, now)
        const { temperatureHours } = known
        return [
          {
            date,
            ...known,
            ...(isCovered('extremes', temperatureHours, hoursOf(whole)) ? {} : { temperatureMin: null, temperatureMax: null }),
            precipitationTotal: findCoveredTotal(known.precipitationTotal, known.hoursCovered, hours),
            hours,
          },
        ]
      })
    },

    /** The last issue of each source after `sinceMs` (epoch milliseconds), by source. */
    async listIssued(cellId: number, sinceMs: number): Promise<IssuedDays[]> {
      const { rows } = await sql<IssuedDays>`
        select distinct on (source) source, simulated, issued_at as "issuedAt", points from daily_issue
        where cell = ${cellId} and issued_hour > ${new Date(sinceMs - HOUR_MS)} and issued_at > ${new Date(sinceMs)}
        order by source, issued_hour desc`.execute(db)
      return rows
    },
  }
}

const hoursOf = ({ fromMs, toMs }: Period): number => Math.round((toMs - fromMs) / HOUR_MS)

/** The calendar days that a period touches. */
function datesOf(fromMs: number, toMs: number, timezone: string): string[] {
  const last = toCalendarDay(toMs, timezone)
  const dates: string[] = []
  for (let date = toCalendarDay(fromMs, timezone); date <= last; date = getNextDay(date)) {
    dates.push(date)
  }
  return dates
}
