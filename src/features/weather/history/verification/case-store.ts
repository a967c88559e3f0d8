import { BASELINE_DAYS, LEAD_HOURS, VERIFIED_AIR } from '@isobar/weather'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS, toUtcDay } from '../../../../time.ts'
import { MAX_DAILY_LEAD_MS } from '../archive-rows.ts'
import { buildAmountExpression } from '../hourly-amount-store.ts'
import type { HistoryTables } from '../tables.ts'
import type { AirAnalysis, AirForecast, DayForecast, HourForecast } from './cases.ts'
import type { Reading } from './truth.ts'

export interface CellOfDay {
  readonly cell: number
  readonly timezone: string
  readonly simulated: boolean
}

export type CaseStore = ReturnType<typeof createCaseStore>

const BOUNDS_MS = LEAD_HOURS.map((hours) => hours * HOUR_MS)
const MAX_LEAD_MS = Math.max(...BOUNDS_MS)
/** Days ahead that highs and lows are verified for. */
const MAX_DAYS_AHEAD = 7
/** The second at which each band has ended: a band includes its bound. */
const BAND_ENDS = sql.join(LEAD_HOURS.map((hours) => sql.lit(hours * 3_600 + 1)))

/** Reads from the archive what a cell's verification needs. Days are epoch milliseconds of their midnight (UTC). Database errors are thrown. */
export function createCaseStore(db: Kysely<HistoryTables>) {
  return {
    /**
     * The readings of the day, of the days before it that baselines need, and of the hours after it that local days extend into; one per
     * source and step.
     */
    async listReadings(cell: number, day: number): Promise<Reading[]> {
      const { fromMs, toMs } = computeReadingPeriod(day)
      const [from, to] = [new Date(fromMs), new Date(toMs)]
      const { rows } = await sql<Reading>`
        select source, kind, observed_at as "observedAt", temperature, wind_speed as "windSpeed", wind_gust as "windGust",
          wind_direction as "windDirection", ${buildAmountExpression('reading')} as precipitation
        from (
          select distinct on (source, kind, step) *
          from (
            select *, date_bin('15 minutes', observed_at + interval '7 minutes 30 seconds', 'epoch') as step
            from observation where cell = ${cell} and observed_at between ${from} and ${to} and kind <> 'forecast'
          ) stepped order by source, kind, step, abs(extract(epoch from observed_at - step))
        ) reading order by observed_at`.execute(db)
      return rows
    },

    /**
     * Forecasts of the hours of a day: for each source, hour and lead time band, the first issue of the band, whose lead is closest to the
     * band's name. So no hour counts twice. In one order, as sums of fractions differ by it in their last digits.
     */
    async listHours(cell: number, day: number): Promise<HourForecast[]> {
      const { rows } = await sql<HourForecast>`
        with ${firstOfBands('hourly_issue', cell, day)}
        select hour.source, hour."validAt", hour."leadHours", hour.temperature, hour."windSpeed", hour."windGust", hour."windDirection",
          ${buildAmountExpression('hour')} as precipitation, hour."precipitationProbability"
        from (
          select picked.source, picked.valid_at as "validAt", picked.lead_hours as "leadHours", issue.temperature[position],
            issue.wind_speed[position] as "windSpeed", issue.wind_gust[position] as "windGust", issue.wind_direction[position] as "windDirection",
            issue.precipitation[position] as precipitation, issue.condition[position] as condition,
            issue.precipitation_probability[position] as "precipitationProbability"
          from picked join hourly_issue issue on issue.cell = ${cell} and issue.issued_hour = picked.issued_hour and issue.source = picked.source
        ) hour order by hour.source, hour."validAt", hour."leadHours"`.execute(db)
      return rows
    },

    /** Forecasts of the air of a day's hours, chosen like those of the weather. */
    async listAirHours(cell: number, day: number): Promise<AirForecast[]> {
      const { rows } = await sql<AirForecast>`
        with ${firstOfBands('air_issue', cell, day)}
        select picked.source, picked.valid_at as "validAt", picked.lead_hours as "leadHours",
          ${sql.join(VERIFIED_AIR.map((name) => sql`issue.${sql.ref(name)}[picked.position] as ${sql.ref(name)}`))}
        from picked join air_issue issue on issue.cell = ${cell} and issue.issued_hour = picked.issued_hour and issue.source = picked.source
        order by picked.source, picked.valid_at, picked.lead_hours`.execute(db)
      return rows
    },

    /** The analyses of the air of the day, and of the days before it that baselines need. */
    async listAirAnalyses(cell: number, day: number): Promise<AirAnalysis[]> {
      return db
        .selectFrom('air_analysis')
        .select(['source', 'observed_at as observedAt', ...VERIFIED_AIR])
        .where('cell', '=', cell)
        .where('observed_at', '>=', new Date(computeReadingPeriod(day).fromMs))
        .where('observed_at', '<', new Date(day + DAY_MS))
        .execute()
    },

    /** Forecasts of the local day with this UTC day's date: for each source and number of days ahead, the first issue. */
    async listDays(cell: number, day: number, timezone: string): Promise<DayForecast[]> {
      const date = toUtcDay(day)
      const { rows } = await sql<{ source: string; issuedAt: Date; temperatureMin: number | null; temperatureMax: number | null }>`
        select issue.source, issue.issued_at as "issuedAt", (point ->> 'temperatureMin')::float8 as "temperatureMin",
          (point ->> 'temperatureMax')::float8 as "temperatureMax"
        from daily_issue issue cross join lateral jsonb_array_elements(issue.points) point
        where issue.cell = ${cell} and issue.issued_hour between ${new Date(day - MAX_DAILY_LEAD_MS)} and ${new Date(day + DAY_MS)}
          and issue.last_valid_at >= ${new Date(day - DAY_MS)} and point ->> 'date' = ${date}
        order by issue.issued_at`.execute(db)
      const first = new Map<string, DayForecast>()
      for (const { issuedAt, ...forecast } of rows) {
        const issued = Temporal.Instant.fromEpochMilliseconds(issuedAt.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
        const ahead = issued.until(date).days
        if (ahead < 1 || ahead > MAX_DAYS_AHEAD) continue
        const key = `${forecast.source} ${ahead}`
        if (!first.has(key)) first.set(key, { ...forecast, date, leadHours: 24 * ahead })
      }
      return [...first.values()]
    },

    /** Cells with a reading of the day, of weather or air, beyond `afterCell`, in order. The zone matters to days of weather alone. */
    async listCells(day: number, afterCell: number, limit: number): Promise<CellOfDay[]> {
      const ofDay = sql`cell > ${afterCell} and observed_at >= ${new Date(day)} and observed_at < ${new Date(day + DAY_MS)}`
      const { rows } = await sql<CellOfDay>`
        select cell, coalesce((array_agg(timezone order by observed_at desc) filter (where timezone is not null))[1], 'UTC') as timezone,
          bool_or(simulated) as simulated
        from (
          select cell, observed_at, timezone, simulated from observation where ${ofDay}
          union all select cell, observed_at, null, simulated from air_analysis where ${ofDay}
        ) reading group by cell order by cell limit ${limit}`.execute(db)
      return rows
    },
  }
}

/**
 * The first issue of each source, hour of the day and lead time band, as the common table expression `picked`: with the element's `position`,
 * its `valid_at` and the band's `lead_hours`.
 */
function firstOfBands(table: 'hourly_issue' | 'air_issue', cell: number, day: number): RawBuilder<unknown> {
  const [from, until] = [new Date(day), new Date(day + DAY_MS)]
  return sql`
    banded as (
      select issue.issued_hour, issue.source, issue.issued_at, moment.valid_at, moment.position,
        width_bucket(extract(epoch from moment.valid_at - issue.issued_at)::int, array[${BAND_ENDS}]) as band
      from ${sql.table(table)} issue cross join lateral unnest(issue.valid_at) with ordinality moment (valid_at, position)
      where issue.cell = ${cell} and issue.issued_hour between ${new Date(day - MAX_LEAD_MS - HOUR_MS)} and ${until}
        and issue.last_valid_at >= ${from} and moment.valid_at >= ${from} and moment.valid_at < ${until}
        and moment.valid_at > issue.issued_at
    ), picked as (
      select distinct on (source, valid_at, band) *, (array[${sql.join(LEAD_HOURS.map((hours) => sql.lit(hours)))}])[band + 1] as lead_hours
      from banded where band < ${LEAD_HOURS.length} order by source, valid_at, band, issued_at
    )`
}

/** The readings that a day's comparison needs: of the days before it for baselines, and of the hours after it that local days extend into. */
export function computeReadingPeriod(day: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: day - (BASELINE_DAYS + 2) * DAY_MS, toMs: day + 2 * DAY_MS }
}
