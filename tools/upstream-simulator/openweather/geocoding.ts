import { CITIES, type City, fold } from '../places/cities.ts'
import { US_AREAS } from '../places/us-states.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import { badRequest, keyProblem } from './errors.ts'

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
