import { mean, sum } from '../arithmetic.ts'
import { amountOf, hoursOfDay, wettestOf } from '../climate/hours.ts'
import type { HourRecord, Series } from '../climate/series.ts'
import { weatherOfHour } from '../climate/weather-of-hour.ts'
import { apparentTemperature } from '../climate/weather.ts'
import { areCoordinates } from '../places/coordinates.ts'
import { type LocalDay, localDays, type Zone, zoneAt } from '../places/zone.ts'
import { atPath, type Product } from '../products.ts'
import { sunDay } from '../sky/sun.ts'
import { localTime, seconds } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'

const HOUR = 3_600_000

/** `GET /v1/forecast.json` of WeatherAPI.com. */
export const weatherApiProducts: readonly Product[] = [atPath('weatherapi/forecast', '/v1/forecast.json', forecast)]

const refusal = (status: number, code: number, message: string): WireAnswer => json(status, { error: { code, message } })

function forecast(world: World, request: WireRequest): WireAnswer {
  const key = request.query.get('key') ?? ''
  if (key === '') return refusal(401, 1002, 'API key is invalid or not provided.')
  if (key.startsWith('invalid')) return refusal(401, 2006, 'API key is invalid.')
  if (key.startsWith('blocked')) return refusal(403, 2007, 'API key has exceeded calls per month quota.')
  const [, y, x] = /^(-?[\d.]+),(-?[\d.]+)$/.exec(request.query.get('q') ?? '') ?? []
  const [lat, lon] = [Number(y), Number(x)]
  if (!areCoordinates(lat, lon)) return refusal(400, 1006, 'No matching location found.')
  const { now } = request
  const series = seriesFor(world, lat, lon, now, 'weatherapi')
  const zone = zoneAt(lat, lon)
  const quarter = Math.floor(now / (HOUR / 4)) * (HOUR / 4)
  const hour = series.hour(Math.floor(now / HOUR) * HOUR)
  const count = Math.min(14, Math.max(1, Number(request.query.get('days') ?? 1)))
  const body = {
    location: {
      name: 'Demo',
      region: 'Demo',
      country: 'Demo',
      lat,
      lon,
      tz_id: zone.id,
      localtime_epoch: seconds(now),
      localtime: timeIn(zone, now),
    },
    current: {
      last_updated_epoch: seconds(quarter),
      last_updated: timeIn(zone, quarter),
      ...stateOf({ ...hour, state: series.at(quarter) }),
    },
    forecast: { forecastday: localDays(zone, now, count).map((day) => dayOf(series, zone, day)) },
  }
  return json(200, body)
}

const timeIn = (zone: Zone, ms: number): string => localTime(ms, zone.offsetAt(ms)).slice(0, 16).replace('T', ' ')

const pad = (value: number): string => String(value).padStart(2, '0')

/** `07:18 AM` */
function clockTime(ms: number, zone: Zone): string {
  const [hour = 0, minute = 0] = timeIn(zone, ms).slice(11).split(':').map(Number)
  return `${pad(hour % 12 === 0 ? 12 : hour % 12)}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

const inches = (mm: number): number => round(mm / 25.4, 2)
const fahrenheit = (celsius: number): number => round(celsius * 1.8 + 32, 1)
const miles = (km: number): number => round(km / 1.609_344, 1)

/** Every quantity twice. */
function stateOf(hour: HourRecord) {
  const { state, gust, uvIndex, isDay } = hour
  const amount = amountOf(hour)
  const felt = apparentTemperature(state)
  const [temp, dew, feels] = [state.temperature, state.dewPoint, felt].map((value) => round(value, 1)) as [number, number, number]
  const [wind, gusts] = [round(state.windSpeed * 3.6, 1), round(gust * 3.6, 1)]
  const direction = Math.round(state.windDirection) % 360
  const km = Math.min(10, round(state.visibility / 1_000, 0))
  return {
    temp_c: temp,
    temp_f: fahrenheit(temp),
    is_day: isDay ? 1 : 0,
    condition: conditionOf(hour),
    wind_mph: miles(wind),
    wind_kph: wind,
    wind_degree: direction,
    wind_dir: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'][Math.round(direction / 45) % 8],
    pressure_mb: round(state.pressure, 0),
    pressure_in: round(state.pressure / 33.8639, 2),
    precip_mm: round(amount, 2),
    precip_in: inches(amount),
    humidity: Math.round(state.humidity),
    cloud: Math.round(state.cloud),
    feelslike_c: feels,
    feelslike_f: fahrenheit(feels),
    windchill_c: feels,
    windchill_f: fahrenheit(feels),
    heatindex_c: temp,
    heatindex_f: fahrenheit(temp),
    dewpoint_c: dew,
    dewpoint_f: fahrenheit(dew),
    vis_km: km,
    vis_miles: Math.floor(miles(km)),
    uv: round(uvIndex, 1),
    gust_mph: miles(gusts),
    gust_kph: gusts,
  }
}

function hourOf(hour: HourRecord, zone: Zone) {
  const isSnow = hour.snow > hour.rain
  const chance = Math.round(hour.probability * 100)
  return {
    time_epoch: seconds(hour.startMs),
    time: timeIn(zone, hour.startMs),
    ...stateOf(hour),
    snow_cm: isSnow ? round(hour.snow * 0.7, 2) : 0,
    will_it_rain: !isSnow && chance >= 70 ? 1 : 0,
    chance_of_rain: isSnow ? 0 : chance,
    will_it_snow: isSnow && chance >= 70 ? 1 : 0,
    chance_of_snow: isSnow ? chance : 0,
  }
}

function dayOf(series: Series, zone: Zone, day: LocalDay) {
  const { date, startMs } = day
  const records = hoursOfDay(series, day)
  const hours = records.map((record) => hourOf(record, zone))
  const of = (name: 'temp_c' | 'wind_kph' | 'chance_of_rain' | 'chance_of_snow') => hours.map((hour) => hour[name])
  const total = (name: 'precip_mm' | 'snow_cm') => round(sum(hours.map((hour) => hour[name])), 2)
  const meanOf = (name: 'temp_c' | 'humidity' | 'vis_km' | 'uv') => mean(hours.map((hour) => hour[name]))
  const wettest = wettestOf(records)
  const [high, low, average] = [Math.max(...of('temp_c')), Math.min(...of('temp_c')), round(meanOf('temp_c'), 1)]
  const [wind, amount, visibility] = [Math.max(...of('wind_kph')), total('precip_mm'), round(meanOf('vis_km'), 1)]
  const [rain, snow] = [Math.max(...of('chance_of_rain')), Math.max(...of('chance_of_snow'))]
  const sun = sunDay(series.site.lat, series.site.lon, startMs + 12 * HOUR)
  return {
    date,
    date_epoch: Date.parse(date) / 1_000,
    day: {
      maxtemp_c: high,
      maxtemp_f: fahrenheit(high),
      mintemp_c: low,
      mintemp_f: fahrenheit(low),
      avgtemp_c: average,
      avgtemp_f: fahrenheit(average),
      maxwind_mph: miles(wind),
      maxwind_kph: wind,
      totalprecip_mm: amount,
      totalprecip_in: inches(amount),
      totalsnow_cm: total('snow_cm'),
      avgvis_km: visibility,
      avgvis_miles: Math.floor(miles(visibility)),
      avghumidity: Math.round(meanOf('humidity')),
      daily_will_it_rain: rain >= 70 ? 1 : 0,
      daily_chance_of_rain: rain,
      daily_will_it_snow: snow >= 70 ? 1 : 0,
      daily_chance_of_snow: snow,
      condition: conditionOf(wettest),
      uv: round(meanOf('uv'), 1),
    },
    astro: {
      sunrise: sun.kind === 'normal' ? clockTime(sun.rise, zone) : 'No sunrise',
      sunset: sun.kind === 'normal' ? clockTime(sun.set, zone) : 'No sunset',
      moonrise: '05:54 PM',
      moonset: '07:37 AM',
      moon_phase: 'Full Moon',
      moon_illumination: 100,
      is_moon_up: 1,
      is_sun_up: 0,
    },
    hour: hours,
  }
}

const RAIN = { light: 1183, moderate: 1189, heavy: 1195 }
const SNOW = { light: 1213, moderate: 1219, heavy: 1225 }

function conditionOf(hour: HourRecord): { text: string; icon: string; code: number } {
  const { falls, strength, isShower, thunder, fog, eighths } = weatherOfHour(hour)
  const sky = eighths >= 8 ? 1009 : eighths >= 5 ? 1006 : eighths >= 2 ? 1003 : 1000
  const codes = {
    rain: isShower && strength !== 'heavy' ? 1240 : RAIN[strength],
    snow: isShower && strength !== 'heavy' ? 1255 : SNOW[strength],
    sleet: 1204,
    'freezing rain': 1198,
  }
  const code = thunder ? 1276 : falls === null ? (fog ? 1135 : sky) : codes[falls]
  return { text: 'Made up', icon: `//cdn.weatherapi.com/weather/64x64/${hour.isDay ? 'day' : 'night'}/116.png`, code }
}
