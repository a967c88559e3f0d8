import { isLanguage, type Language } from '../../../src/messages/languages.ts'
import { formatLocale, hasTwelveHourClock } from '../../../src/messages/locale.ts'
import { getTranslator } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import { resolvePlace } from '../city/place.server.ts'
import { readPlace } from '../city/read-place.ts'
import { buildProvenanceView } from '../city/view/provenance.ts'
import type { Teller } from '../city/view/teller.ts'
import { NOTHING_KNOWN, type PlaceWeather, getWeatherZone } from '../city/weather.ts'
import { formatDateTime } from '../format/times.ts'
import { parsePlaceAddress } from '../visit/city-path.ts'
import { visitContext, type Context } from '../visit/context.ts'
import { UNITS } from '../visit/preferences.ts'

/** A place for other sites: whom it is for is in its address, and never who asks. */
export type SharedPlace = Awaited<ReturnType<typeof readShared>>

/**
 * The place that the address's last part names, in the language and units of its query. `toLanguage` may choose another language.
 * @throws Response 404 without such a place; ApiFailure without its weather
 */
export async function readShared(request: Request, context: Context, trigger: string, toLanguage = (lang: Language): Language => lang) {
  const { pathname, searchParams: query } = new URL(request.url)
  const point = parsePlaceAddress(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)))
  if (point === null) throw new Response(null, { status: 404 })
  const asked = query.get('lang')
  const lang = toLanguage(isLanguage(asked) ? asked : 'en')
  const locale = formatLocale(lang, lang)
  const units = UNITS.find((each) => each === query.get('units')) ?? 'metric'
  const api = createVisitApi(context)
  const [known, read] = await Promise.all([
    resolvePlace(api, point, lang, locale),
    readPlace(api, point, { lang, units, trigger }).catch((failure: unknown) => {
      if (trigger !== PICTURE || !(failure instanceof ApiFailure)) throw failure
      return NOTHING_KNOWN
    }),
  ])
  const weather: PlaceWeather = { ...read, history: null }
  const { now, primarySources } = context.get(visitContext)
  const teller: Teller = { t: getTranslator(lang).t, lang, locale, hour12: hasTwelveHourClock(locale), zone: getWeatherZone(weather), now }
  const { credits, expiresAt } = buildProvenanceView({ ...weather, minutely: null }, primarySources, teller)
  return { point, known, weather, teller, credits, asOf: asOf(weather, teller), expiresAt }
}

/** The time of the weather, and whether it is too old to rely on; empty without any. */
function asOf({ current, hourly, daily }: PlaceWeather, teller: Teller): string {
  const basis = current ?? hourly ?? daily
  if (basis === null) return ''
  const time = teller.t('share.asOf', { time: formatDateTime(basis.fetchedAt, teller.zone, teller) })
  return basis.freshness === 'emergency' ? `${time} · ${teller.t('city.emergency')}` : time
}

/** The trigger of pictures, which are for crawlers: one without weather is better than none. */
export const PICTURE = 'share_picture'

/** The header by which the service knows until when the weather is fresh; none without weather. */
export function buildExpiryHeader({ expiresAt }: SharedPlace): Record<string, string> {
  return expiresAt === null ? {} : { expires: new Date(expiresAt).toUTCString() }
}

/** The answer to a failure: its status, which the service explains. Anything else is a defect. */
export function toFailureResponse(failure: unknown): Response {
  if (failure instanceof Response) return failure
  if (failure instanceof ApiFailure) return new Response(null, { status: failure.status })
  throw failure
}
