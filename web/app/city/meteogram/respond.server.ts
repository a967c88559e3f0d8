import { MAX_HOURS, type Point } from '@isobar/weather'
import { getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { hasTwelveHourClock } from '../../../../src/messages/locale.ts'
import { getTranslator } from '../../../../src/messages/messages.ts'
import { type Api, ApiFailure } from '../../api/ask.ts'
import { createVisitApi } from '../../api/server.ts'
import { visitContext, type Context } from '../../visit/context.ts'
import { THEMES, UNITS, type Units } from '../../visit/preferences.ts'
import { findPlace } from '../find-place.ts'
import { readScope } from '../read-place.ts'
import type { Teller } from '../view/teller.ts'
import { drawMeteogram, listMeteogramNotes } from './draw.ts'
import { WIDTHS } from './plan.ts'
import type { MeteogramWeather } from './values.ts'

const ADDRESS = /^\/weather\/([^/]+)\/meteogram\.svg$/

/**
 * `/weather/{place}/meteogram.svg` with a query that the service has checked. Answers with the picture and, as `expires`, until when its data is
 * fresh; otherwise with the API's error as JSON.
 */
export async function respondWithMeteogram(request: Request, context: Context): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  const units = UNITS.find((each) => each === query.get('units')) ?? 'metric'
  const { language: lang, locale } = getMailWords(query.get('lang') ?? 'en')
  const { t } = getTranslator(lang)
  const { now } = context.get(visitContext)
  try {
    const api = createVisitApi(context)
    const place = await findPlace(api, decodeURIComponent(ADDRESS.exec(pathname)?.[1] ?? '').replaceAll('+', ' '), { lang, locale })
    if (place === null) return Response.json({ error: 'not_found', message: 'No such place' }, { status: 404 })
    const weather = await readMeteogram(api, place, { lang, units, withAir: query.get('air') === 'true' })
    const known = [weather.hourly, weather.daily, weather.air].filter((part) => part !== null)
    const hour12 = query.has('clock') ? query.get('clock') === '12' : hasTwelveHourClock(locale)
    const teller: Teller = { t, lang, locale, hour12, zone: known[0]?.timezone ?? 'UTC', now }
    const svg = drawMeteogram(weather, teller, {
      width: Number(query.get('width') ?? WIDTHS.usual),
      theme: THEMES.find((each) => each === query.get('theme')) ?? 'auto',
      title: t('meteogram.alt', { place: place.name }),
      notes: query.get('notes') === 'false' ? [] : listMeteogramNotes(weather, place.name, teller),
    })
    const expires = known.map(({ expiresAt }) => expiresAt).toSorted()[0] ?? ''
    return new Response(svg, { headers: { 'content-type': 'image/svg+xml; charset=utf-8', expires } })
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const { status, code, message, retryAfterSeconds } = error
    return Response.json({ error: code, message, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) }, { status })
  }
}

/** A slot of the picture is an hour; where a source has only longer steps, its days follow. */
function withoutLongerSteps<T extends { readonly points: readonly { readonly stepHours?: number }[] }>(hourly: T): T {
  return { ...hourly, points: hourly.points.filter(({ stepHours }) => stepHours === undefined) }
}

interface Wanted {
  readonly lang: Teller['lang']
  readonly units: Units
  readonly withAir: boolean
}

/**
 * Hours and days at once, which share a provider's call; the air only for those who ask, since it costs one of its own.
 * @throws ApiFailure when there are neither hours nor days
 */
async function readMeteogram(api: Api, point: Point, { lang, units, withAir }: Wanted): Promise<MeteogramWeather> {
  const wanted = { lang, units, trigger: 'meteogram' }
  const [hourly, daily, air] = await Promise.allSettled([
    readScope(api, point, 'hourly', { ...wanted, hours: MAX_HOURS }).then(withoutLongerSteps),
    readScope(api, point, 'daily', wanted),
    withAir ? readScope(api, point, 'air', wanted) : null,
  ])
  const weather = { hourly: pointsIn(hourly), daily: pointsIn(daily), air: pointsIn(air) }
  if (weather.hourly !== null || weather.daily !== null) return weather
  if (hourly.status === 'rejected') throw hourly.reason
  throw new ApiFailure({
    status: 503,
    headers: {},
    body: { error: 'service_unavailable', message: 'No forecast is available for this place' },
  })
}

/** The answer, if it has points. */
function pointsIn<T extends { readonly points: readonly unknown[] }>(settled: PromiseSettledResult<T | null>): T | null {
  return settled.status === 'fulfilled' && (settled.value?.points.length ?? 0) > 0 ? settled.value : null
}
