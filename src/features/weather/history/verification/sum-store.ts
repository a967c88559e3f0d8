import { VERIFIED_VARIABLES, type VerifiedVariable, addTo } from '@isobar/weather'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { BlendTables } from '../../blend/index.ts'
import type { HistoryTables } from '../tables.ts'
import { ALL_PLACES, type LeadSums, buildSumsKey, type Tallies } from './model.ts'

export type SumStore = ReturnType<typeof createSumStore>

type Row = Selectable<HistoryTables['verification_sum']>

const COLUMNS = {
  temperature: 'temperature',
  windSpeed: 'wind_speed',
  windGust: 'wind_gust',
  windDirection: 'wind_direction',
  precipitation: 'precipitation',
  precipitationProbability: 'precipitation_probability',
  temperatureMax: 'temperature_max',
  temperatureMin: 'temperature_min',
  pm25: 'pm25',
  pm10: 'pm10',
  no2: 'no2',
  o3: 'o3',
} as const satisfies Readonly<Record<VerifiedVariable, keyof Row>>

/** Cells read at once when all places are added up. */
const CELLS_AT_ONCE = 200
/** A statement has at most 65,535 parameters, a row 21. */
const ROWS_AT_ONCE = 1_000

/** What a day at a place gave. */
export interface CellSums {
  readonly cell: number
  readonly sums: readonly LeadSums[]
}

/** Replaces the sums of the day of these cells. */
async function writeSums(trx: Kysely<HistoryTables>, day: string, cells: readonly CellSums[]): Promise<void> {
  const ids = cells.map(({ cell }) => cell)
  await trx
    .deleteFrom('verification_sum')
    .where('cell', '=', sql<number>`any(${ids}::int4[])`)
    .where('day', '=', day)
    .execute()
  const rows = cells.flatMap(({ cell, sums }) => sums.map((each) => rowOf(cell, day, each)))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await trx
      .insertInto('verification_sum')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  const changed = cells.filter(({ sums }) => sums.length > 0)
  if (changed.length === 0) return
  await trx
    .insertInto('verification_result')
    .values(changed.map(({ cell }) => ({ cell, is_stale: true })))
    .onConflict((on) => on.column('cell').doUpdateSet({ is_stale: true }))
    .execute()
}

/** Stores sums by cell and day (`2026-11-21`), and the progress of each day. Database errors are thrown. */
export function createSumStore(db: Kysely<HistoryTables & BlendTables>) {
  return {
    /** The last cell that was compared for a day, -1 before the first; null when the day is done. */
    async progressOf(day: string): Promise<number | null> {
      const row = await db.selectFrom('verification_progress').selectAll().where('day', '=', day).executeTakeFirst()
      return row?.is_done === true ? null : (row?.last_cell ?? ALL_PLACES)
    },

    /** The first day with sums, in epoch milliseconds; null if there are none. */
    async firstDay(): Promise<number | null> {
      const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from verification_sum`.execute(db)
      const day = rows[0]?.day
      return day === undefined || day === null ? null : Date.parse(`${day}T00:00:00Z`)
    },

    /** Those of these days that are not done. */
    async listOpen(days: readonly string[]): Promise<string[]> {
      const rows = await db.selectFrom('verification_progress').select('day').where('day', 'in', days).where('is_done', '=', true).execute()
      const done = new Set(rows.map(({ day }) => day))
      return days.filter((day) => !done.has(day))
    },

    /**
     * Writes the sums of cells in their order, what else was learned of the day, and the day's progress, in one transaction. Throws, and changes nothing, if the day has
     * gone on to the first of them or farther meanwhile: what is learned would count twice.
     */
    async writeCells(day: string, cells: readonly CellSums[], writeLearned?: (trx: Kysely<BlendTables>) => Promise<void>): Promise<void> {
      const [first, last] = [cells[0]?.cell, cells.at(-1)?.cell]
      if (first === undefined || last === undefined) return
      await db.transaction().execute(async (trx) => {
        const next = await trx
          .insertInto('verification_progress')
          .values({ day, last_cell: last, is_done: false })
          .onConflict((on) => on.column('day').doUpdateSet({ last_cell: last }).where('verification_progress.last_cell', '<', first))
          .returning('day')
          .executeTakeFirst()
        if (next === undefined) throw new Error(`another node has compared cell ${first} of ${day}`)
        await writeSums(trx, day, cells)
        await writeLearned?.(trx)
      })
    },

    /** Adds up all places of a day and marks it as done. */
    async finishDay(day: string): Promise<void> {
      const all = new Map<string, Summed>()
      for (let after: number = ALL_PLACES; ;) {
        const { rows } = await sql<Row>`
          select * from verification_sum where day = ${day}::date and cell in (
            select distinct cell from verification_sum where day = ${day}::date and cell > ${after} order by cell limit ${CELLS_AT_ONCE})
          order by cell`.execute(db)
        for (const row of rows) {
          const sums = sumsOf(row)
          const key = buildSumsKey(sums)
          const known = all.get(key)
          // All places together have many stations.
          if (known === undefined) all.set(key, { ...sums, truth: { ...sums.truth, station: null } })
          else {
            addAll(known.tallies, sums.tallies)
            known.simulated ||= sums.simulated
          }
        }
        const last = rows.at(-1)
        if (last === undefined) break
        after = last.cell
      }
      await db.transaction().execute(async (trx) => {
        await writeSums(trx, day, [{ cell: ALL_PLACES, sums: [...all.values()] }])
        await trx
          .insertInto('verification_progress')
          .values({ day, last_cell: ALL_PLACES, is_done: true })
          .onConflict((on) => on.column('day').doUpdateSet({ is_done: true }))
          .execute()
      })
    },

    /** The daily sums of a cell from a day on, oldest first; in one order, as sums of fractions differ by it in their last digits. */
    async listSums(cell: number, fromDay: string): Promise<{ readonly day: string; readonly sums: LeadSums }[]> {
      const rows = await db
        .selectFrom('verification_sum')
        .selectAll()
        .where('cell', '=', cell)
        .where('day', '>=', fromDay)
        .orderBy('day')
        .orderBy('source')
        .orderBy('truth_source')
        .orderBy('truth_kind')
        .orderBy('versus')
        .orderBy('lead_hours')
        .execute()
      return rows.map((row) => ({ day: row.day, sums: sumsOf(row) }))
    },

    /** The number of places with sums from a day on. */
    async countPlaces(fromDay: string): Promise<number> {
      const { rows } = await sql<{ places: number }>`
        select count(distinct cell) as places from verification_sum where day >= ${fromDay}::date and cell > ${ALL_PLACES}`.execute(db)
      return rows[0]?.places ?? 0
    },

    /** Deletes everything about days before this one. */
    async deleteBefore(day: string): Promise<void> {
      await db.deleteFrom('verification_sum').where('day', '<', day).execute()
      await db.deleteFrom('verification_progress').where('day', '<', day).execute()
      await db.deleteFrom('verification_result').where('to_day', '<', day).execute()
    },
  }
}

/** Mutable sums that this store adds to. */
interface Summed extends Omit<LeadSums, 'simulated'> {
  simulated: boolean
  readonly tallies: { [Name in VerifiedVariable]?: number[] }
}

function addAll(sums: Summed['tallies'], tallies: Tallies): void {
  for (const name of VERIFIED_VARIABLES) {
    const [sum, tally] = [sums[name], tallies[name]]
    if (tally === undefined) continue
    if (sum === undefined) sums[name] = [...tally]
    else addTo(sum, tally)
  }
}

function rowOf(
  cell: number,
  day: string,
  { source, truth, versus, leadHours, simulated, tallies }: LeadSums,
): Insertable<HistoryTables['verification_sum']> {
  const columns = VERIFIED_VARIABLES.map((name) => [COLUMNS[name], tallies[name] ?? null])
  return {
    cell,
    day,
    source,
    truth_source: truth.source,
    truth_kind: truth.kind,
    truth_station: truth.station === null ? null : JSON.stringify(truth.station),
    versus: versus ?? '',
    lead_hours: leadHours,
    simulated,
    ...Object.fromEntries(columns),
  }
}

function sumsOf(row: Row): Summed {
  const tallies = VERIFIED_VARIABLES.flatMap((name) => {
    const tally = row[COLUMNS[name]]
    return tally === null ? [] : [[name, [...tally]] as const]
  })
  return {
    source: row.source,
    truth: { source: row.truth_source, kind: row.truth_kind, station: row.truth_station },
    versus: row.versus === '' ? null : row.versus,
    leadHours: row.lead_hours,
    simulated: row.simulated,
    tallies: Object.fromEntries(tallies),
  }
}
