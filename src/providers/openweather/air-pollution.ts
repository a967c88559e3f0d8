import { airSeries, type SentHour } from '../../domain/air/air-series.ts'
import type { AirPoint } from '../../domain/air/air.ts'
import { formatInstant } from '../../domain/instant.ts'
import type { Series } from '../../domain/model.ts'
import { HOUR_MS } from '../../time.ts'
import { clockAt } from '../clock.ts'
import { fetchJson, isSimulated, urlBelow } from '../fetch-json.ts'
import { answeredFor, type Product, type WeatherCapability } from '../provider.ts'
import { failure, GRID_KM, SERVICE } from './fetch.ts'
import { fieldsOf, isObject, LAST_EPOCH_SECOND, numberOf } from './json.ts'

/** Air Pollution 2.5: not part of a One Call subscription, limited with the account's free calls. */
export const AIR_POLLUTION: Product = { id: 'openweather/air-pollution', weight: 1, budget: 'weather', limits: { perMinute: 60 } }

/** Its components have our names but for the point of PM2.5. It has no dust and no pollen. */
const COMPONENTS = { pm25: 'pm2_5', pm10: 'pm10', no2: 'no2', o3: 'o3', so2: 'so2', co: 'co' } as const

/** The plan's weather and, by a call of its own, the air. */
export function withAir(
  weather: WeatherCapability,
  { baseUrl, key }: { readonly baseUrl: URL; readonly key: () => string | null },
): WeatherCapability {
  return {
    ...weather,
    groups: [...weather.groups, ['air']],
    lacks: [...(weather.lacks ?? []), 'pollen'],
    otherProducts: { air: AIR_POLLUTION },
    async fetch(cell, wanted, calls, now) {
      if (!wanted.includes('air')) return weather.fetch(cell, wanted, calls, now)
      const currentKey = key()
      if (currentKey === null) throw failure('not_configured')
      const { lat, lon } = cell
      const url = urlBelow(baseUrl, '/data/2.5/air_pollution/forecast', { lat: String(lat), lon: String(lon), appid: currentKey })
      const { body, headers } = await fetchJson(calls, { product: AIR_POLLUTION, url }, SERVICE, now)
      const air = transformAirPollution(body, now)
      const clock = clockAt(cell, undefined, now)
      if (air === null || clock === null) throw failure('invalid_body')
      const place = fieldsOf(fieldsOf(body)['coord'])
      return { ...clock, scopes: { air }, ...answeredFor(place['lat'], place['lon'], GRID_KM), simulated: isSimulated(headers) }
    },
  }
}

/**
 * The air scope of an answer of `/air_pollution/forecast`; null if it is none. An empty list means no data. The source's own class of 1 to 5 is
 * neither the European nor the US index, and is not used. Forecasts begin with the running hour, so that means of the hours before, and the
 * indices of particles, are known from the second hour (US) and the 18th (European) on.
 */
export function transformAirPollution(body: unknown, now: number): Series<AirPoint> | null {
  const list = fieldsOf(body)['list']
  if (!Array.isArray(list)) return null
  return airSeries(
    list.flatMap((entry: unknown) => hourOf(entry) ?? []),
    now,
  )
}

function hourOf(entry: unknown): SentHour | null {
  if (!isObject(entry) || !isObject(entry['components'])) return null
  const { dt, components } = entry
  if (typeof dt !== 'number' || !Number.isInteger(dt) || Math.abs(dt) > LAST_EPOCH_SECOND) return null
  const values = Object.entries(COMPONENTS).map(([name, component]) => [name, numberOf(components[component])])
  return {
    // Forecasts are for full hours.
    time: formatInstant(Math.floor(dt / 3_600) * HOUR_MS),
    ...(Object.fromEntries(values) as Record<keyof typeof COMPONENTS, number | null>),
    dust: null,
    pollen: null,
  }
}
