import { isDeepStrictEqual } from 'node:util'
import {
  type Cell,
  MAX_STATION_KM,
  type Point,
  type SensorFault,
  type SensorMemory,
  type StationReading,
  type StationReport,
  checkReading,
  listNearbyBoxes,
  parseInstant,
  toGridBox,
} from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { buildExcludedValues } from '../../../platform/db/queries.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { StationTables } from './tables.ts'

const DELETE_STEP = 5_000

export interface Arrivals {
  readonly source: string
  readonly reports: readonly StationReport[]
  readonly simulated: boolean
  /** Readings of stations that were used since then are kept; epoch milliseconds. */
  readonly usedSince: number
  /** Whether a gust is the highest of an hour: only such gusts are compared with forecasts. */
  readonly hasHourlyGusts: boolean
  /** Called for each value that was left out. */
  readonly count: (fault: SensorFault) => void
}

export interface FoundStation extends StationReport {
  readonly simulated: boolean
  readonly usedAt: number | null
}

export type StationStore = ReturnType<typeof createStationStore>

/** How far from a full hour a reading may be that stands for it. */
const NEAR_HOUR_MS = 10 * MINUTE_MS
const AT_ONCE = 500

/** Stations and their readings, over PostgreSQL. */
export function createStationStore(db: Kysely<StationTables>) {
  return {
    /** Checks what has arrived against what the stations reported before, and stores it, in one transaction. */
    async put({ source, reports, simulated, usedSince, hasHourlyGusts, count }: Arrivals): Promise<void> {
      if (reports.length === 0) return
      await db.transaction().execute(async (trx) => {
        const known = await trx
          .selectFrom('station')
          .select(['id', 'reading', 'sensors', 'observed_at', 'used_at'])
          .where('source', '=', source)
          .where(sql<boolean>`id = any(${reports.map(({ station }) => station.id)}::text[])`)
          .orderBy('id')
          .forUpdate()
          .execute()
        const before = new Map(known.map((row) => [row.id, row]))
        const newer = reports.flatMap(({ station, reading }) => {
          const row = before.get(station.id)
          const age = row === undefined ? 1 : parseInstant(reading.observedAt) - row.observed_at.getTime()
          if (row === undefined || age > 0) return [{ station, reading }]
          const filled = age === 0 ? revised(row.reading, reading) : null
          return filled === null ? [] : [{ station, reading: filled }]
        })
        // In one order, so that two readings that share stations do not wait for each other.
        const checked = newer
          .toSorted((a, b) => (a.station.id < b.station.id ? -1 : 1))
          .map(({ station, reading }) => ({
            station,
            ...checkReading(reading, before.get(station.id)?.sensors ?? null, count),
          }))
        for (let from = 0; from < checked.length; from += AT_ONCE) await upsert(trx, source, checked.slice(from, from + AT_ONCE), simulated)
        const rows = checked.flatMap(({ station, reading }) => {
          const usedAt = before.get(station.id)?.used_at?.getTime() ?? 0
          return usedAt >= usedSince && isNearHour(reading) ? [rowOf(station.id, reading)] : []
        })
        if (rows.length === 0) return
        await trx
          .insertInto('station_reading')
          .values(rows.map((row) => ({ ...row, source, simulated, wind_gust: hasHourlyGusts ? row.wind_gust : null })))
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'station', 'observed_at'])
              .doUpdateSet(buildExcludedValues('temperature', 'wind_speed', 'wind_gust', 'wind_direction', 'precipitation')),
          )
          .execute()
      })
    },

    /** The stations in these tiles that reported since the instant (epoch milliseconds). */
    async listInTiles(tiles: readonly number[], since: number, sources: readonly string[]): Promise<FoundStation[]> {
      const rows = await db
        .selectFrom('station')
        .select(['source', 'id', 'name', 'lat', 'lon', 'height', 'reading', 'simulated', 'used_at'])
        .where(sql<boolean>`tile = any(${tiles}::int4[])`)
        .where('observed_at', '>=', new Date(since))
        .where(sql<boolean>`source = any(${sources}::text[])`)
        .execute()
      return rows.map(({ reading, simulated, used_at, ...station }) => ({
        station,
        reading,
        simulated,
        usedAt: used_at?.getTime() ?? null,
      }))
    },

    /** Notes that places find these stations suitable. */
    async noteUsed(stations: readonly { readonly source: string; readonly id: string }[], now: number): Promise<void> {
      if (stations.length === 0) return
      await sql`
        update station set used_at = ${new Date(now)}
        from json_to_recordset(${JSON.stringify(stations.map(({ source, id }) => ({ source, id })))}::json) as used (source text, id text)
        where station.source = used.source and station.id = used.id`.execute(db)
    },

    async findHeight(cell: number): Promise<number | null> {
      const row = await db.selectFrom('place_height').select('height').where('cell', '=', cell).executeTakeFirst()
      return row?.height ?? null
    },

    async putHeight(cell: number, height: number, now: number): Promise<void> {
      await db
        .insertInto('place_height')
        .values({ cell, height, seen_at: new Date(now) })
        .onConflict((conflict) => conflict.column('cell').doUpdateSet({ height, seen_at: new Date(now) }))
        .execute()
    },

    /** Deletes what is older than these instants (epoch milliseconds). */
    async deleteBefore({ observed, heights }: { readonly observed: number; readonly heights: number }): Promise<void> {
      await deleteInSteps(db, 'station', sql`observed_at < ${new Date(observed)}`, { step: DELETE_STEP })
      await deleteInSteps(db, 'station_reading', sql`observed_at < ${new Date(observed)}`, { step: DELETE_STEP })
      await deleteInSteps(db, 'place_height', sql`seen_at < ${new Date(heights)}`, { step: DELETE_STEP })
    },
  }
}

/** The index of the cell of one degree that a point is in. */
export function toStationTile(point: Point): number {
  const { south, west } = toGridBox(point, 1)
  return (south + 90) * 360 + west + 180
}

/** The tiles with stations that may be near enough to a place. */
export function listStationTiles(cell: Cell): number[] {
  return listNearbyBoxes(cell, MAX_STATION_KM, 1).map(({ south, west }) => toStationTile({ lat: south, lon: west }))
}

type Checked = { readonly station: StationReport['station']; readonly reading: StationReading; readonly memory: SensorMemory }

async function upsert(trx: Kysely<StationTables>, source: string, checked: readonly Checked[], simulated: boolean): Promise<void> {
  await trx
    .insertInto('station')
    .values(
      checked.map(({ station: { id, name, lat, lon, height }, reading, memory }) => ({
        source,
        id,
        name,
        lat,
        lon,
        height,
        tile: toStationTile({ lat, lon }),
        observed_at: reading.observedAt,
        reading: JSON.stringify(reading),
        simulated,
        sensors: JSON.stringify(memory),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'id'])
        .doUpdateSet(buildExcludedValues('name', 'lat', 'lon', 'height', 'tile', 'observed_at', 'reading', 'simulated', 'sensors')),
    )
    .execute()
}

/** What a reading becomes by another of the same station and time, which may correct it or have what it lacks; null if it stays. */
function revised(known: StationReading, other: StationReading): StationReading | null {
  if (other.isCorrection !== true) return filledUp(known, other)
  return isDeepStrictEqual(known, other) ? null : other
}

/** A reading with what another of the same station and time has and it lacks; null if there is nothing. Two boxes may each deliver a part. */
function filledUp(known: StationReading, other: StationReading): StationReading | null {
  const added = Object.entries(other).filter(([name, value]) => value !== null && known[name as keyof StationReading] === null)
  return added.length === 0 ? null : { ...known, ...Object.fromEntries(added) }
}

function isNearHour({ observedAt }: StationReading): boolean {
  const past = parseInstant(observedAt) % HOUR_MS
  return Math.min(past, HOUR_MS - past) <= NEAR_HOUR_MS
}

function rowOf(station: string, { observedAt, temperature, windSpeed, windGust, windDirection, precipitation }: StationReading) {
  return {
    station,
    observed_at: observedAt,
    temperature,
    wind_speed: windSpeed,
    wind_gust: windGust,
    wind_direction: windDirection,
    precipitation,
  }
}
