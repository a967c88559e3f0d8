import {
  type HourOfAir,
  type Instant,
  POLLEN,
  POLLUTANTS,
  type PollenCounts,
  type Pollutant,
  buildPollenCounts,
  formatInstant,
  mapPollutants,
} from '@isobar/weather'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { MAX_HOURLY_LEAD_MS } from './archive-rows.ts'
import type { Period } from './period.ts'
import { type Archived, buildIssueCondition, type Issues, selectIssueTimes } from './read-store.ts'
import type { HistoryTables } from './tables.ts'
import { toPollenColumn } from './variables.ts'

/** What a source gave for an hour while it was running. */
export interface StoredAirAnalysis extends Archived, HourOfAir {
  readonly recordedAt: Instant
  readonly pollen: PollenCounts | null
}

export interface StoredAirForecast extends Archived {
  readonly issuedAt: Instant
  /** The hour, after up to `LOOKBACK_HOURS` of the same issue before it: oldest first, never empty. */
  readonly hours: readonly HourOfAir[]
  readonly pollen: PollenCounts | null
}

/** The analyses of a period from one source; concentrations in µg/m³. */
export interface AirSummary {
  /** Provider id; null without analyses. */
  readonly source: string | null
  readonly count: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly pollutants: Readonly<Record<Pollutant, { readonly mean: number | null; readonly max: number | null; readonly n: number }>>
}

export type AirStore = ReturnType<typeof createAirStore>

/** How many hours before an hour its indices need: means are of up to 24. */
export const LOOKBACK_HOURS = 23

/** Reads the air from the archive. Database errors are thrown. */
export function createAirStore(db: Kysely<HistoryTables>) {
  return {
    /** Newest first; equal hours by source. */
    async listAnalyses(cellId: number, { fromMs, toMs }: Period, limit: number): Promise<StoredAirAnalysis[]> {
      const rows = await db
        .selectFrom('air_analysis')
        .selectAll()
        .where('cell', '=', cellId)
        .where('observed_at', '>=', new Date(fromMs))
        .where('observed_at', '<=', new Date(toMs))
        .orderBy('observed_at', 'desc')
        .orderBy('source')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        time: formatInstant(row.observed_at.getTime()),
        recordedAt: formatInstant(row.recorded_at.getTime()),
        source: row.source,
        simulated: row.simulated,
        ...mapPollutants((pollutant) => row[pollutant]),
        pollen: buildPollenCounts((plant) => row[toPollenColumn(plant)]),
      }))
    },

    /** Ordered by valid time; the issues of one valid time newest first. */
    async listForecasts(cellId: number, period: Period, issues: Issues, limit: number): Promise<StoredAirForecast[]> {
      const picked = selectIssueTimes('air_issue', cellId, period, issues, MAX_HOURLY_LEAD_MS, limit)
      const { rows } = await sql<ForecastRow>`
        with picked as (${picked})
        select issue.issued_at as "issuedAt", issue.source, issue.simulated, ${before('valid_at')} as times,
          ${sql.join(POLLUTANTS.map((pollutant) => sql`${before(pollutant)} as ${sql.ref(pollutant)}`))},
          ${sql.join(POLLEN.map((plant) => sql`issue.${sql.ref(toPollenColumn(plant))}[picked.position] as ${sql.ref(plant)}`))}
        from picked join air_issue issue using (issued_hour, source)
        where issue.cell = ${cellId} and ${buildIssueCondition(period, MAX_HOURLY_LEAD_MS)}
        order by picked.valid_at, issue.issued_at desc, issue.source`.execute(db)
      return rows.map((row) => ({
        issuedAt: formatInstant(row.issuedAt.getTime()),
        source: row.source,
        simulated: row.simulated,
        hours: row.times.map((time, index) => ({
          time: formatInstant(time.getTime()),
          ...mapPollutants((pollutant) => row[pollutant]?.[index] ?? null),
        })),
        pollen: buildPollenCounts((plant) => row[plant]),
      }))
    },

    /** Summarises one source's analyses: the primary's, or else those of the source with the most. Sources are not mixed. */
    async summarise(cellId: number, { fromMs, toMs }: Period, primary: string): Promise<AirSummary> {
      const statistics = POLLUTANTS.map((pollutant) => {
        const column = sql.ref(pollutant)
        return sql`json_build_object('mean', avg(${column}), 'max', max(${column}), 'n', count(${column})) as ${column}`
      })
      const { rows } = await sql<SummaryRow>`
        select source, count(*) as count, min(observed_at) as "firstAt", max(observed_at) as "lastAt", ${sql.join(statistics)}
        from air_analysis where cell = ${cellId} and observed_at between ${new Date(fromMs)} and ${new Date(toMs)}
        group by source order by (source = ${primary}) desc, count(*) desc, source limit 1`.execute(db)
      const [found] = rows
      if (found === undefined)
        return { source: null, count: 0, firstAt: null, lastAt: null, pollutants: mapPollutants(() => NO_STATISTICS) }
      const { source, count, firstAt, lastAt } = found
      return { source, count, firstAt, lastAt, pollutants: mapPollutants((pollutant) => found[pollutant]) }
    },
  }
}

/** The element of an array that is for the picked hour, after those for the hours before it. */
function before(column: string): RawBuilder<unknown> {
  return sql`issue.${sql.ref(column)}[greatest(1, picked.position - ${LOOKBACK_HOURS}):picked.position]`
}

const NO_STATISTICS = { mean: null, max: null, n: 0 }

type SummaryRow = Omit<AirSummary, 'source' | 'pollutants'> & AirSummary['pollutants'] & { readonly source: string }

type ForecastRow = Archived & { readonly issuedAt: Date; readonly times: readonly Date[] } & {
  readonly [P in Pollutant]: readonly (number | null)[] | null
} & PollenCounts
