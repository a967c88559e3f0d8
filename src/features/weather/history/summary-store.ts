import { type Kysely, sql } from 'kysely'
import { isCovered } from '../../../domain/coverage.ts'
import { commonKind, type WeatherKind } from '../../../domain/weather-kind.ts'
import { coveredTotal, type SummedHours } from './coverage.ts'
import { hourlyAmounts } from './hourly-amount-store.ts'
import type { Period } from './period.ts'
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

export type SummaryStore = ReturnType<typeof createSummaryStore>

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
  }
}
