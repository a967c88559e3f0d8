import { CITIES } from '../places/cities.ts'
import { nearest } from '../places/distance.ts'
import { localDays } from '../places/zone.ts'
import { isDaylight } from '../sky/sun.ts'
import { seconds } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { amountKeys, instantSky, measurements, observationTime, type OwContext, readContext, sunKeys } from './blocks.ts'
import { weatherList } from './condition.ts'

const HOUR = 3_600_000
/** A place within this distance counts as a city's. */
const CITY_KM = 60

/** `GET /data/2.5/weather` by coordinates. */
export function weather25(world: World, request: WireRequest): WireAnswer {
  const context = readContext(world, request, null)
  if ('status' in context) return context
  const { lat, lon, zone } = context
  const near = nearest(CITIES, lat, lon)
  const city = near !== null && near.km <= CITY_KM ? near.place : null
  const dt = observationTime(lat, lon, request.now)
  const state = context.series.at(dt)
  const noon = (localDays(zone, dt, 1)[0]?.startMs ?? dt) + 12 * HOUR
  const { temp, feels_like, pressure, humidity, visibility, wind_speed, wind_deg, clouds } = measurements(context, state, 0)
  const sky = instantSky(state, isDaylight(lat, lon, dt))
  const amounts = sky.rain + sky.snow >= 0.1 ? context.series.interval(dt - HOUR, 4) : { rain: 0, snow: 0 }
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

function ground(pressure: number, context: OwContext): number {
  return Math.round(pressure * Math.exp(-context.series.site.elevation / 8_400))
}
