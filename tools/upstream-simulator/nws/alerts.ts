import { conditional } from '../conditional.ts'
import { usAreaAt } from '../places/us-coverage.ts'
import { US_AREAS } from '../places/us-states.ts'
import { utcOffsetTime } from '../times.ts'
import { warningsAt } from '../warnings/warnings.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { type Message, messageFor } from './messages.ts'
import { readPoint } from './point.ts'
import { invalidParameter } from './problems.ts'

const KNOWN = new Set(['status', 'point'])
const CONTEXT = [
  'https://geojson.org/geojson-ld/geojson-context.jsonld',
  { '@version': '1.1', wx: 'https://api.weather.gov/ontology#', '@vocab': 'https://api.weather.gov/ontology#' },
]

/** `GET /alerts/active` by `point`, or the whole country. There are no test messages: `status` only names what is sent anyhow. */
export function activeAlerts(world: World, request: WireRequest): WireAnswer {
  for (const name of request.query.keys())
    if (!KNOWN.has(name)) return invalidParameter(request, `Query parameter "${name.slice(0, 60)}" is not recognized`)
  const place = select(request)
  if ('status' in place) return place
  const messages = new Map<string, Message>()
  for (const { lat, lon } of place.points)
    for (const warning of warningsAt(world, lat, lon, request.now))
      if (warning.area !== null) {
        const message = messageFor(warning, request.now)
        messages.set(message.id, message)
      }
  const found = [...messages.values()].toSorted((a, b) => b.sentMs - a.sentMs)
  return collection(request, found, place.title)
}

interface Selection {
  readonly points: readonly { readonly lat: number; readonly lon: number }[]
  readonly title: string
}

function select(request: WireRequest): Selection | WireAnswer {
  const { query } = request
  const title = 'Current watches, warnings, and advisories'
  const text = query.get('point')
  if (text === null) return { points: US_AREAS, title }
  const point = readPoint(request, text, (rounded) => {
    const next = new URLSearchParams(query)
    next.set('point', rounded)
    return `/alerts/active?${next.toString()}`
  })
  if ('status' in point) return point
  if (usAreaAt(point.lat, point.lon) === null) return invalidParameter(request, 'Parameter "point" is invalid: out of bounds')
  const hemisphere = `${Math.abs(point.lat)} ${point.lat < 0 ? 'S' : 'N'}, ${Math.abs(point.lon)} ${point.lon < 0 ? 'W' : 'E'}`
  return { points: [point], title: `${title} for ${hemisphere}` }
}

function collection(request: WireRequest, messages: readonly Message[], title: string): WireAnswer {
  const updatedMs = Math.max(Math.floor(request.now / 3_600_000) * 3_600_000, ...messages.map((message) => message.sentMs))
  const body = JSON.stringify({
    '@context': messages.length === 0 ? { '@version': '1.1' } : CONTEXT,
    type: 'FeatureCollection',
    features: messages.map((message) => message.feature),
    title,
    updated: utcOffsetTime(updatedMs),
  })
  const headers = {
    'content-type': 'application/geo+json',
    'cache-control': 'public, max-age=30, s-maxage=30',
    vary: 'Accept,Feature-Flags,Accept-Language',
  }
  return conditional(request, { status: 200, headers, body }, updatedMs)
}
