import { type Condition, describeCondition, getUnitWriter } from '@isobar/weather'
import type { CachedWeather } from '../../../src/features/site/rendering/visit.ts'
import { getPlainTexts } from '../../../src/messages/messages.ts'
import { HOUR_MS } from '../../../src/time.ts'
import type { Answer } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import type { PlaceView } from '../components/places/place-card.tsx'
import { formatCountryName } from '../format/age.ts'
import { formatDegrees } from '../format/numbers.ts'
import { writeCityPath } from '../visit/city-path.ts'
import { visitContext, type Context } from '../visit/context.ts'
import { limitWait } from '../visit/patience.server.ts'
import type { Reader } from '../visit/reader.server.ts'
import { getCityName, DEMO_CITIES } from './demo-cities.server.ts'

export type Checks = Answer<'get', '/api/recent-checks'>['checks']

const SHOWN = 8
/** The least number of searches. One visitor cannot make a place popular: each client counts once an hour. */
const MIN_SEARCHES = 3

/** The places searched for most, in order; empty when unknown. */
export async function readPopularChecks(context: Context): Promise<Checks> {
  const { checks } = await createVisitApi(context)
    .get('/api/recent-checks', { query: { limit: SHOWN * 2 } })
    .catch(() => ({ checks: [] }))
  return checks.filter(({ name, searchCount }) => name !== null && searchCount >= MIN_SEARCHES).slice(0, SHOWN)
}

/** Popular places, filled up with examples if allowed; `areAllPopular` is true when there are no examples. */
export async function listPlacesToGo(
  context: Context,
  checks: Checks,
  reader: Reader,
): Promise<{ readonly places: readonly PlaceView[]; readonly areAllPopular: boolean }> {
  const popular = popularViews(checks, reader)
  if (popular.length >= SHOWN || !context.get(visitContext).showDemoCities) return { places: popular, areAllPopular: true }
  const names = new Set(checks.map(({ name, country }) => `${name} ${country}`))
  const examples = await demoViews(context, reader)
  const others = examples.filter((_, i) => !names.has(`${DEMO_CITIES[i]?.names.en} ${DEMO_CITIES[i]?.country}`))
  return { places: [...popular, ...others].slice(0, SHOWN), areAllPopular: false }
}

function popularViews(checks: Checks, reader: Reader): readonly PlaceView[] {
  return checks.map(({ name, country, lat, lon, current }) => ({
    path: writeCityPath({ name: name ?? '', lat, lon }),
    name: name ?? '',
    where: formatCountryName(country, reader.lang, 'short'),
    ...skyFor(current === null ? null : { ...current, condition: current.condition as Condition | null }, reader),
  }))
}

/** The example cities with their cached weather. */
async function demoViews(context: Context, reader: Reader): Promise<readonly PlaceView[]> {
  const visit = context.get(visitContext)
  const look = () => visit.cachedWeather(DEMO_CITIES).catch(() => DEMO_CITIES.map(() => null))
  let weather = await look()
  if (weather.includes(null) && !visit.isBot && (await warmUp(context))) weather = await look()
  return DEMO_CITIES.map((city, i) => ({
    path: writeCityPath({ name: getCityName(city, 'en'), lat: city.lat, lon: city.lon }),
    name: getCityName(city, reader.lang),
    where: formatCountryName(city.country, reader.lang, 'short'),
    ...skyFor(weather[i] ?? null, reader),
  }))
}

const WARM_UP_EVERY_MS = HOUR_MS
/** One entry per service, identified by its `cachedWeather` function. */
const warmedUpAt = new WeakMap<object, number>()

/** A new service has an empty cache. At most once an hour, a visit fills it by a prefetch, which has the lowest priority. */
async function warmUp(context: Context): Promise<boolean> {
  const { cachedWeather: service } = context.get(visitContext)
  if (performance.now() - (warmedUpAt.get(service) ?? -Infinity) < WARM_UP_EVERY_MS) return false
  warmedUpAt.set(service, performance.now())
  const cities = DEMO_CITIES.map(({ lat, lon }) => ({ lat, lon }))
  const filled = createVisitApi(context).post('/api/weather/batch', { body: { cities, trigger: 'prefetch' } })
  await limitWait(
    filled.catch(() => undefined),
    undefined,
  )
  return true
}

/** Cached weather (°C) in the reader's language and units. The icon shows whether it is day. */
function skyFor(weather: CachedWeather | null, { lang, locale, units }: Reader): Pick<PlaceView, 'temperature' | 'icon' | 'sky'> {
  if (weather === null) return { temperature: null, icon: null, sky: '' }
  const { temperature, icon, condition } = weather
  return {
    temperature: temperature === null ? null : formatDegrees(getUnitWriter(units).temperature(temperature), locale),
    icon,
    sky: describeCondition(condition, icon?.endsWith('-night') !== true, getPlainTexts(lang)) ?? '',
  }
}
