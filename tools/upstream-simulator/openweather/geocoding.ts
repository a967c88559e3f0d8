import { CITIES, type City, fold } from '../places/cities.ts'
import { distanceKm } from '../places/distance.ts'
import { US_AREAS } from '../places/us-states.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import { badRequest, coordinates, keyProblem, notFound } from './errors.ts'

/** How far around a point a name is looked for. */
const REVERSE_KM = 60

/** `GET /geo/1.0/direct?q={city},{state},{country}`. No match is 200 with an empty list. */
export function geoDirect(request: WireRequest): WireAnswer {
  const problem = keyProblem(request, null)
  if (problem !== null) return problem
  const q = request.query.get('q') ?? ''
  if (q.trim() === '') return badRequest('Nothing to geocode')
  const [name = '', ...rest] = q.split(',').map((part) => part.trim())
  // The service takes a name with its own accents or without any, in any case, and knows no other spellings.
  const wanted = name.normalize('NFC').toLowerCase()
  const filters = rest.filter((part) => part !== '').map(fold)
  const allowed = CITIES.filter((city) => filters.every((filter) => lies(city, filter)))
  const exact = allowed.filter((city) => city.spellings.includes(wanted))
  const begins = wanted.length < 3 ? [] : allowed.filter((city) => city.spellings.some((spelling) => spelling.startsWith(wanted)))
  const found = (exact.length > 0 ? exact : begins).toSorted((a, b) => b.population - a.population)
  return json(200, found.slice(0, limitOf(request)).map(item))
}

/** `GET /geo/1.0/reverse` */
export function geoReverse(request: WireRequest): WireAnswer {
  const problem = keyProblem(request, null)
  if (problem !== null) return problem
  const place = coordinates(request.query)
  if ('problem' in place) return badRequest(place.problem)
  const near = CITIES.map((city) => ({ city, km: distanceKm(place.lat, place.lon, city.lat, city.lon) }))
    .filter(({ km }) => km <= REVERSE_KM)
    .toSorted((a, b) => a.km - b.km)
  return json(
    200,
    near.slice(0, limitOf(request)).map(({ city }) => item(city)),
  )
}

/** `GET /geo/1.0/zip?zip={code},{country}` (US when the country is left out). */
export function geoZip(request: WireRequest): WireAnswer {
  const problem = keyProblem(request, null)
  if (problem !== null) return problem
  const zip = request.query.get('zip') ?? ''
  if (zip.trim() === '') return badRequest('Nothing to geocode')
  const [code = '', country = 'US'] = zip.split(',').map((part) => part.trim().toUpperCase())
  const city = CITIES.find((candidate) => candidate.zip === code && candidate.country === country)
  if (city === undefined) return notFound('not found')
  return json(200, { zip: city.zip, name: city.name, lat: city.lat, lon: city.lon, country: city.country })
}

function limitOf(request: WireRequest): number {
  const limit = Number(request.query.get('limit') ?? 1)
  return Number.isInteger(limit) && limit >= 1 ? Math.min(5, limit) : 1
}

function lies(city: City, filter: string): boolean {
  if (fold(city.country) === filter) return true
  if (city.state === null) return false
  const code = city.country === 'US' ? US_AREAS.find((area) => area.name === city.state)?.code : undefined
  return fold(city.state) === filter || (code !== undefined && fold(code) === filter)
}

function item(city: City): Record<string, unknown> {
  const named = Object.keys(city.localNames).length > 1
  return {
    name: city.name,
    ...(named ? { local_names: city.localNames } : {}),
    lat: city.lat,
    lon: city.lon,
    country: city.country,
    ...(city.state === null ? {} : { state: city.state }),
  }
}
