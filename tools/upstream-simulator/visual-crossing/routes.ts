import { mean, sum } from '../arithmetic.ts'
import { amountOf, hoursOfDay, wettestOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { type LocalDay, localDays, type Zone, zoneAt } from '../places/zone.ts'
import type { Product } from '../products.ts'
import { moonPhase } from '../sky/moon.ts'
import { sunDay } from '../sky/sun.ts'
import { localTime, seconds } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'

const HOUR = 3_600_000
const PATH = /^\/VisualCrossingWebServices\/rest\/services\/timeline\/(-?[\d.]+),(-?[\d.]+)$/

/** `GET …/timeline/{lat},{lon}` of Visual Crossing, in metric units. */
export const visualCrossingProducts: readonly Product[] = [
  { id: 'visual-crossing/timeline', template: '…/timeline/{lat},{lon}', matches: (path) => PATH.test(path), answer: timeline },
]

function timeline(world: World, request: WireRequest): WireAnswer {
  const [, y, x] = PATH.exec(request.path) ?? []
  const [lat, lon] = [Number(y), Number(x)]
  const key = request.query.get('key') ?? ''
  if (key === '' || key.startsWith('invalid')) return text(401, 'No account found with API key')
  if (key.startsWith('blocked')) return text(429, 'You have exceeded the maximum number of daily result records for your account.')
  if (!areCoordinates(lat, lon)) return text(400, 'Bad API Request:Invalid location parameter value.')
  if (request.query.get('unitGroup') !== 'metric') return text(400, 'The simulator answers in metric units only')
  const { now } = request
  const series = seriesFor(world, lat, lon, now, 'visual-crossing')
  const zone = zoneAt(lat, lon)
  const minute = Math.floor(now / 60_000) * 60_000
  const hour = series.hour(Math.floor(now / HOUR) * HOUR)
  const { severerisk: _, ...present } = hourly({ ...hour, state: series.at(minute) }, zone, minute, 'obs')
  const current = { ...present, ...astronomy(series, now, zone) }
  const body = {
    queryCost: 1,
    latitude: lat,
    longitude: lon,
    resolvedAddress: `${lat},${lon}`,
    address: `${lat},${lon}`,
    timezone: zone.id,
    tzoffset: zone.offsetAt(now) / 3_600,
    description: 'Made up for demonstration.',
    days: localDays(zone, now, 15).map((day) => daily(series, zone, day, now)),
    alerts: [],
    stations: { [STATION.id]: STATION },
    currentConditions: current,
  }
  return json(200, body)
}

const STATION = { distance: 6_548, latitude: 0, longitude: 0, useCount: 0, id: 'DEMO', name: 'DEMO', quality: 100, contribution: 0 }

const text = (status: number, body: string): WireAnswer => ({ status, headers: { 'content-type': 'text/plain' }, body })

const clockAt = (ms: number, zone: Zone): string => localTime(ms, zone.offsetAt(ms)).slice(11)

function typesOf({ rain, snow }: HourRecord): string[] | null {
  const types = [...(rain >= 0.05 ? ['rain'] : []), ...(snow >= 0.05 ? ['snow'] : [])]
  return types.length === 0 ? null : types
}

function hourly(hour: HourRecord, zone: Zone, at: number, source: 'obs' | 'fcst') {
  const { state, gust, snow, probability, uvIndex } = hour
  return {
    datetime: clockAt(at, zone),
    datetimeEpoch: seconds(at),
    temp: round(state.temperature, 1),
    feelslike: round(apparentTemperature(state), 1),
    humidity: round(state.humidity, 2),
    dew: round(state.dewPoint, 1),
    precip: round(amountOf(hour), 3),
    precipprob: round(probability * 100, 1),
    snow: round(snow, 2),
    snowdepth: 0,
    preciptype: typesOf(hour),
    windgust: round(gust * 3.6, 1),
    windspeed: round(state.windSpeed * 3.6, 1),
    winddir: round(state.windDirection, 1) % 360,
    pressure: round(state.pressure, 1),
    visibility: round(Math.min(24, state.visibility / 1_000), 1),
    cloudcover: round(state.cloud, 1),
    solarradiation: 0,
    solarenergy: 0,
    uvindex: Math.round(uvIndex),
    severerisk: 10,
    ...wordsOf(hour),
    stations: source === 'obs' ? [STATION.id] : null,
    source,
  }
}

function wordsOf(hour: HourRecord): { conditions: string; icon: string } {
  const { falls, thunder, fog, eighths } = weatherOfHour(hour)
  const sky = eighths >= 7 ? 'Overcast' : eighths >= 2 ? 'Partially cloudy' : 'Clear'
  const what = { rain: 'Rain', snow: 'Snow', sleet: 'Snow, Rain', 'freezing rain': 'Freezing Drizzle/Freezing Rain' }
  if (falls !== null)
    return { conditions: `${thunder ? 'Thunderstorm, ' : ''}${what[falls]}, ${sky}`, icon: falls === 'rain' ? 'rain' : 'snow' }
  const half = hour.isDay ? 'day' : 'night'
  const icon = fog ? 'fog' : sky === 'Overcast' ? 'cloudy' : `${sky === 'Clear' ? 'clear' : 'partly-cloudy'}-${half}`
  return { conditions: sky, icon }
}

function astronomy(series: Series, ms: number, zone: Zone) {
  const sun = sunDay(series.site.lat, series.site.lon, ms)
  const times =
    sun.kind === 'normal'
      ? {
          sunrise: clockAt(sun.rise, zone),
          sunriseEpoch: seconds(sun.rise),
          sunset: clockAt(sun.set, zone),
          sunsetEpoch: seconds(sun.set),
        }
      : {}
  return { ...times, moonphase: round(moonPhase(ms), 2) % 1 }
}

function daily(series: Series, zone: Zone, day: LocalDay, now: number) {
  const { date, startMs } = day
  const records = hoursOfDay(series, day)
  const hours = records.map((record) => hourly(record, zone, record.startMs, record.startMs + HOUR <= now ? 'obs' : 'fcst'))
  const of = (name: 'temp' | 'feelslike' | 'windgust' | 'windspeed' | 'uvindex' | 'precipprob') => hours.map((hour) => hour[name])
  const meanOf = (name: 'temp' | 'feelslike' | 'dew' | 'humidity' | 'pressure' | 'cloudcover' | 'visibility') =>
    round(mean(hours.map((hour) => hour[name])), 1)
  const total = (name: 'precip' | 'snow') => round(sum(hours.map((hour) => hour[name])), 3)
  const wettest = wettestOf(records)
  const types = [...new Set(hours.flatMap(({ preciptype }) => preciptype ?? []))]
  return {
    datetime: date,
    datetimeEpoch: seconds(startMs),
    tempmax: Math.max(...of('temp')),
    tempmin: Math.min(...of('temp')),
    temp: meanOf('temp'),
    feelslikemax: Math.max(...of('feelslike')),
    feelslikemin: Math.min(...of('feelslike')),
    feelslike: meanOf('feelslike'),
    dew: meanOf('dew'),
    humidity: meanOf('humidity'),
    precip: total('precip'),
    precipprob: Math.max(...of('precipprob')),
    precipcover: round((100 * hours.filter(({ precip }) => precip > 0).length) / hours.length, 2),
    preciptype: types.length === 0 ? null : types,
    snow: total('snow'),
    snowdepth: 0,
    windgust: Math.max(...of('windgust')),
    windspeed: Math.max(...of('windspeed')),
    winddir: round(wettest.state.windDirection, 1) % 360,
    pressure: meanOf('pressure'),
    cloudcover: meanOf('cloudcover'),
    visibility: meanOf('visibility'),
    solarradiation: 100,
    solarenergy: 10,
    uvindex: Math.max(...of('uvindex')),
    severerisk: 10,
    ...astronomy(series, startMs + 12 * HOUR, zone),
    ...wordsOf(wettest),
    description: 'Made up for demonstration.',
    stations: null,
    source: 'comb',
    hours,
  }
}
