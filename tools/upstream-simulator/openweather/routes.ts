import { atPath, type Product } from '../products.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { airPollution } from './air-pollution.ts'
import { geoDirect } from './geocoding.ts'
import { oneCall3 } from './onecall3.ts'
import { alert4, current4, timeline4 } from './onecall4.ts'
import { tile } from './tiles.ts'
import { weather25 } from './weather25.ts'

const TILE = /^\/map\/([A-Za-z0-9_]{1,40})\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})\.png$/

/** The routes of OpenWeather's hosts. */
export const openWeatherProducts: readonly Product[] = [
  atPath('openweather/onecall', '/data/3.0/onecall', oneCall3),
  {
    id: 'openweather/onecall4',
    template: '/data/4.0/onecall/…',
    matches: (path) => path.startsWith('/data/4.0/onecall/'),
    answer: oneCall4,
  },
  atPath('openweather/weather', '/data/2.5/weather', weather25),
  {
    id: 'openweather/air-pollution',
    template: '/data/2.5/air_pollution/…',
    matches: (path) => /^\/data\/2\.5\/air_pollution(?:\/forecast|\/history)?$/.test(path),
    answer: airPollution,
  },
  { id: 'openweather/geo', template: '/geo/1.0/…', matches: (path) => path.startsWith('/geo/1.0/'), answer: geo },
  {
    id: 'openweather/tiles',
    template: '/map/{layer}/{z}/{x}/{y}.png',
    matches: (path) => path.startsWith('/map/'),
    answer: (_, request) => map(request),
  },
]

function oneCall4(world: World, request: WireRequest): WireAnswer {
  const [resource, ...rest] = request.path.slice('/data/4.0/onecall/'.length).split('/')
  const name = rest.join('/')
  if (resource === 'current' && rest.length === 0) return current4(world, request)
  if (resource === 'timeline' && rest.length === 1) return timeline4(world, request, name)
  if (resource === 'alert' && rest.length === 1) return alert4(world, request, decoded(name))
  return unknown()
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function geo(_: World, request: WireRequest): WireAnswer {
  return request.path === '/geo/1.0/direct' ? geoDirect(request) : unknown()
}

function map(request: WireRequest): WireAnswer {
  const match = TILE.exec(request.path)
  return match === null ? unknown() : tile(request, match[1] ?? '', Number(match[2]), Number(match[3]), Number(match[4]))
}

function unknown(): WireAnswer {
  return json(404, { cod: '404', message: 'Internal error' })
}
