import { translatorOf } from '../../../src/messages/messages.ts'
import type { Answer } from '../api/ask.ts'
import { apiOf } from '../api/server.ts'
import { knownPlace } from '../city/place.server.ts'
import { readScope } from '../city/read-place.ts'
import type { Current, Daily } from '../city/weather.ts'
import { ago, countryName } from '../format/age.ts'
import { degrees, speed } from '../format/numbers.ts'
import { dayOf } from '../format/times.ts'
import { cityPath, type Place, placeInAddress } from '../visit/city-path.ts'
import { visitContext, type Context } from '../visit/context.ts'
import { inTime } from '../visit/patience.server.ts'
import type { Reader } from '../visit/reader.server.ts'
import { cityName, DEMO_CITIES } from './demo-cities.server.ts'
import type { Checks } from './popular.server.ts'

type Region = Answer<'get', '/api/location/region'>['region']

/** The front page's place, and why it was chosen. */
interface Subject extends Place {
  readonly why: string
}

export type Hero = NonNullable<Awaited<ReturnType<typeof heroOf>>>
export type HeroWeather = ReturnType<typeof viewOf>

/**
 * The place that the visitor chose, else their location, else the operator's, else the place searched for most (in their country first), else an example
 * city; null: none.
 */
export async function heroOf(context: Context, reader: Reader, region: Region, checks: Checks) {
  const { frontPlace, showDemoCities } = context.get(visitContext)
  const { t } = translatorOf(reader.lang)
  const subject =
    (await namedIn(context, reader, reader.chosen.home, t('compare.home'))) ??
    nearOf(region, reader) ??
    (await namedIn(context, reader, frontPlace, '')) ??
    subjectOf(region, checks, reader, showDemoCities)
  if (subject === null) return null
  const { why, ...place } = subject
  return { place, path: cityPath(place), why, weather: await weatherOf(context, place, reader) }
}

/** The place of an address; null: it names none. */
async function namedIn(
  context: Context,
  { lang, locale }: Reader,
  address: string | null | undefined,
  why: string,
): Promise<Subject | null> {
  const place = placeInAddress(address ?? '')
  if (place === null) return null
  const { name } = await knownPlace(apiOf(context), place, lang, locale)
  return { ...place, name, why }
}

function nearOf(region: Region, { lang }: Reader): Subject | null {
  if (region === null || region.lat === null || region.lon === null) return null
  const name = region.city ?? region.region ?? countryName(region.country, lang, 'short')
  return { name, lat: region.lat, lon: region.lon, why: translatorOf(lang).t('home.near') }
}

function subjectOf(region: Region, checks: Checks, { lang }: Reader, showDemoCities: boolean): Subject | null {
  const { t } = translatorOf(lang)
  const check = checks.find(({ country }) => country === region?.country) ?? checks[0]
  if (check !== undefined) return { name: check.name ?? '', lat: check.lat, lon: check.lon, why: t('home.popularOne') }
  const city = DEMO_CITIES.find(({ country }) => country === region?.country) ?? DEMO_CITIES[0]
  if (!showDemoCities || city === undefined) return null
  return { name: cityName(city, lang), lat: city.lat, lon: city.lon, why: t('home.exampleOne') }
}

async function weatherOf(context: Context, place: Place, reader: Reader) {
  const { lang, units } = reader
  const { now } = context.get(visitContext)
  const api = apiOf(context)
  const wanted = { lang, units, trigger: 'dashboard_load' }
  const asked = Promise.all([readScope(api, place, 'current', wanted), readScope(api, place, 'daily', wanted).catch(() => null)]).then(
    ([current, daily]) => viewOf(current, daily, reader, now),
    () => 'away' as const,
  )
  return inTime(asked, 'late' as const)
}

function viewOf(current: Current, daily: Daily | null, { lang, locale }: Reader, now: number) {
  const { t } = translatorOf(lang)
  const { temperature, feelsLike, windSpeed, description, icon, units, freshness, ageSeconds, attribution, station } = current
  const date = dayOf(new Date(now).toISOString(), current.timezone)
  const today = daily?.points.find((day) => day.date === date)
  return {
    temperature: degrees(temperature, locale),
    icon,
    sky: description ?? '',
    facts: [
      feelsLike === null ? null : t('city.feelsLike', { value: degrees(feelsLike, locale) }),
      windSpeed === null ? null : t('home.wind', { value: speed(windSpeed, units.windSpeed, locale) }),
    ].filter((fact) => fact !== null),
    high: knownDegrees(today?.temperatureMax, locale),
    low: knownDegrees(today?.temperatureMin, locale),
    asOf: freshness === 'emergency' ? t('home.asOf', { ago: ago(ageSeconds, locale) }) : null,
    // Once, where the weather and the station are of one source.
    credits: [
      ...new Map([attribution, station?.attribution].flatMap((credit) => (credit ? [[credit.text, credit] as const] : []))).values(),
    ].map(({ text, url }) => ({ text, url })),
  }
}

function knownDegrees(value: number | null | undefined, locale: string): string | null {
  return typeof value === 'number' ? degrees(value, locale) : null
}
