import { html } from '../faults/error-bodies.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { dated, isNordic, readPlace, symbol, utc } from './locationforecast.ts'

const HOUR = 3_600_000
const STEP = 300_000
const STEPS = 23

/** `GET /weatherapi/nowcast/2.0/complete`: 422 outside the Nordic countries. */
export function nowcast(world: World, request: WireRequest): WireAnswer {
  const asked = readPlace(request)
  if ('status' in asked) return asked
  const { lat, lon, altitude } = asked
  if (!isNordic(lat, lon)) return html(422, 'nginx')
  const first = Math.floor(request.now / STEP) * STEP
  const series = seriesFor(world, lat, lon, request.now, 'met-norway')
  const hour = series.hour(Math.floor(first / HOUR) * HOUR)
  const now = series.at(first)
  const timeseries = Array.from({ length: STEPS }, (_, index) => {
    const at = first + index * STEP
    const rate = { precipitation_rate: round(series.at(at).precipitation, 1) }
    if (index > 0) return { time: utc(at), data: { instant: { details: rate } } }
    const details = {
      air_temperature: round(now.temperature, 1),
      ...rate,
      relative_humidity: round(now.humidity, 1),
      wind_from_direction: round(now.windDirection, 1) % 360,
      wind_speed: round(now.windSpeed, 1),
      wind_speed_of_gust: round(hour.gust, 1),
    }
    const next = { summary: { symbol_code: symbol(hour) }, details: { precipitation_amount: round(hour.rain + hour.snow, 1) } }
    return { time: utc(at), data: { instant: { details }, next_1_hours: next } }
  })
  const body = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat, altitude ?? Math.round(series.site.elevation)] },
    properties: { meta: { updated_at: utc(first), units: UNITS, radar_coverage: 'ok' }, timeseries },
  }
  return dated(request, json(200, body, 'application/json'), first + STEP)
}

const UNITS = {
  air_temperature: 'celsius',
  precipitation_amount: 'mm',
  precipitation_rate: 'mm/h',
  relative_humidity: '%',
  wind_from_direction: 'degrees',
  wind_speed: 'm/s',
  wind_speed_of_gust: 'm/s',
}
