import { type Cell, type Station, type StationReading, computeDistanceKm, decodeCellId, isComparable } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../time.ts'
import { listStationTiles } from './station-store.ts'
import type { StationTables } from './tables.ts'

/** What a station measured at one time. Canonical units. */
export interface StoredReading extends Pick<StationReading, 'temperature' | 'windSpeed' | 'windGust' | 'windDirection' | 'precipitation'> {
  readonly observedAt: Date
}

/** The station that the forecasts of a day are compared with, and its readings. */
export interface StationOfDay {
  readonly station: Station & { readonly distanceKm: number }
  readonly readings: readonly StoredReading[]
}

/** Reads the measurements that forecasts for a cell are compared with, over PostgreSQL. */
export function createTruthStore(db: Kysely<StationTables>) {
  async function listComparable(cell: Cell): Promise<(Station & { readonly distanceKm: number })[]> {
    const place = await db.selectFrom('place_height').select('height').where('cell', '=', cell.id).executeTakeFirst()
    if (place === undefined) return []
    const tiles = listStationTiles(cell)
    const stations = await db
      .selectFrom('station')
      .select(['source', 'id', 'name', 'lat', 'lon', 'height'])
      .where(sql<boolean>`tile = any(${tiles}::int4[])`)
      .execute()
    return stations
      .filter((station) => isComparable({ lat: cell.lat, lon: cell.lon, height: place.height }, station))
      .map((station) => ({ ...station, distanceKm: computeDistanceKm(cell, station) }))
  }

  return {
    /**
     * Of the stations that are comparable with a cell, the one with the most readings on the day (epoch milliseconds of its midnight, UTC), the
     * nearest of several; with its readings of the period. Null without one.
     */
    async find(
      cellId: number,
      day: number,
      period: { readonly fromMs: number; readonly toMs: number },
      simulated: boolean,
    ): Promise<StationOfDay | null> {
      const stations = await listComparable(decodeCellId(cellId))
      if (stations.length === 0) return null
      const readings = (from: number, to: number) =>
        db
          .selectFrom('station_reading')
          .where('simulated', '=', simulated)
          .where('observed_at', '>=', new Date(from))
          .where('observed_at', '<', new Date(to))
      const keys = JSON.stringify(stations.map(({ source, id }) => ({ source, id })))
      const counts = await readings(day, day + DAY_MS)
        .select(['source', 'station', sql<number>`count(*)::int4`.as('n')])
        .where(sql<boolean>`(source, station) in (select source, id from json_to_recordset(${keys}::json) as known (source text, id text))`)
        .groupBy(['source', 'station'])
        .execute()
      const countOf = ({ source, id }: Station) => counts.find((each) => each.source === source && each.station === id)?.n ?? 0
      const [station] = stations
        .filter((each) => countOf(each) > 0)
        .toSorted((a, b) => countOf(b) - countOf(a) || a.distanceKm - b.distanceKm)
      if (station === undefined) return null
      const measured = await readings(period.fromMs, period.toMs)
        .select([
          'observed_at as observedAt',
          'temperature',
          'wind_speed as windSpeed',
          'wind_gust as windGust',
          'wind_direction as windDirection',
          'precipitation',
        ])
        .where('source', '=', station.source)
        .where('station', '=', station.id)
        .orderBy('observed_at')
        .execute()
      return { station, readings: measured }
    },
  }
}
