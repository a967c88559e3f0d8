import { getTranslator } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import { findPlace } from '../city/find-place.ts'
import { readPlace } from '../city/read-place.ts'
import { getWeatherZone } from '../city/weather.ts'
import { visitContext, type Context } from '../visit/context.ts'
import { UNITS } from '../visit/preferences.ts'
import { type Reader, resolveReader } from '../visit/reader.server.ts'
import { createInk, type Look, WIDTH } from './ink.ts'
import { writePlaceText } from './place-text.ts'

const PAGES = '/weather/'
/** What the text depends on, besides its address. */
const VARY = 'accept, accept-language, cookie, user-agent'

/** The query of a text is wrong; the message names the parameter. */
class WrongQuery extends Error {}

/** A place as text: `/weather/berlin`, `/weather/berlin-52.52,13.41`. In the query: `units`, `lang`, `width`, `color`. */
export async function respondInText(request: Request, context: Context): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url)
  const reader = await resolveReader(request, context)
  const { now, primarySources, isBot } = context.get(visitContext)
  const { lang, locale, hour12 } = reader
  const { t } = getTranslator(lang)
  const respond = (status: number, text: string, headers: Record<string, string> = {}): Response =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'content-language': lang, vary: VARY, ...headers },
    })
  try {
    const [units, look] = [unitsIn(query, reader), lookIn(query)]
    const api = createVisitApi(context)
    const place = await findPlace(api, nameIn(pathname), reader)
    if (place === null) return respond(404, `${t('search.nothing')}\n`)
    const weather = await readPlace(api, place, { lang, units, trigger: 'city_detail' })
    return respond(
      200,
      writePlaceText(place, weather, { t, lang, locale, hour12, zone: getWeatherZone(weather), now }, look, primarySources),
    )
  } catch (error) {
    if (error instanceof WrongQuery) return respond(400, `${error.message}\n`)
    if (!(error instanceof ApiFailure)) throw error
    const { status, message, retryAfterSeconds: seconds } = error
    if (status === 400) return respond(status, `${message}\n`)
    const later = seconds === null ? {} : { 'retry-after': String(seconds) }
    const words =
      status === 429 && seconds !== null ? t('subscribe.busy', { n: seconds }) : t(isBot ? 'failure.uncached.text' : 'failure.busy.text')
    return respond(status, `${words}\n`, later)
  }
}

/** A name is written as in addresses: `new-york`, `new+york`. */
function nameIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(PAGES.length)).replaceAll('+', ' ')
  } catch {
    throw new WrongQuery('The address is not valid')
  }
}

function unitsIn(query: URLSearchParams, { units }: Reader): Reader['units'] {
  const asked = query.get('units')
  const known = UNITS.find((each) => each === asked)
  if (asked !== null && known === undefined) throw new WrongQuery(`units must be one of ${UNITS.join(', ')}`)
  return known ?? units
}

function lookIn(query: URLSearchParams): Look {
  const width = Number(query.get('width') ?? WIDTH.usual)
  if (!Number.isInteger(width) || width < WIDTH.least || width > WIDTH.most)
    throw new WrongQuery(`width must be a whole number from ${WIDTH.least} to ${WIDTH.most}`)
  const color = query.get('color') ?? 'never'
  if (!['', 'always', 'never'].includes(color)) throw new WrongQuery('color must be always or never')
  return { width, ink: createInk(color !== 'never') }
}
