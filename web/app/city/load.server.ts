import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import { type Messages, getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { createVisitApi, readForm, toPageFailure } from '../api/server.ts'
import { readPageAds } from '../components/ads/page-ads.server.ts'
import { buildMapWords } from '../components/map/legend.server.ts'
import { buildSubscribeView } from '../components/subscribe/view.server.ts'
import { writeCityPath, type Place, parsePlaceAddress } from '../visit/city-path.ts'
import { visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { limitWait } from '../visit/patience.server.ts'
import { type Reader, resolveReader } from '../visit/reader.server.ts'
import type { CityContent } from './city-page.tsx'
import { findPlace } from './find-place.ts'
import { resolvePlace } from './place.server.ts'
import { sendReport } from './report.server.ts'
import { buildCityView } from './view/city-view.server.ts'
import { readPageWeather } from './weather.server.ts'
import { NOTHING_KNOWN, type PlaceWeather } from './weather.ts'

/** How the visitor got here; reported once, then removed from the address. */
const FROM_SEARCH = 'search'
/** Asks for air and sea, in the query. */
const EXTRA = 'extra'
/** A page is sent whole when its weather arrives within this time; otherwise it is streamed, frame first. */
const WHOLE_MS = 250

/** The failure of a page whose frame had already been sent. */
export interface Failed {
  readonly status: number
}

/**
 * Everything on a place's page. `page` is a `CityContent` as JSON, a fifth smaller when compressed than the router's own serialisation, which
 * replaces every name and value by a number. Weather that is late is streamed: `page` is then a promise.
 */
export async function loadCity({ request, params, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url)
  const visit = context.get(visitContext)
  const { publicOrigin, primarySources, nonce, now, isBot, isDocument, sendEarly } = visit
  const reader = await resolveReader(request, context)
  const { lang, locale } = reader
  const addressed = parsePlaceAddress(params.place ?? '')
  const place = addressed ?? (await placeNamed(params.place ?? '', context, reader))
  const known = await resolvePlace(createVisitApi(context), place, lang, locale)
  const path = writeCityPath({ ...place, name: known.addressName })
  const segment = path.slice('/weather/'.length)
  // What the search puts first may change.
  const isLasting = known.isLasting && addressed !== null
  if (decodeURIComponent(path) !== `/weather/${params.place}`) throw redirect(path + search, isLasting ? 301 : 302)
  const { lat, lon } = place
  const listed = known.listedAt === null ? path : writeCityPath({ name: known.addressName, ...known.listedAt })
  const of = { place: known, lat, lon, path: listed, origin: publicOrigin }
  const ads = await readPageAds(context, reader, ['city-detail'])
  const answerOf = (weather: PlaceWeather) => {
    const { head, ...view } = buildCityView(of, weather, reader, { now, primarySources })
    const { data: value, isListed: isIndexed, ...words } = head
    const content: CityContent = {
      view,
      locale,
      messages: getAreaMessages(lang, 'cityPage'),
      placeWords: starWords(getAreaMessages(lang, 'places')),
      ads,
      mapWords: isBot ? null : buildMapWords(reader, visit),
      embed: visit.hasEmbeds ? `/embed?place=${segment}` : null,
      subscribe: buildSubscribeView(reader, { name: known.name, lat, lon }),
    }
    // The picture of a place for link previews.
    const picture = [
      ['og:image', `${publicOrigin}/share/${segment}.png?${new URLSearchParams({ lang, units: reader.units })}`],
      ['og:image:type', 'image/png'],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', getTranslator(lang).t('share.pictureAlt', { place: known.name })],
    ] as const
    return {
      head: buildPageHead(context, { ...words, lang, isIndexed, picture }),
      site: { nonce, value },
      page: JSON.stringify(content),
    }
  }
  const asked = readPageWeather(context, place, reader, {
    isFromSearch: searchParams.get('from') === FROM_SEARCH,
    withExtra: !isBot && searchParams.has(EXTRA),
    now,
  })
  const weather = await (isDocument && !isBot ? limitWait(asked, 'late' as const, WHOLE_MS) : asked).catch((error: unknown) => {
    throw toPageFailure(error)
  })
  if (weather !== 'late') return { ...answerOf(weather), waiting: null }
  sendEarly()
  const page = asked.then(
    (found): string | Failed => answerOf(found).page,
    (error: unknown) => ({ status: error instanceof ApiFailure ? error.status : 500 }),
  )
  const { name, region } = known
  return { ...answerOf(NOTHING_KNOWN), page, waiting: { name, region, text: getTranslator(lang).t('city.waiting') } }
}

/** Reports that the weather shown is wrong. */
export async function reportCity({ request, params, context }: ActionFunctionArgs) {
  const place = parsePlaceAddress(params.place ?? '')
  if (place === null) throw notFound()
  const reader = await resolveReader(request, context)
  const outcome = await sendReport(context, place, await readForm(request), reader)
  return data(outcome, { status: outcome.status })
}

/** The place that the search finds first under a name, as in `/weather/new-york`. */
async function placeNamed(name: string, context: LoaderFunctionArgs['context'], reader: Reader): Promise<Place> {
  const found = await findPlace(createVisitApi(context), name.replaceAll('+', ' '), reader).catch((error: unknown) => {
    // A text that the search cannot read is the name of no place.
    throw error instanceof ApiFailure && error.status === 400 ? notFound() : toPageFailure(error)
  })
  if (found === null) throw notFound()
  return found
}

const notFound = () => data({ code: 'not_found' }, { status: 404 })

/** The subset of texts that the star needs. */
const starWords = ({ save, saved, savedRemove, full }: Messages<'places'>) => ({ save, saved, savedRemove, full })
