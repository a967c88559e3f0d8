import { amountOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { atPath, type Product } from '../products.ts'
import { utcOffsetTime } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SOURCE = 2382

/** `GET /weather` of Bright Sky: forecasts only. */
export const brightSkyProducts: readonly Product[] = [atPath('bright-sky/weather', '/weather', weather)]

function weather(world: World, request: WireRequest): WireAnswer {
  const number = (name: string) => {
    const text = request.query.get(name)
    return text === null || text === '' ? Number.NaN : Number(text)
  }
  const [lat, lon] = [number('lat'), number('lon')]
  const date = Date.parse(request.query.get('date') ?? '')
  const sent = Date.parse(request.query.get('last_date') ?? '')
  if (!areCoordinates(lat, lon) || Number.isNaN(date) || (request.query.get('units') ?? 'dwd') !== 'dwd')
    return json(422, { detail: [{ loc: ['query'], msg: 'field required', type: 'missing' }] })
  const first = Math.ceil(date / HOUR) * HOUR
  const last = Math.min(Number.isNaN(sent) ? first + DAY : sent, Math.floor(request.now / HOUR) * HOUR + 10 * DAY)
  const series = seriesFor(world, lat, lon, request.now, 'bright-sky')
  const rows: object[] = []
  for (let at = first; at <= last; at += HOUR) rows.push(row(series, at))
  return json(200, { weather: rows, sources: [source(series, request.now)] })
}

function source(series: Series, now: number): object {
  const { lat, lon, elevation } = series.site
  return {
    id: SOURCE,
    dwd_station_id: '00399',
    observation_type: 'forecast',
    lat: round(lat, 2),
    lon: round(lon, 2),
    height: Math.round(elevation),
    station_name: 'DEMO',
    wmo_station_id: '10389',
    first_record: utcOffsetTime(Math.floor(now / HOUR) * HOUR - 3 * HOUR),
    last_record: utcOffsetTime(Math.floor(now / HOUR) * HOUR + 10 * DAY),
    distance: 0,
  }
}

/** States at the time of the row; sums, wind and probability of the hour that ends then. */
function row(series: Series, at: number): object {
  const state = series.at(at)
  const before = series.hour(at - HOUR)
  const sunshine = before.isDay ? Math.round(60 * (1 - before.state.cloud / 110)) : 0
  return {
    timestamp: utcOffsetTime(at),
    source_id: SOURCE,
    precipitation: round(amountOf(before), 1),
    pressure_msl: round(state.pressure, 1),
    sunshine,
    temperature: round(state.temperature, 1),
    wind_direction: Math.round(before.state.windDirection) % 360,
    wind_speed: round(before.state.windSpeed * 3.6, 1),
    cloud_cover: Math.round(state.cloud),
    dew_point: round(state.dewPoint, 1),
    relative_humidity: null,
    visibility: Math.round(state.visibility / 100) * 100,
    wind_gust_direction: null,
    wind_gust_speed: round(before.gust * 3.6, 1),
    condition: conditionOf(series.hour(at)),
    precipitation_probability: Math.round(before.probability * 100),
    precipitation_probability_6h: at % (6 * HOUR) === 0 ? Math.round(before.probability * 100) : null,
    solar: round(sunshine / 120, 3),
    icon: iconOf(series.hour(at)),
  }
}

function conditionOf(hour: HourRecord): string {
  const { falls, thunder, fog } = weatherOfHour(hour)
  if (thunder) return 'thunderstorm'
  return falls === null ? (fog ? 'fog' : 'dry') : falls === 'freezing rain' ? 'sleet' : falls
}

function iconOf(hour: HourRecord): string {
  const { eighths, strength, falls } = weatherOfHour(hour)
  const condition = conditionOf(hour)
  if (condition !== 'dry' && (falls === null || strength !== 'light')) return condition
  if (eighths >= 7) return 'cloudy'
  return `${eighths >= 2 ? 'partly-cloudy' : 'clear'}-${hour.isDay ? 'day' : 'night'}`
}
