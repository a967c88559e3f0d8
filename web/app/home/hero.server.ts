import { getTranslator } from '../../../src/messages/messages.ts'
import type { Answer } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import { resolvePlace } from '../city/place.server.ts'
import { readScope } from '../city/read-place.ts'
import type { Current, Daily } from '../city/weather.ts'
import { formatAge, formatCountryName } from '../format/age.ts'
import { formatDegrees, formatSpeed } from '../format/numbers.ts'
import { toLocalDate } from '../format/times.ts'
import { writeCityPath, type Place, parsePlaceAddress } from '../visit/city-path.ts'
import { visitContext, type Context } from '../visit/context.ts'
import { limitWait } from '../visit/patience.server.ts'
import type { Reader } from '../visit/reader.server.ts'
import { getCityName, DEMO_CITIES } from './demo-cities.server.ts'
import type { Checks } from './popular.server.ts'

type Region = Answer<'get', '/api/location/region'>['region']

/** The front page's place, and why it was chosen. */
interface Subject extends Place {
  readonly why: string
}

export type Hero = NonNullable<Awaited<ReturnType<typeof chooseHero>>>
export type HeroWeather = ReturnType<typeof viewOf>

/**
 * The place that the visitor chose, else their location, else the operator's, else the place searched for most (in their country first), else an example
 * city; null: none.
 */
export async function chooseHero(context: Context, reader: Reader, region: Region, checks: Checks) {
  const { frontPlace, showDemoCities } = context.get(visitContext)
  const { t } = getTranslator(reader.lang)
  const subject =
    (await namedIn(context, reader, reader.chosen.home, t('compare.home'))) ??
    nearOf(region, reader) ??
    (await namedIn(context, reader, frontPlace, '')) ??
    subjectOf(region, checks, reader, showDemoCities)
  if (subject === null) return null
  const { why, ...place } = subject
  return { place, path: writeCityPath(place), why, weather: await weatherOf(context, place, reader) }
}

/** The place of an address; null: it names none. */
async function namedIn(
  context: Context,
  { lang, locale }: Reader,
  address: string | null | undefined,
  why: string,
): Promise<Subject | null> {
  const place = parsePlaceAddress(address ?? '')
  if (place === null) return null
  const { name } = await resolvePlace(createVisitApi(context), place, lang, locale)
  return { ...place, name, why }
}

function nearOf(region: Region, { lang }: Reader): Subject | null {
  if (region === null || region.lat === null || region.lon === null) return null
  const name = region.city ?? region.region ?? formatCountryName(region.country, lang, 'short')
  return { name, lat: region.lat, lon: region.lon, why: getTranslator(lang).t('home.near') }
}

function subjectOf(region: Region, checks: Checks, { lang }: Reader, showDemoCities: boolean): Subject | null {
  const { t } = getTranslator(lang)
  const check = checks.find(({ country }) => country === region?.country) ?? checks[0]
  if (check !== undefined) return { name: check.name ?? '', lat: check.lat, lon: check.lon, why: t('home.popularOne') }
  const city = DEMO_CITIES.find(({ country }) => country === region?.country) ?? DEMO_CITIES[0]
  if (!showDemoCities || city === undefined) return null
  return { name: getCityName(city, lang), lat: city.lat, lon: city.lon, why: t('home.exampleOne') }
}

async function weatherOf(context: Context, place: Place, reader: Reader) {
  const { lang, units } = reader
  const { now } = context.get(visitContext)
  const api = createVisitApi(context)
  const wanted = { lang, units, trigger: 'dashboard_load' }
  const asked = Promise.all([readScope(api, place, 'current', wanted), readScope(api, place, 'daily', wanted).catch(() => null)]).then(
    ([current, daily]) => viewOf(current, daily, reader, now),
    () => 'away' as const,
  )
  return limitWait(asked, 'late' as const)
}

function viewOf(current: Current, daily: Daily | null, { lang, locale }: Reader, now: number) {
  const { t } = getTranslator(lang)
  const { temperature, feelsLike, windSpeed, description, icon, units, freshness, ageSeconds, attribution, station } = current
  const date = toLocalDate(new Date(now).toISOString(), current.timezone)
  const today = daily?.points.find((day) => day.date === date)
  return {
    temperature: formatDegrees(temperature, locale),
    icon,
    sky: description ?? '',
    facts: [
      feelsLike === null ? null : t('city.feelsLike', { value: formatDegrees(feelsLike, locale) }),
      windSpeed === null ? null : t('home.wind', { value: formatSpeed(windSpeed, units.windSpeed, locale) }),
    ].filter((fact) => fact !== null),
    high: knownDegrees(today?.temperatureMax, locale),
    low: knownDegrees(today?.temperatureMin, locale),
    asOf: freshness === 'emergency' ? t('home.asOf', { ago: formatAge(ageSeconds, locale) }) : null,
    // Once, where the weather and the station are of one source.
    credits: [
      ...new Map([attribution, station?.attribution].flatMap((credit) => (credit ? [[credit.text, credit] as const] : []))).values(),
    ].map(({ text, url }) => ({ text, url })),
  }
}

function knownDegrees(value: number | null | undefined, locale: string): string | null {
  return typeof value === 'number' ? formatDegrees(value, locale) : null
}
