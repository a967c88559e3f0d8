import { isLanguage, type Language } from '../../../src/messages/languages.ts'
import { formatLocale, usesHour12 } from '../../../src/messages/locale.ts'
import { translatorOf } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { apiOf } from '../api/server.ts'
import { knownPlace } from '../city/place.server.ts'
import { readPlace } from '../city/read-place.ts'
import { provenanceView } from '../city/view/provenance.ts'
import type { Teller } from '../city/view/teller.ts'
import { NOTHING_KNOWN, type PlaceWeather, zoneOf } from '../city/weather.ts'
import { dateTime } from '../format/times.ts'
import { placeInAddress } from '../visit/city-path.ts'
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
  const point = placeInAddress(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)))
  if (point === null) throw new Response(null, { status: 404 })
  const asked = query.get('lang')
  const lang = toLanguage(isLanguage(asked) ? asked : 'en')
  const locale = formatLocale(lang, lang)
  const units = UNITS.find((each) => each === query.get('units')) ?? 'metric'
  const api = apiOf(context)
  const [known, read] = await Promise.all([
    knownPlace(api, point, lang, locale),
    readPlace(api, point, { lang, units, trigger }).catch((failure: unknown) => {
      if (trigger !== PICTURE || !(failure instanceof ApiFailure)) throw failure
      return NOTHING_KNOWN
    }),
  ])
  const weather: PlaceWeather = { ...read, history: null }
  const { now, primarySources } = context.get(visitContext)
  const teller: Teller = { t: translatorOf(lang).t, lang, locale, hour12: usesHour12(locale), zone: zoneOf(weather), now }
  const { credits, expiresAt } = provenanceView({ ...weather, minutely: null }, primarySources, teller)
  return { point, known, weather, teller, credits, asOf: asOf(weather, teller), expiresAt }
}

/** The time of the weather, and whether it is too old to rely on; empty without any. */
function asOf({ current, hourly, daily }: PlaceWeather, teller: Teller): string {
  const basis = current ?? hourly ?? daily
  if (basis === null) return ''
  const time = teller.t('share.asOf', { time: dateTime(basis.fetchedAt, teller.zone, teller) })
  return basis.freshness === 'emergency' ? `${time} · ${teller.t('city.emergency')}` : time
}

/** The trigger of pictures, which are for crawlers: one without weather is better than none. */
export const PICTURE = 'share_picture'

/** The header by which the service knows until when the weather is fresh; none without weather. */
export function expiryOf({ expiresAt }: SharedPlace): Record<string, string> {
  return expiresAt === null ? {} : { expires: new Date(expiresAt).toUTCString() }
}

/** The answer to a failure: its status, which the service explains. Anything else is a defect. */
export function refused(failure: unknown): Response {
  if (failure instanceof Response) return failure
  if (failure instanceof ApiFailure) return new Response(null, { status: failure.status })
  throw failure
}
