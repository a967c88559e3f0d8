import { HOUR_MS, type MarinePoint, type Series, formatInstant } from '@isobar/weather'
import type { Product } from '../provider.ts'
import { computeCallWeight } from './request.ts'
import type { Dimension, Forecast, Row } from './schema.ts'

const VARIABLES = {
  waveHeight: ['wave_height', 'length'],
  wavePeriod: ['wave_period', 'plain'],
  waveDirection: ['wave_direction', 'plain'],
  swellHeight: ['swell_wave_height', 'length'],
  swellPeriod: ['swell_wave_period', 'plain'],
  swellDirection: ['swell_wave_direction', 'plain'],
  waterTemperature: ['sea_surface_temperature', 'temperature'],
} as const satisfies Record<Exclude<keyof MarinePoint, 'time'>, readonly [string, Dimension]>

export const MARINE_VARIABLES = Object.values(VARIABLES).map(([variable]) => variable)
const FORECAST_HOURS = 97

/** The marine API, on a host of its own and within the account's limits. */
export const MARINE: Product = {
  id: 'open-meteo/marine',
  weight: computeCallWeight(MARINE_VARIABLES.length, 5),
  budget: 'weather',
  account: 'open-meteo/forecast',
}

export const MARINE_QUERY = { hourly: MARINE_VARIABLES.join(','), forecast_hours: String(FORECAST_HOURS) }

/** The marine scope of a decoded answer, from the current hour on. On land every value is null, and there is no sea. */
export function transformMarine({ hourly }: Forecast, now: number): Series<MarinePoint> {
  const points = (hourly ?? []).filter(({ timeMs }) => timeMs + HOUR_MS > now).map(toPoint)
  const last = points.findLastIndex(({ waveHeight, waterTemperature }) => waveHeight !== null || waterTemperature !== null)
  return { available: last >= 0, points: points.slice(0, last + 1) }
}

function toPoint(row: Row): MarinePoint {
  const values = Object.entries(VARIABLES).map(([name, [variable, dimension]]) => [name, row.number(variable, dimension)])
  return { time: formatInstant(row.timeMs), ...(Object.fromEntries(values) as Omit<MarinePoint, 'time'>) }
}
