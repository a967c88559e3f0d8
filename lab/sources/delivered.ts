import { HOUR_MS } from '../../src/time.ts'

/** What is compared, in SI units as an answer has them. */
export type Field = 'temperature' | 'pressure' | 'visibility' | 'uvIndex' | 'windGust' | 'precipitationProbability' | 'precipitationRate'

type Json = Readonly<Record<string, unknown>>
/** Values sent for an instant, epoch milliseconds; null: for a day, or for no stated time. */
type Sent = (atMs: number | null, field: Field, value: unknown, factor?: number) => void

/**
 * The values that each provider sent for each cell, as this file reads the wire: the adapters of the service have no part in it. Values are kept to
 * hundredths.
 */
export function createDelivered() {
  const anyTime = new Map<string, Set<number>>()
  const byTime = new Map<string, Set<number>>()

  return {
    /** An answer with status 200 to a call of a product, such as `bright-sky/weather`. */
    note(product: string, url: string, body: string): void {
      const read = READERS[product]
      const cell = cellOfUrl(url)
      if (read === undefined || cell === null) return
      const source = product.split('/')[0]
      read(JSON.parse(body) as Json, (atMs, field, value, factor = 1) => {
        if (typeof value !== 'number') return
        const key = `${source} ${cell} ${field}`
        add(anyTime, key, value * factor)
        if (atMs !== null) add(byTime, `${key} ${atMs}`, value * factor)
      })
    },
    /** Whether the source has sent the value for the cell; with `atMs`, for that instant. */
    has(source: string, cell: string, field: Field, value: number, atMs: number | null): boolean {
      const key = `${source} ${cell} ${field}`
      return hasNear(atMs === null ? anyTime.get(key) : byTime.get(`${key} ${atMs}`), value)
    },
  }
}

function add(map: Map<string, Set<number>>, key: string, value: number): void {
  const values = map.get(key) ?? new Set()
  map.set(key, values.add(Math.round(value * 100)))
}

function hasNear(values: Set<number> | undefined, value: number): boolean {
  const hundredths = Math.round(value * 100)
  return values !== undefined && [-1, 0, 1].some((off) => values.has(hundredths + off))
}

/** `52.52,13.41`, rounded as the service does. */
export function cellKey(lat: number, lon: number): string {
  return [lat, lon].map((degrees) => (Math.round(degrees * 100 + Math.sign(degrees) * 1e-9) / 100 + 0).toFixed(2)).join()
}

export function cellOfUrl(url: string): string | null {
  const query = new URL(url, 'http://upstream.invalid').searchParams
  const [lat, lon] = [query.get('lat') ?? query.get('latitude'), query.get('lon') ?? query.get('longitude')]
  return lat === null || lon === null ? null : cellKey(Number(lat), Number(lon))
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

const READERS: Readonly<Record<string, (body: Json, sent: Sent) => void>> = {
  'openweather/onecall': ({ current, hourly, daily, minutely }, sent) => {
    for (const row of [objectOf(current), ...listOf(hourly)]) {
      const atMs = Number(row['dt']) * 1_000
      sent(atMs, 'temperature', row['temp'])
      sent(atMs, 'pressure', row['pressure'])
      sent(atMs, 'visibility', row['visibility'])
      sent(atMs, 'uvIndex', row['uvi'])
      sent(atMs, 'windGust', row['wind_gust'])
      sent(atMs, 'precipitationProbability', row['pop'])
    }
    for (const day of listOf(daily)) {
      for (const extreme of ['min', 'max']) sent(null, 'temperature', objectOf(day['temp'])[extreme])
      sent(null, 'uvIndex', day['uvi'])
    }
    for (const minute of listOf(minutely)) sent(null, 'precipitationRate', minute['precipitation'])
  },
  'open-meteo/forecast': ({ current, hourly, daily }, sent) => {
    const columns = objectOf(hourly)
    const rows = (columns['time'] as readonly number[]).map((time, index) =>
      Object.fromEntries([['time', time], ...Object.entries(columns).map(([name, values]) => [name, (values as unknown[])[index]])]),
    )
    for (const row of [objectOf(current), ...rows]) {
      const atMs = Number(row['time']) * 1_000
      sent(atMs, 'temperature', row['temperature_2m'])
      sent(atMs, 'pressure', row['pressure_msl'])
      sent(atMs, 'visibility', row['visibility'])
      sent(atMs, 'uvIndex', row['uv_index'])
      sent(atMs, 'windGust', row['wind_gusts_10m'])
      sent(atMs, 'precipitationProbability', row['precipitation_probability'], 0.01)
    }
    const days = objectOf(daily)
    for (const name of ['temperature_2m_min', 'temperature_2m_max'])
      for (const value of days[name] as readonly unknown[]) sent(null, 'temperature', value)
    for (const value of days['uv_index_max'] as readonly unknown[]) sent(null, 'uvIndex', value)
  },
  'met-norway/locationforecast': ({ properties }, sent) => {
    for (const { time, data } of listOf(objectOf(properties)['timeseries'])) {
      const atMs = Date.parse(String(time))
      const windows = objectOf(data)
      const details = (name: string): Json => objectOf(objectOf(windows[name])['details'])
      sent(atMs, 'temperature', details('instant')['air_temperature'])
      sent(atMs, 'pressure', details('instant')['air_pressure_at_sea_level'])
      sent(atMs, 'windGust', details('instant')['wind_speed_of_gust'])
      sent(atMs, 'precipitationProbability', details('next_1_hours')['probability_of_precipitation'], 0.01)
      for (const extreme of ['air_temperature_min', 'air_temperature_max']) sent(null, 'temperature', details('next_6_hours')[extreme])
    }
  },
  'met-norway/nowcast': ({ properties }, sent) => {
    for (const { data } of listOf(objectOf(properties)['timeseries']))
      sent(null, 'precipitationRate', objectOf(objectOf(objectOf(data)['instant'])['details'])['precipitation_rate'])
  },
  'bright-sky/weather': ({ weather }, sent) => {
    for (const row of listOf(weather)) {
      const atMs = Date.parse(String(row['timestamp']))
      sent(atMs, 'temperature', row['temperature'])
      sent(atMs, 'pressure', row['pressure_msl'])
      sent(atMs, 'visibility', row['visibility'])
      // Of the hour that ends then.
      sent(atMs - HOUR_MS, 'windGust', row['wind_gust_speed'], 1 / 3.6)
      sent(atMs - HOUR_MS, 'precipitationProbability', row['precipitation_probability'], 0.01)
    }
  },
}
