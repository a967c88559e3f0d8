import type { Normals } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import type { NormalTables } from './tables.ts'

export interface StoredNormals {
  readonly source: string
  readonly period: string
  readonly simulated: boolean
  readonly normals: Normals
}

/** The cells that wait for their normals. Beyond it, only those that wait already are counted. */
export const MAX_WAITING = 2_000
/** Serialises the count of a day's calls and the choice of the next cell over all nodes. */
const TAKING_LOCK = 580_058

/** Normals over PostgreSQL. Instants are epoch milliseconds. */
export function createNormalStore(db: Kysely<NormalTables>) {
  return {
    async find(cell: number): Promise<StoredNormals | null> {
      const row = await db
        .selectFrom('climate_normal')
        .selectAll()
        .where('cell', '=', cell)
        .where('period', 'is not', null)
        .executeTakeFirst()
      if (row === undefined) return null
      const { temperature_min, temperature_max, temperature_min_tenth, temperature_max_tenth, precipitation } = row
      return {
        source: row.source ?? '',
        period: row.period ?? '',
        simulated: row.simulated,
        normals: {
          temperatureMin: temperature_min ?? [],
          temperatureMax: temperature_max ?? [],
          temperatureMinTenth: temperature_min_tenth ?? [],
          temperatureMaxTenth: temperature_max_tenth ?? [],
          precipitation: precipitation ?? [],
        },
      }
    },

    /** Notes that somebody asked for the normals of a cell. */
    async want(cell: number, now: number): Promise<void> {
      const at = new Date(now)
      await sql`
        insert into climate_normal (cell, wanted_at, next_at) select ${cell}, ${at}, ${at}
        where exists (select 1 from climate_normal where cell = ${cell})
          or (select count(*) from climate_normal where period is null) < ${MAX_WAITING}
        on conflict (cell) do update set asked = climate_normal.asked + 1, wanted_at = excluded.wanted_at`.execute(db)
    },

    /**
     * Takes the most wanted cell that is due and whose normals are of another period, and puts it off until `nextAt`: no other node takes it too. Null
     * if there is none, or if `most` calls were made since `dayStart`.
     */
    async take(period: string, most: number, dayStart: number, now: number, nextAt: number) {
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${TAKING_LOCK})`.execute(trx)
        const { rows } = await sql<{ readonly cell: number; readonly failures: number }>`
          update climate_normal set tried_at = ${new Date(now)}, next_at = ${new Date(nextAt)}
          where (select count(*) from climate_normal where tried_at between ${new Date(dayStart)} and ${new Date(now)}) < ${most} and cell = (
            select cell from climate_normal where period is distinct from ${period} and next_at <= ${new Date(now)}
            order by asked desc, wanted_at limit 1)
          returning cell, failures`.execute(trx)
        return rows[0] ?? null
      })
    },

    async put(cell: number, { source, period, simulated, normals }: StoredNormals, now: number): Promise<void> {
      await db
        .updateTable('climate_normal')
        .set({
          source,
          period,
          simulated,
          fetched_at: new Date(now),
          failures: 0,
          asked: 0,
          temperature_min: [...normals.temperatureMin],
          temperature_max: [...normals.temperatureMax],
          temperature_min_tenth: [...normals.temperatureMinTenth],
          temperature_max_tenth: [...normals.temperatureMaxTenth],
          precipitation: [...normals.precipitation],
        })
        .where('cell', '=', cell)
        .execute()
    },

    async noteFailure(cell: number, nextAt: number): Promise<void> {
      await db
        .updateTable('climate_normal')
        .set((eb) => ({ failures: eb('failures', '+', 1), next_at: new Date(nextAt) }))
        .where('cell', '=', cell)
        .execute()
    },

    /** Notes that no call was made after all. */
    async putOff(cell: number, nextAt: number): Promise<void> {
      await db
        .updateTable('climate_normal')
        .set({ tried_at: null, next_at: new Date(nextAt) })
        .where('cell', '=', cell)
        .execute()
    },

    /** Deletes what nobody has asked for since and is not known, or superseded; returns how many. */
    async deleteUnwanted(period: string, since: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('climate_normal')
        .where('wanted_at', '<', new Date(since))
        .where((eb) => eb.or([eb('period', 'is', null), eb('period', '<>', period)]))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
