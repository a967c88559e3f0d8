import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import { type Messages, messagesOf, translatorOf } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { apiOf, formOf, pageFailure } from '../api/server.ts'
import { pageAds } from '../components/ads/page-ads.server.ts'
import { mapWordsOf } from '../components/map/legend.server.ts'
import { subscribeView } from '../components/subscribe/view.server.ts'
import { cityPath, type Place, placeInAddress } from '../visit/city-path.ts'
import { visitContext } from '../visit/context.ts'
import { headOf } from '../visit/head.server.ts'
import { inTime } from '../visit/patience.server.ts'
import { type Reader, readerOf } from '../visit/reader.server.ts'
import type { CityContent } from './city-page.tsx'
import { findPlace } from './find-place.ts'
import { knownPlace } from './place.server.ts'
import { sendReport } from './report.server.ts'
import { cityView } from './view/city-view.server.ts'
import { weatherOf } from './weather.server.ts'
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
  const reader = await readerOf(request, context)
  const { lang, locale } = reader
  const addressed = placeInAddress(params.place ?? '')
  const place = addressed ?? (await placeNamed(params.place ?? '', context, reader))
  const known = await knownPlace(apiOf(context), place, lang, locale)
  const path = cityPath({ ...place, name: known.addressName })
  const segment = path.slice('/weather/'.length)
  // What the search puts first may change.
  const isLasting = known.isLasting && addressed !== null
  if (decodeURIComponent(path) !== `/weather/${params.place}`) throw redirect(path + search, isLasting ? 301 : 302)
  const { lat, lon } = place
  const listed = known.listedAt === null ? path : cityPath({ name: known.addressName, ...known.listedAt })
  const of = { place: known, lat, lon, path: listed, origin: publicOrigin }
  const ads = await pageAds(context, reader, ['city-detail'])
  const answerOf = (weather: PlaceWeather) => {
    const { head, ...view } = cityView(of, weather, reader, { now, primarySources })
    const { data: value, isListed: isIndexed, ...words } = head
    const content: CityContent = {
      view,
      locale,
      messages: messagesOf(lang, 'cityPage'),
      placeWords: starWords(messagesOf(lang, 'places')),
      ads,
      mapWords: isBot ? null : mapWordsOf(reader, visit),
      embed: visit.hasEmbeds ? `/embed?place=${segment}` : null,
      subscribe: subscribeView(reader, { name: known.name, lat, lon }),
    }
    // The picture of a place for link previews.
    const picture = [
      ['og:image', `${publicOrigin}/share/${segment}.png?${new URLSearchParams({ lang, units: reader.units })}`],
      ['og:image:type', 'image/png'],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', translatorOf(lang).t('share.pictureAlt', { place: known.name })],
    ] as const
    return {
      head: headOf(context, { ...words, lang, isIndexed, picture }),
      site: { nonce, value },
      page: JSON.stringify(content),
    }
  }
  const asked = weatherOf(context, place, reader, {
    isFromSearch: searchParams.get('from') === FROM_SEARCH,
    withExtra: !isBot && searchParams.has(EXTRA),
    now,
  })
  const weather = await (isDocument && !isBot ? inTime(asked, 'late' as const, WHOLE_MS) : asked).catch((error: unknown) => {
    throw pageFailure(error)
  })
  if (weather !== 'late') return { ...answerOf(weather), waiting: null }
  sendEarly()
  const page = asked.then(
    (found): string | Failed => answerOf(found).page,
    (error: unknown) => ({ status: error instanceof ApiFailure ? error.status : 500 }),
  )
  const { name, region } = known
  return { ...answerOf(NOTHING_KNOWN), page, waiting: { name, region, text: translatorOf(lang).t('city.waiting') } }
}

/** Reports that the weather shown is wrong. */
export async function reportCity({ request, params, context }: ActionFunctionArgs) {
  const place = placeInAddress(params.place ?? '')
  if (place === null) throw notFound()
  const reader = await readerOf(request, context)
  const outcome = await sendReport(context, place, await formOf(request), reader)
  return data(outcome, { status: outcome.status })
}

/** The place that the search finds first under a name, as in `/weather/new-york`. */
async function placeNamed(name: string, context: LoaderFunctionArgs['context'], reader: Reader): Promise<Place> {
  const found = await findPlace(apiOf(context), name.replaceAll('+', ' '), reader).catch((error: unknown) => {
    // A text that the search cannot read is the name of no place.
    throw error instanceof ApiFailure && error.status === 400 ? notFound() : pageFailure(error)
  })
  if (found === null) throw notFound()
  return found
}

const notFound = () => data({ code: 'not_found' }, { status: 404 })

/** The subset of texts that the star needs. */
const starWords = ({ save, saved, savedRemove, full }: Messages<'places'>) => ({ save, saved, savedRemove, full })
