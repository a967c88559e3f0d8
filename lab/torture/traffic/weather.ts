import type { Operate } from './operation.ts'
import { anyPlace, knownPlace, visitor } from './places.ts'

const SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'] as const
const UNITS = ['metric', 'metric', 'uk', 'imperial', 'si'] as const
const TRIGGERS = ['dashboard_load', 'city_detail', 'search_select', 'prefetch'] as const

export const askWeather: Operate = async ({ random, send, world }) => {
  const { lat, lon } = anyPlace(random)
  const query = `lat=${lat}&lon=${lon}&scope=${random.pick(SCOPES)}&units=${random.pick(UNITS)}&lang=${random.pick(LANGUAGES)}`
  const trigger = random.next() < 0.5 ? `&trigger=${random.pick(TRIGGERS)}` : ''
  const { answer } = await send({ path: `/api/weather?${query}${trigger}`, from: visitor(random) })
  for (const id of (answer?.json?.alertIds ?? []) as string[]) if (world.alertIds.size < 200) world.alertIds.add(id)
}

export const askBatch: Operate = ({ random, send }) => {
  const cities = Array.from({ length: random.between(1, 12) }, (_, i) => {
    const { lat, lon } = anyPlace(random)
    return { id: `c${i}`, lat, lon, ...(random.next() < 0.3 ? { scopes: ['current', 'daily'] } : {}) }
  })
  return send({ path: '/api/weather/batch', body: { cities, trigger: 'dashboard_load' }, from: visitor(random) })
}

export const askHistory: Operate = ({ random, send }) => {
  const { lat, lon } = knownPlace(random)
  const format = random.next() < 0.2 ? '&format=csv' : ''
  const what = random.next() < 0.5 ? '&what=forecasts' : ''
  return send({ path: `/api/weather/history?lat=${lat}&lon=${lon}${format}${what}`, from: visitor(random) })
}

export const askAlert: Operate = ({ random, send, world }) => {
  const known = [...world.alertIds]
  const id = known.length > 0 && random.next() < 0.9 ? random.pick(known) : '0123456789abcdef0123456789abcdef'
  return send({ path: `/api/alerts/${id}`, from: visitor(random) })
}

export const search: Operate = ({ random, send }) => {
  const name =
    random.next() < 0.8
      ? random.pick(['Berlin', 'Par', 'Springfield', 'Nairobi', 'Zürich', 'São Paulo'])
      : `Nowhere${random.between(1, 999)}`
  return send({ path: `/api/geocode?q=${encodeURIComponent(name)}&lang=${random.pick(LANGUAGES)}`, from: visitor(random) })
}

export const placeName: Operate = ({ random, send }) => {
  const { lat, lon } = anyPlace(random)
  return send({ path: `/api/location/name?lat=${lat}&lon=${lon}`, from: visitor(random) })
}

export const tile: Operate = ({ random, send }) => {
  const z = random.between(0, 5)
  const layer = random.pick(['precipitation_new', 'clouds_new', 'temp_new', 'wind_new', 'pressure_new'])
  const path = `/api/weather/map-tile/${layer}/${z}/${random.between(0, 2 ** z - 1)}/${random.between(0, 2 ** z - 1)}`
  return send({ path, from: visitor(random) })
}
