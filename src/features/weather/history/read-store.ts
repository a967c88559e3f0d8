import { type CurrentWeather, type DailyPoint, EMPTY_DAY, type HourlyPoint, formatInstant } from '@isobar/weather'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { MAX_DAILY_LEAD_MS, MAX_HOURLY_LEAD_MS } from './archive-rows.ts'
import { buildAmountExpression } from './hourly-amount-store.ts'
import type { Period } from './period.ts'
import type { HistoryTables } from './tables.ts'
import { HOURLY_VARIABLES, VARIABLES } from './variables.ts'

export interface Archived {
  readonly source: string
  readonly simulated: boolean
}

export type StoredObservation = CurrentWeather & Archived & { readonly recordedAt: string }
/** A full hour as observed; `mark` is its instant. */
export type ObservedHour = CurrentWeather & Archived & { readonly mark: string }
export type StoredForecast<Point> = Point & Archived & { readonly issuedAt: string }

/** `latest`: the last issued forecast for each instant. `all`: every issue. */
export type Issues = 'latest' | 'all'

/** Provider ids: whose values count as what the weather was, and whose forecasts are compared with them. */
export interface Compared {
  readonly truth: string
  readonly forecast: string
}

export type ReadStore = ReturnType<typeof createReadStore>

type Row = Record<string, unknown> & { readonly source: string; readonly simulated: boolean }

/** Reads observations and forecasts from the archive. Database errors are thrown. */
export function createReadStore(db: Kysely<HistoryTables>) {
  return {
    /** The zone of the cell's newest observation, or null when nothing is stored. */
    async findTimezone(cellId: number): Promise<string | null> {
      const row = await db
        .selectFrom('observation')
        .select('timezone')
        .where('cell', '=', cellId)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.timezone ?? null
    },

    /**
     * Chooses whose values count as what the weather was in a period: a source that measured, or else the primary, or else the one with the
     * most values. Also chooses whose forecasts are compared with them. Sources are not mixed: if one is warmer than another, the mixture
     * would have false highs.
     */
    async findSources(cellId: number, { fromMs, toMs }: Period, primary: string): Promise<Compared> {
      const { rows } = await sql<{ source: string; isMeasured: boolean }>`
        select source, bool_or(kind = 'observation') as "isMeasured" from observation
        where cell = ${cellId} and observed_at between ${at(fromMs)} and ${at(toMs)}
        group by source
        order by "isMeasured" desc, (source = ${primary}) desc, count(*) desc, source limit 1`.execute(db)
      const [truth] = rows
      return truth === undefined || truth.isMeasured
        ? { truth: truth?.source ?? primary, forecast: primary }
        : { truth: truth.source, forecast: truth.source }
    },

    /** Newest first; equal times by source. */
    async listObservations(cellId: number, period: Period, limit: number): Promise<StoredObservation[]> {
      const { rows } = await sql<Row>`
        select source, simulated, kind, observed_at as "observedAt", recorded_at as "recordedAt", sunrise, sunset, ${columns(VARIABLES, asIs)}
        from observation where cell = ${cellId} and observed_at between ${at(period.fromMs)} and ${at(period.toMs)}
        order by observed_at desc, source limit ${limit}`.execute(db)
      return rows.map((row) => withInstants(row, ['observedAt', 'recordedAt', 'sunrise', 'sunset']) as unknown as StoredObservation)
    },

    /**
     * For each full hour the source's observation next to it, at most half an hour away; its amounts are those of the hour that ends there.
     * In order, as `mark`; hours without an observation are omitted.
     */
    async listObservedHours(cellId: number, source: string, { fromMs, toMs }: Period, limit: number): Promise<ObservedHour[]> {
      const mark = sql`date_bin('1 hour', observed_at + interval '30 minutes', 'epoch')`
      const { rows } = await sql<Row>`
        select distinct on (mark) ${mark} as mark, source, simulated, kind, observed_at as "observedAt", sunrise, sunset, ${columns(VARIABLES, observed)}
        from observation where cell = ${cellId} and source = ${source}
          and observed_at >= ${at(fromMs - HOUR_MS / 2)} and observed_at < ${at(toMs + HOUR_MS / 2)}
        order by mark, abs(extract(epoch from observed_at - ${mark})), observed_at desc limit ${limit}`.execute(db)
      return rows.map((row) => withInstants(row, ['mark', 'observedAt', 'sunrise', 'sunset']) as unknown as ObservedHour)
    },

    /** Ordered by valid time; the issues of one valid time newest first. */
    async listHourly(cellId: number, period: Period, issues: Issues, limit: number): Promise<StoredForecast<HourlyPoint>[]> {
      const picked = selectIssueTimes('hourly_issue', cellId, period, issues, MAX_HOURLY_LEAD_MS, limit)
      const { rows } = await sql<Row>`
        with picked as (${picked})
        select picked.valid_at as time, issue.issued_at as "issuedAt", issue.source, issue.simulated, ${columns(HOURLY_VARIABLES, element)}
        from picked join hourly_issue issue using (issued_hour, source)
        where issue.cell = ${cellId} and ${buildIssueCondition(period, MAX_HOURLY_LEAD_MS)} order by picked.valid_at, issue.issued_at desc, issue.source`.execute(
        db,
      )
      return rows.map((row) => withInstants(row, ['time', 'issuedAt']) as unknown as StoredForecast<HourlyPoint>)
    },

    async listDaily(cellId: number, period: Period, issues: Issues, limit: number): Promise<StoredForecast<DailyPoint>[]> {
      const picked = selectIssueTimes('daily_issue', cellId, period, issues, MAX_DAILY_LEAD_MS, limit)
      const { rows } = await sql<DayRow>`
        with picked as (${picked})
        select issue.issued_at as "issuedAt", issue.source, issue.simulated, issue.points -> (picked.position - 1)::int as point
        from picked join daily_issue issue using (issued_hour, source)
        where issue.cell = ${cellId} and ${buildIssueCondition(period, MAX_DAILY_LEAD_MS)} order by picked.valid_at, issue.issued_at desc, issue.source`.execute(
        db,
      )
      return rows.map(dayOf)
    },
  }
}

/**
 * Selects the element of each issue that covers each valid time. Only the valid times are unnested here; the measurements are then read from the
 * selected elements only.
 */
export function selectIssueTimes(
  table: 'hourly_issue' | 'daily_issue' | 'air_issue',
  cellId: number,
  period: Period,
  issues: Issues,
  leadMs: number,
  limit: number,
) {
  const distinct = issues === 'latest' ? sql`distinct on (moment.valid_at)` : sql``
  return sql`
    select ${distinct} moment.valid_at, moment.position, issue.issued_hour, issue.source
    from ${sql.table(table)} issue cross join lateral unnest(issue.valid_at) with ordinality moment (valid_at, position)
    where issue.cell = ${cellId} and ${buildIssueCondition(period, leadMs)} and issue.last_valid_at >= ${at(period.fromMs)}
      and moment.valid_at between ${at(period.fromMs)} and ${at(period.toMs)}
    order by moment.valid_at, issue.issued_at desc, issue.source limit ${limit}`
}

/** Issues that can cover the period; the condition also lets PostgreSQL prune other months' partitions. */
export function buildIssueCondition({ fromMs, toMs }: Period, leadMs: number): RawBuilder<unknown> {
  // An issue's first hour or day begins at most two days before it.
  return sql`issue.issued_hour between ${at(fromMs - leadMs - HOUR_MS)} and ${at(toMs + 2 * DAY_MS)}`
}

function columns(variables: Readonly<Record<string, string>>, read: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(Object.entries(variables).map(([name, column]) => sql`${read(column)} as ${sql.ref(name)}`))
}

function asIs(column: string): RawBuilder<unknown> {
  return sql.ref(column)
}

/** With the amounts that older releases left out. */
function observed(column: string): RawBuilder<unknown> {
  return column === 'precipitation' ? buildAmountExpression('observation') : asIs(column)
}

function element(column: string): RawBuilder<unknown> {
  return sql`issue.${sql.ref(column)}[picked.position]`
}

type DayRow = Row & { readonly point: Partial<DailyPoint> }

function dayOf({ point, ...row }: DayRow): StoredForecast<DailyPoint> {
  return { ...EMPTY_DAY, ...point, ...withInstants(row, ['issuedAt']) } as unknown as StoredForecast<DailyPoint>
}

function withInstants(row: Row, names: readonly string[]): Row {
  const instants = names.map((name) => [name, row[name] === null ? null : formatInstant((row[name] as Date).getTime())])
  return { ...row, ...Object.fromEntries(instants) }
}

function at(epochMs: number): Date {
  return new Date(epochMs)
}
