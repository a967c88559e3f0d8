import type { AirState } from '../climate/air.ts'
import { seconds } from '../times.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import { seriesFor, type World } from '../world.ts'
import { badRequest, coordinates, keyProblem } from './errors.ts'

const HOUR = 3_600_000
const FORECAST_HOURS = 96

/** Upper bounds of the classes 1 to 4 of the service's own scale. */
const CLASSES = {
  so2: [20, 80, 250, 350],
  no2: [40, 70, 150, 200],
  pm10: [20, 50, 100, 200],
  pm25: [10, 25, 50, 75],
  o3: [60, 100, 140, 180],
  co: [4_400, 9_400, 12_400, 15_400],
} as const

/** `GET /data/2.5/air_pollution`, `/forecast` and `/history`. */
export function airPollution(world: World, request: WireRequest): WireAnswer {
  const problem = keyProblem(request, null)
  if (problem !== null) return problem
  const place = coordinates(request.query)
  if ('problem' in place) return badRequest(place.problem)
  const times = timesOf(request)
  if (times === null) return badRequest('end must be after start')
  const series = seriesFor(world, place.lat, place.lon, request.now, 'openweather')
  return json(200, {
    coord: { lon: round(place.lon, 4), lat: round(place.lat, 4) },
    list: times.map((at) => entry(at, series.air(at))),
  })
}

function timesOf({ path, query, now }: WireRequest): number[] | null {
  if (path === '/data/2.5/air_pollution') return [now]
  const running = Math.floor(now / HOUR) * HOUR
  if (path.endsWith('/forecast')) return Array.from({ length: FORECAST_HOURS }, (_, hour) => running + hour * HOUR)
  const [start, end] = [Number(query.get('start')) * 1_000, Math.min(Number(query.get('end')) * 1_000, now)]
  if (!(end > start)) return null
  const first = Math.ceil(start / HOUR) * HOUR
  return Array.from({ length: Math.max(0, Math.floor((end - first) / HOUR) + 1) }, (_, hour) => first + hour * HOUR)
}

const rounded = (value: number): number => round(value, 2)

function entry(at: number, air: AirState): object {
  const { co, no, no2, o3, so2, pm25, pm10, nh3 } = air
  const classes = Object.entries(CLASSES).map(([name, bounds]) => {
    const above = bounds.findIndex((bound) => air[name as keyof typeof CLASSES] < bound)
    return above === -1 ? 5 : above + 1
  })
  return {
    main: { aqi: Math.max(...classes) },
    components: {
      co: rounded(co),
      no: rounded(no),
      no2: rounded(no2),
      o3: rounded(o3),
      so2: rounded(so2),
      pm2_5: rounded(pm25),
      pm10: rounded(pm10),
      nh3: rounded(nh3),
    },
    dt: seconds(at),
  }
}
