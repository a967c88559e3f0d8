import { type AirPoint, HOUR_MS, type SentHour, type Series, buildAirSeries, formatInstant } from '@isobar/weather'
import { getMapClock } from '../clock.ts'
import { requireKey, buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather, type SentWeather } from '../fetch-weather.ts'
import { readFields, isObject, readNumber, readUnixMs } from '../json.ts'
import type { KeyedOptions, Product, WeatherCapability } from '../provider.ts'
import { GRID_KM, SERVICE } from './fetch.ts'

/** Air Pollution 2.5: not part of a One Call subscription, limited with the account's free calls. */
export const AIR_POLLUTION: Product = { id: 'openweather/air-pollution', weight: 1, budget: 'weather', limits: { perMinute: 60 } }

/** Its components by our names. It has no dust and no pollen. */
const COMPONENTS = { pm25: 'pm2_5', pm10: 'pm10', no2: 'no2', o3: 'o3', so2: 'so2', co: 'co' } as const

/** The plan's weather and, by a call of its own, the air. */
export function withAir(weather: WeatherCapability, { baseUrl, key }: KeyedOptions): WeatherCapability {
  return {
    ...weather,
    groups: [...weather.groups, ['air']],
    lacks: [...(weather.lacks ?? []), 'pollen', 'dust'],
    otherProducts: { air: AIR_POLLUTION },
    async fetch(cell, wanted, calls, now) {
      if (!wanted.includes('air')) return weather.fetch(cell, wanted, calls, now)
      const query = { lat: String(cell.lat), lon: String(cell.lon), appid: requireKey(key, SERVICE) }
      const url = buildUrlBelow(baseUrl, '/data/2.5/air_pollution/forecast', query)
      const read = (body: unknown): SentWeather | null => {
        const air = transformAirPollution(body, now)
        const { lat, lon } = readFields(readFields(body)['coord'])
        return air && { clock: getMapClock(cell, now), lat, lon, scopes: { air } }
      }
      return fetchWeather(calls, { product: AIR_POLLUTION, url, service: SERVICE, withinKm: GRID_KM, read }, now)
    },
  }
}

/**
 * The air scope of an answer of `/air_pollution/forecast`; null if it is none. An empty list means no data. The source's own class of 1 to 5 is
 * neither the European nor the US index, and is not used. Forecasts begin with the running hour, so that the means of the US index, those of particles
 * and of ozone, are known from the second and the sixth hour on.
 */
export function transformAirPollution(body: unknown, now: number): Series<AirPoint> | null {
  const list = readFields(body)['list']
  if (!Array.isArray(list)) return null
  return buildAirSeries(
    list.flatMap((entry: unknown) => hourOf(entry) ?? []),
    now,
  )
}

function hourOf(entry: unknown): SentHour | null {
  if (!isObject(entry) || !isObject(entry['components'])) return null
  const { dt, components } = entry
  const timeMs = readUnixMs(dt)
  if (Number.isNaN(timeMs)) return null
  const values = Object.entries(COMPONENTS).map(([name, component]) => [name, readNumber(components[component])])
  return {
    // Forecasts are for full hours.
    time: formatInstant(Math.floor(timeMs / HOUR_MS) * HOUR_MS),
    ...(Object.fromEntries(values) as Record<keyof typeof COMPONENTS, number | null>),
    dust: null,
    pollen: null,
  }
}
