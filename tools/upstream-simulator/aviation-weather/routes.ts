import { createSeries } from '../climate/series.ts'
import { TRUTH, type WeatherState } from '../climate/weather.ts'
import { atPath, type Product } from '../products.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'

/** The routes of aviationweather.gov. */
export const aviationWeatherProducts: readonly Product[] = [atPath('aviation-weather/metar', '/api/data/metar', metars)]

/** Degrees between stations: every place has one within 25 km. */
const SPACING = 0.3
const MAX_ENTRIES = 400
const HALF_HOUR = 1_800_000
/** Reports are of twenty past and ten to the hour. */
const MINUTE_OF_HALF_HOUR = 1_200_000
const MPS_PER_KNOT = 1_852 / 3_600

/** `GET /api/data/metar?bbox=south,west,north,east&format=json` */
function metars(world: World, { query, now }: WireRequest): WireAnswer {
  const corners = (query.get('bbox') ?? '').split(',').map(Number)
  const [south = NaN, west = NaN, north = NaN, east = NaN] = corners
  if (corners.length !== 4 || corners.some(Number.isNaN) || query.get('format') !== 'json')
    return json(400, { status: 'error', error: 'Invalid bbox or format' })
  const reports: object[] = []
  for (let row = Math.ceil(south / SPACING); row * SPACING <= north; row++)
    for (let column = Math.ceil(west / SPACING); column * SPACING <= east; column++)
      if (reports.length < MAX_ENTRIES && Math.abs(row * SPACING) <= 90) reports.push(report(world, row, column, now))
  return reports.length === 0 ? { status: 204, headers: {}, body: '' } : json(200, reports)
}

function report(world: World, row: number, column: number, now: number): object {
  const [lat, lon] = [round(row * SPACING, 4), round(column * SPACING, 4)]
  const at = Math.floor((now - MINUTE_OF_HALF_HOUR) / HALF_HOUR) * HALF_HOUR + MINUTE_OF_HALF_HOUR
  const series = createSeries(lat, lon, TRUTH, world.forced)
  const state = series.at(at)
  const knots = Math.round(state.windSpeed / MPS_PER_KNOT)
  const gust = Math.round(state.windGust / MPS_PER_KNOT)
  const weather = presentWeather(state)
  const id = identifier(row, column)
  return {
    icaoId: id,
    receiptTime: new Date(at + 240_000).toISOString(),
    obsTime: at / 1_000,
    reportTime: new Date(Math.round(at / 3_600_000) * 3_600_000).toISOString(),
    temp: Math.round(state.temperature),
    dewp: Math.round(Math.min(state.dewPoint, state.temperature)),
    wdir: knots === 0 ? 0 : knots < 3 ? 'VRB' : (Math.round(state.windDirection / 10) * 10) % 360,
    wspd: knots,
    ...(gust >= knots + 10 ? { wgst: gust } : {}),
    visib: state.visibility >= 9_656 ? '6+' : round(state.visibility / 1_609.344, 2),
    altim: Math.floor(state.pressure),
    qcField: 2,
    ...(weather === '' ? {} : { wxString: weather }),
    metarType: 'METAR',
    rawOb: `METAR ${id} AUTO`,
    lat,
    lon,
    elev: Math.round(series.site.elevation),
    name: `Simulated station ${id}`,
    cover: coverOf(state),
    clouds: [{ cover: coverOf(state), base: 3_000 }],
    fltCat: 'VFR',
  }
}

/** Four letters for each station of the grid, as many as there are. */
function identifier(row: number, column: number): string {
  const index = (row + 300) * 1_201 + column + 600
  return Array.from({ length: 4 }, (_, place) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26))).join('')
}

function presentWeather({ precipitation, snowShare, convective, thunder, freezing, fog }: WeatherState): string {
  if (precipitation < 0.1) return fog ? 'FG' : ''
  const intensity = precipitation < 2.5 ? '-' : precipitation > 7.6 ? '+' : ''
  const kind = snowShare > 0.6 ? 'SN' : snowShare > 0.3 ? 'RASN' : 'RA'
  const manner = thunder ? 'TS' : freezing && kind === 'RA' ? 'FZ' : convective > 0.5 ? 'SH' : ''
  return `${intensity}${manner}${kind}`
}

function coverOf({ cloud }: WeatherState): string {
  if (cloud < 6) return 'CLR'
  if (cloud < 31) return 'FEW'
  if (cloud < 56) return 'SCT'
  return cloud < 94 ? 'BKN' : 'OVC'
}
