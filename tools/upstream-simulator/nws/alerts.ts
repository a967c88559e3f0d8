import { conditional } from '../conditional.ts'
import { usAreaAt } from '../places/us-coverage.ts'
import { US_AREAS } from '../places/us-states.ts'
import { utcOffsetTime } from '../times.ts'
import { warningsAt } from '../warnings/warnings.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { type Message, messageFor } from './messages.ts'
import { readPoint } from './point.ts'
import { invalidParameter, problem } from './problems.ts'

const FILTERS = ['status', 'message_type', 'event', 'severity', 'urgency', 'certainty'] as const
const PROPERTIES = {
  status: 'status',
  message_type: 'messageType',
  event: 'event',
  severity: 'severity',
  urgency: 'urgency',
  certainty: 'certainty',
} as const
const KNOWN = new Set<string>([...FILTERS, 'limit', 'point', 'area'])
const CONTEXT = [
  'https://geojson.org/geojson-ld/geojson-context.jsonld',
  { '@version': '1.1', wx: 'https://api.weather.gov/ontology#', '@vocab': 'https://api.weather.gov/ontology#' },
]

/** `GET /alerts/active` by `point`, by `area`, or the whole country. */
export function activeAlerts(world: World, request: WireRequest): WireAnswer {
  const { query } = request
  for (const name of query.keys())
    if (!KNOWN.has(name)) return invalidParameter(request, `Query parameter "${name.slice(0, 60)}" is not recognized`)
  if (query.has('point') && query.has('area')) return invalidParameter(request, 'Parameter "area" is incompatible with parameter "point"')
  const limit = Number(query.get('limit') ?? 500)
  if (!Number.isInteger(limit) || limit < 1 || limit > 500)
    return invalidParameter(request, 'Parameter "limit" is invalid: must be between 1 and 500')

  const place = select(request)
  if ('status' in place) return place
  const messages = new Map<string, Message>()
  for (const { lat, lon } of place.points)
    for (const warning of warningsAt(world, lat, lon, request.now))
      if (warning.area !== null) {
        const message = messageFor(warning, request.now)
        messages.set(message.id, message)
      }
  const found = [...messages.values()].filter((message) => passes(message, query)).toSorted((a, b) => b.sentMs - a.sentMs)
  return collection(request, found.slice(0, limit), place.title)
}

interface Selection {
  readonly points: readonly { readonly lat: number; readonly lon: number }[]
  readonly title: string
}

function select(request: WireRequest): Selection | WireAnswer {
  const { query } = request
  const title = 'Current watches, warnings, and advisories'
  const text = query.get('point')
  if (text !== null) {
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
  const asked = query.get('area')
  if (asked === null) return { points: US_AREAS, title }
  const codes = asked.split(',')
  const areas = US_AREAS.filter((area) => codes.includes(area.code))
  if (codes.some((code) => !US_AREAS.some((area) => area.code === code)))
    return invalidParameter(request, 'Parameter "area" is invalid: unknown state, territory or marine area')
  return { points: areas, title: `${title} for ${areas[0]?.name ?? asked}` }
}

function passes(message: Message, query: URLSearchParams): boolean {
  const properties = message.feature['properties'] as Record<string, unknown>
  return FILTERS.every((name) => {
    const wanted = query.get(name)
    return wanted === null || wanted.toLowerCase().split(',').includes(String(properties[PROPERTIES[name]]).toLowerCase())
  })
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

/** Anything else under `/alerts`: the real service has it, the simulator does not. */
export function otherAlerts(_: World, request: WireRequest): WireAnswer {
  return problem(request, 404, 'NotFound', 'Not Found', 'Not found')
}
