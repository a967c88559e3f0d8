import { toCell } from '@isobar/weather'
import { createRandom } from '../../../../../packages/weather/src/blend/testing/synthetic.ts'
import type { TestApp } from '../../../../../test/helpers/app.ts'
import { siteAt } from '../../../../../tools/upstream-simulator/climate/geography.ts'
import { TRUTH, weatherAt } from '../../../../../tools/upstream-simulator/climate/weather.ts'
import { HOUR_MS } from '../../../../time.ts'

/** Where tests blend: Berlin. */
export const BLEND_PLACE = { lat: 52.52, lon: 13.41 }
const STATION = { source: 'aviation-weather', id: 'EDDB', name: 'Berlin Brandenburg', lat: 52.5, lon: 13.4, height: 48 }
/** The cell of one degree that it is in (`toStationTile`). */
const TILE = (52 + 90) * 360 + 13 + 180

/** What the simulator's weather really is at an instant, °C: what a station measures, and what forecasts are wrong about. */
export function computeTrueTemperature(ms: number): number {
  return weatherAt(siteAt(BLEND_PLACE.lat, BLEND_PLACE.lon), ms / HOUR_MS, TRUTH).temperature
}

/** mm in the hour before an instant: of the hours in which the simulator’s weather is wet, three of twenty are, whatever it forecasts. */
export function computeTrueAmount(ms: number): number {
  const { precipitation } = weatherAt(siteAt(BLEND_PLACE.lat, BLEND_PLACE.lon), ms / HOUR_MS - 0.5, TRUTH)
  return precipitation >= 0.1 && createRandom(ms / HOUR_MS).uniform() < 0.15 ? 1.2 : 0
}

/** A station beside the place, and what it measured each hour of a period (epoch milliseconds). */
export async function putMeasurements({ database }: TestApp, fromMs: number, untilMs: number): Promise<void> {
  const { pool } = database
  await pool.query('insert into place_height (cell, height, seen_at) values ($1, 48, $2) on conflict do nothing', [
    toCell(BLEND_PLACE.lat, BLEND_PLACE.lon).id,
    new Date(fromMs),
  ])
  const { source, id } = STATION
  const reading = { observedAt: new Date(fromMs).toISOString(), temperature: 7 }
  await pool.query(
    `insert into station (source, id, name, lat, lon, height, tile, observed_at, reading, simulated, sensors)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, '{}') on conflict do nothing`,
    [source, id, STATION.name, STATION.lat, STATION.lon, STATION.height, TILE, new Date(fromMs), reading],
  )
  for (let at = fromMs; at < untilMs; at += HOUR_MS) {
    await pool.query(
      `insert into station_reading (source, station, observed_at, simulated, temperature, precipitation)
       values ($1, $2, $3, true, $4, $5) on conflict do nothing`,
      [source, id, new Date(at), computeTrueTemperature(at), computeTrueAmount(at)],
    )
  }
}
