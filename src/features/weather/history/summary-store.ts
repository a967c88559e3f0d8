import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LEAD_HOURS, MATCH_WITHIN_MINUTES, WET_HOUR_MM } from '../../../domain/accuracy.ts'
import { isCovered } from '../../../domain/coverage.ts'
import { commonKind, type WeatherKind } from '../../../domain/weather-kind.ts'
import { coveredTotal, type SummedHours } from './coverage.ts'
import { amountOf, hourlyAmounts } from './hourly-amount-store.ts'
import type { Period } from './period.ts'
import type { Compared } from './read-store.ts'
import type { HistoryTables } from './tables.ts'
import { HOUR_MS } from '../../../time.ts'

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

/** How forecasts of one lead time group compare with observations. */
export interface Accuracy {
  readonly leadHours: number
  /** Pairs in which both temperatures are known. */
  readonly n: number
  readonly temperatureMae: number | null
  /** Forecast minus observed. */
  readonly temperatureBias: number | null
  /** Pairs in which both sides say whether the hour was wet. */
  readonly precipitationN: number
  readonly precipitationHitRate: number | null
  readonly precipitationFalseAlarmRate: number | null
}

export type SummaryStore = ReturnType<typeof createSummaryStore>

const MAX_LEAD_MS = Math.max(...LEAD_HOURS) * HOUR_MS

/** The first moment beyond each group: a group includes its bound to the last second. */
const GROUP_ENDS = sql.join(LEAD_HOURS.map((hours) => sql`issue.issued_at + ${sql.lit(`${hours * 3_600 + 1} seconds`)}::interval`))

/** Aggregates the archive in PostgreSQL. Database errors are thrown. */
export function createSummaryStore(db: Kysely<HistoryTables>) {
  return {
    /** Summarises what one source reported; `summed` are the hours that make up the total. */
    async summarise(cellId: number, source: string, { fromMs, toMs }: Period, summed: SummedHours): Promise<ObservedSummary> {
      const hour = sql`date_bin('1 hour', observed_at, ${new Date(fromMs)})`
      const { rows } = await sql<Omit<ObservedSummary, 'kind' | 'hours'> & { readonly kinds: readonly WeatherKind[] | null }>`
        with observed as (
          select * from observation where cell = ${cellId} and source = ${source}
            and observed_at between ${new Date(fromMs)} and ${new Date(toMs)}
        ), hour as (${hourlyAmounts(cellId, source, summed)}
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
        kind: commonKind(kinds ?? []),
        precipitationTotal: coveredTotal(precipitationTotal, hoursCovered, hours),
        hoursCovered,
        hours,
      }
    },

    /** Compares the forecasts of one source with the values of another, or its own. Groups without pairs are omitted. */
    async listAccuracy(cellId: number, sources: Compared, period: Period): Promise<Accuracy[]> {
      const { rows } = await accuracyQuery(cellId, sources, period).execute(db)
      return rows.map(withRates)
    },
  }
}

type Counted = Omit<Accuracy, 'precipitationHitRate' | 'precipitationFalseAlarmRate'> & {
  readonly hits: number
  readonly misses: number
  readonly falseAlarms: number
}

function withRates({ hits, misses, falseAlarms, ...counted }: Counted): Accuracy {
  return {
    ...counted,
    precipitationHitRate: hits + misses === 0 ? null : hits / (hits + misses),
    precipitationFalseAlarmRate: hits + falseAlarms === 0 ? null : falseAlarms / (hits + falseAlarms),
  }
}

/**
 * Pairs each forecast of a moment in the period, issued before it, with the observation nearest to that moment. An hour's amount is
 * compared with the observation at its end, which covers the preceding 60 minutes. A lead belongs to the first group whose bound is not
 * below it.
 */
function accuracyQuery(cellId: number, sources: Compared, { fromMs, toMs }: Period): RawBuilder<Counted> {
  const [from, to] = [new Date(fromMs), new Date(toMs)]
  return sql<Counted>`
    with forecast as (
      select hour.valid_at, hour.temperature::float8, ${amountOf('hour')} as precipitation,
        1 + width_bucket(hour.valid_at, hour.group_ends) as "group"
      from (
        select issue.source, issue.issued_at, array[${GROUP_ENDS}] as group_ends, unnest(issue.valid_at) as valid_at,
          unnest(issue.temperature) as temperature, unnest(issue.precipitation) as precipitation, unnest(issue.condition) as condition
        from hourly_issue issue
        where issue.cell = ${cellId} and issue.source = ${sources.forecast}
          and issue.issued_hour between ${new Date(fromMs - MAX_LEAD_MS - HOUR_MS)} and ${to}
          and issue.last_valid_at >= ${from}
      ) hour
      where hour.valid_at between ${from} and ${to} and hour.valid_at > hour.issued_at and hour.valid_at < hour.group_ends[${LEAD_HOURS.length}]
    ), valid as (
      select distinct valid_at from forecast
    ), moment as (
      select valid_at as at from valid union select valid_at + interval '1 hour' from valid
    ), observed as materialized (
      select moment.at, nearest.temperature::float8, ${amountOf('nearest')} as precipitation
      from moment cross join lateral (
        select source, temperature, precipitation, condition from observation
        where cell = ${cellId} and source = ${sources.truth} and observed_at >= moment.at - ${`${MATCH_WITHIN_MINUTES} minutes`}::interval
          and observed_at < moment.at + ${`${MATCH_WITHIN_MINUTES} minutes`}::interval
        order by greatest(observed_at - moment.at, moment.at - observed_at), observed_at desc limit 1
      ) nearest
    ), pair as (
      select "group", forecast.temperature - at_start.temperature as error,
        forecast.precipitation >= ${WET_HOUR_MM} as said_wet, at_end.precipitation >= ${WET_HOUR_MM} as was_wet
      from forecast left join observed at_start on at_start.at = forecast.valid_at
        left join observed at_end on at_end.at = forecast.valid_at + interval '1 hour'
    )
    select (${LEAD_HOURS}::int[])["group"] as "leadHours", count(error) as n, avg(abs(error)) as "temperatureMae",
      avg(error) as "temperatureBias",
      count(*) filter (where said_wet is not null and was_wet is not null) as "precipitationN",
      count(*) filter (where said_wet and was_wet) as hits,
      count(*) filter (where not said_wet and was_wet) as misses,
      count(*) filter (where said_wet and not was_wet) as "falseAlarms"
    from pair where error is not null or (said_wet is not null and was_wet is not null)
    group by "group" order by "group"`
}
