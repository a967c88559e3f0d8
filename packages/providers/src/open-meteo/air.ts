import { type AirPoint, POLLEN, type PollenCounts, type SentHour, type Series, buildAirSeries, formatInstant } from '@isobar/weather'
import type { Product } from '../provider.ts'
import { computeCallWeight } from './request.ts'
import type { Forecast, Row } from './schema.ts'

const CONCENTRATIONS = {
  pm25: 'pm2_5',
  pm10: 'pm10',
  no2: 'nitrogen_dioxide',
  o3: 'ozone',
  so2: 'sulphur_dioxide',
  co: 'carbon_monoxide',
  dust: 'dust',
} as const

/** A day before now for the means of the indices, and four days to come. */
const [PAST_HOURS, FORECAST_HOURS] = [24, 97]
const DAYS = 6

export const AIR_VARIABLES = [...Object.values(CONCENTRATIONS), ...POLLEN.map((plant) => `${plant}_pollen`)]

/** The air-quality API, on a host of its own and within the account's limits. */
export const AIR: Product = {
  id: 'open-meteo/air-quality',
  weight: computeCallWeight(AIR_VARIABLES.length, DAYS),
  budget: 'weather',
  account: 'open-meteo/forecast',
}

/** Its own index is not asked for: ours is computed alike for every source. */
export const AIR_QUERY = {
  hourly: AIR_VARIABLES.join(','),
  past_hours: String(PAST_HOURS),
  forecast_hours: String(FORECAST_HOURS),
}

/** The air scope of a decoded answer; `now` is epoch milliseconds. Each variable may end at another hour. */
export function transformAir({ hourly }: Forecast, now: number): Series<AirPoint> {
  return buildAirSeries((hourly ?? []).map(toHour), now)
}

function toHour(row: Row): SentHour {
  const values = Object.entries(CONCENTRATIONS).map(([name, variable]) => [name, row.number(variable, 'concentration')])
  const counts = POLLEN.map((plant) => [plant, row.number(`${plant}_pollen`, 'pollen')])
  return {
    time: formatInstant(row.timeMs),
    ...(Object.fromEntries(values) as Record<keyof typeof CONCENTRATIONS, number | null>),
    pollen: Object.fromEntries(counts) as PollenCounts,
  }
}
