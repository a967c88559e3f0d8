import { renderToStaticMarkup } from 'react-dom/server'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { messagesOf, translatorOf } from '../../../src/messages/messages.ts'
import { apiOf, pageFailure } from '../api/server.ts'
import { readUsual } from '../city/normals.server.ts'
import { knownPlace } from '../city/place.server.ts'
import { readPlace } from '../city/read-place.ts'
import { type Teller, todayOf } from '../city/view/teller.ts'
import { NOTHING_KNOWN, type PlaceWeather, type Usual } from '../city/weather.ts'
import { cityPath, placeInAddress } from '../visit/city-path.ts'
import { placeStylesContext, visitContext } from '../visit/context.ts'
import { headOf } from '../visit/head.server.ts'
import { readerOf } from '../visit/reader.server.ts'
import { daysAfter, isDate } from './calendar.ts'
import { DayPage } from './day-page.server.tsx'
import { readDay, readIssues, readMonth } from './read.server.ts'
import { dayView } from './view.server.ts'

/** Further ahead no provider looks: such a day needs no call. */
const FURTHEST_DAYS = 16

/**
 * A day at a place, in the place's own calendar, as HTML: it has nothing that would need a script, and parts shared with the place's page would
 * make that page's scripts larger. 404 for a day that is none, that is not forecast yet or that is no longer stored.
 */
export async function loadDay({ request, params, context }: LoaderFunctionArgs) {
  const { place: address = '', date = '' } = params
  const place = placeInAddress(address)
  if (place === null || !isDate(date)) throw data({ code: 'not_found' }, { status: 404 })
  const { now, retentionDays } = context.get(visitContext)
  const reader = await readerOf(request, context)
  const { lang, locale, hour12 } = reader
  const api = apiOf(context)
  const known = await knownPlace(api, place, lang, locale)
  const path = cityPath({ ...place, name: known.addressName })
  const { search } = new URL(request.url)
  if (decodeURIComponent(path) !== `/weather/${address}`) throw redirect(`${path}/${date}${search}`, known.isLasting ? 301 : 302)
  try {
    // The archive knows the zone of every place.
    const [month, archive] = await Promise.all([readMonth(api, place, date, reader, now), readDay(api, place, date, reader)])
    const zone = archive.timezone
    const teller: Teller = { t: translatorOf(lang).t, lang, locale, hour12, zone, now }
    const today = todayOf(teller)
    const isAhead = date >= today && date <= daysAfter(today, FURTHEST_DAYS)
    const [weather, issues, usual]: [PlaceWeather, Awaited<ReturnType<typeof readIssues>>, Usual | null] = await Promise.all([
      isAhead
        ? readPlace(api, place, { lang, units: reader.units, trigger: 'city_detail' }).then((found) => ({ ...found, history: null }))
        : NOTHING_KNOWN,
      date < today ? readIssues(api, place, date, reader) : [],
      readUsual(context, place, date, reader.units),
    ])
    const earliest = daysAfter(today, 1 - retentionDays)
    const listed = known.listedAt === null ? path : cityPath({ name: known.addressName, ...known.listedAt })
    const { head, status, ...view } = dayView(
      { date, today, earliest, place: known, point: place, path, month, archive, issues, weather, usual, system: reader.units },
      teller,
    )
    const isIndexed = head.hasData && known.listedAt !== null
    const page = {
      head: headOf(context, { title: head.title, description: head.description, path: `${listed}/${date}`, lang, isIndexed }),
      placeStyles: context.get(placeStylesContext),
      html: renderToStaticMarkup(<DayPage view={view} words={messagesOf(lang, 'dayPage')} cityWords={messagesOf(lang, 'cityPage')} />),
    }
    return data(page, { status })
  } catch (error) {
    throw pageFailure(error)
  }
}
