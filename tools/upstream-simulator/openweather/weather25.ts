import { sum } from '../arithmetic.ts'
import { CITIES, type City } from '../places/cities.ts'
import { nearest } from '../places/distance.ts'
import { localDays, zoneAt } from '../places/zone.ts'
import { isDaylight } from '../sky/sun.ts'
import { localTime, seconds } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { amountKeys, instantSky, measurements, observationTime, type OwContext, skyOf, sunKeys } from './blocks.ts'
import { weatherList } from './condition.ts'
import { badRequest, coordinates, keyProblem } from './errors.ts'
import { writerFor } from './units.ts'

const HOUR = 3_600_000
/** A place within this distance counts as a city's. */
const CITY_KM = 60

/** `GET /data/2.5/weather` by coordinates. */
export function weather25(world: World, request: WireRequest): WireAnswer {
  const place = locate(request)
  if ('status' in place) return place
  const { context, city, zone, lat, lon } = open(world, request, place)
  const dt = observationTime(lat, lon, request.now)
  const state = context.series.at(dt)
  const noon = (localDays(zone, dt, 1)[0]?.startMs ?? dt) + 12 * HOUR
  const { temp, feels_like, pressure, humidity, visibility, wind_speed, wind_deg, clouds } = measurements(context, state, 0)
  const sky = instantSky(state, isDaylight(lat, lon, dt))
  const amounts = sky.rain + sky.snow >= 0.1 ? context.series.amounts(dt - HOUR, 4) : { rain: 0, snow: 0 }
  return json(200, {
    coord: { lon: round(lon, 4), lat: round(lat, 4) },
    weather: weatherList(sky, context.lang),
    base: 'stations',
    main: {
      temp,
      feels_like,
      temp_min: temp,
      temp_max: temp,
      pressure,
      humidity,
      sea_level: pressure,
      grnd_level: ground(pressure ?? 0, context),
    },
    ...(sky.snow >= 0.1 ? {} : { visibility }),
    wind: { speed: wind_speed, deg: wind_deg, gust: context.write.wind(state.windGust) },
    ...amountKeys(amounts.rain, amounts.snow),
    clouds: { all: clouds },
    dt: seconds(dt),
    // Polar day and night are zeros here; One Call leaves the keys out.
    sys: {
      ...(city === null ? {} : { type: 2, id: city.id % 100_000, country: city.country }),
      sunrise: 0,
      sunset: 0,
      ...sunKeys(lat, lon, noon),
    },
    timezone: zone.offsetAt(request.now),
    id: city?.id ?? 0,
    name: city?.name ?? '',
    cod: 200,
  })
}

/** `GET /data/2.5/forecast`: five days in steps of three hours. */
export function forecast25(world: World, request: WireRequest): WireAnswer {
  const place = locate(request)
  if ('status' in place) return place
  const { context, city, zone, lat, lon } = open(world, request, place)
  const asked = Number(request.query.get('cnt') ?? 40)
  const count = Number.isInteger(asked) && asked >= 1 && asked <= 40 ? asked : 40
  const first = Math.ceil((request.now + 1) / (3 * HOUR)) * 3 * HOUR
  const noon = (localDays(zone, request.now, 1)[0]?.startMs ?? request.now) + 12 * HOUR
  const list = Array.from({ length: count }, (_, index) => step(context, first + index * 3 * HOUR, index))
  return json(200, {
    cod: '200',
    message: 0,
    cnt: count,
    list,
    city: {
      id: city?.id ?? 0,
      name: city?.name ?? '',
      coord: { lat: round(lat, 4), lon: round(lon, 4) },
      country: city?.country ?? '',
      population: city?.population ?? 0,
      timezone: zone.offsetAt(request.now),
      sunrise: 0,
      sunset: 0,
      ...sunKeys(lat, lon, noon),
    },
  })
}

function step(context: OwContext, at: number, index: number): Record<string, unknown> {
  const hours = [0, 1, 2].map((hour) => context.series.hour(at - 3 * HOUR + hour * HOUR))
  const now = context.series.hour(at)
  const rain = sum(hours.map((hour) => hour.rain))
  const snow = sum(hours.map((hour) => hour.snow))
  const { temp, feels_like, pressure, humidity, visibility, wind_speed, wind_deg, clouds } = measurements(context, now.state, 0)
  return {
    dt: seconds(at),
    main: {
      temp,
      feels_like,
      temp_min: temp,
      temp_max: temp,
      pressure,
      sea_level: pressure,
      grnd_level: ground(pressure ?? 0, context),
      humidity,
      temp_kf: index < 3 ? 0.4 : 0,
    },
    weather: weatherList(skyOf(now, rain / 3, snow / 3), context.lang),
    clouds: { all: clouds },
    wind: { speed: wind_speed, deg: wind_deg, gust: context.write.wind(now.gust) },
    visibility,
    pop: round(Math.max(...hours.map((hour) => hour.probability)), 2),
    ...(rain >= 0.1 ? { rain: { '3h': round(rain, 2) } } : {}),
    ...(snow >= 0.1 ? { snow: { '3h': round(snow, 2) } } : {}),
    sys: { pod: now.isDay ? 'd' : 'n' },
    dt_txt: localTime(at, 0).replace('T', ' '),
  }
}

function ground(pressure: number, context: OwContext): number {
  return Math.round(pressure * Math.exp(-context.series.site.elevation / 8_400))
}

function locate(request: WireRequest): { lat: number; lon: number; city: City | null } | WireAnswer {
  const problem = keyProblem(request, null)
  if (problem !== null) return problem
  const place = coordinates(request.query)
  if ('problem' in place) return badRequest(place.problem)
  const near = nearest(CITIES, place.lat, place.lon)
  return { ...place, city: near !== null && near.km <= CITY_KM ? near.place : null }
}

function open(world: World, request: WireRequest, place: { lat: number; lon: number; city: City | null }) {
  const { lat, lon, city } = place
  const context: OwContext = {
    series: seriesFor(world, lat, lon, request.now, 'openweather'),
    lat,
    lon,
    write: writerFor(request.query.get('units')),
    lang: request.query.get('lang'),
  }
  return { context, city, lat, lon, zone: zoneAt(lat, lon) }
}
