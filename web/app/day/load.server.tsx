import { MAX_HOURS, MAX_PAST_HOURS } from '@isobar/weather'
import { renderToStaticMarkup } from 'react-dom/server'
import { data, type LoaderFunctionArgs } from 'react-router'
import { getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import { createVisitApi, toPageFailure } from '../api/server.ts'
import { readUsual } from '../city/normals.server.ts'
import { resolvePagePlace } from '../city/page-place.server.ts'
import { readPlace } from '../city/read-place.ts'
import { type Teller, computePlaceToday } from '../city/view/teller.ts'
import { NOTHING_KNOWN, type PlaceWeather, type Usual } from '../city/weather.ts'
import { countDaysBetween } from '../format/times.ts'
import { writeCityPath } from '../visit/city-path.ts'
import { placeStylesContext, visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'
import { addCalendarDays, isDate } from './calendar.ts'
import { DayPage } from './day-page.server.tsx'
import { readDayHistory, readIssues, readMonth } from './read.server.ts'
import { buildDayView } from './view.server.ts'

/** Further ahead no provider looks: such a day needs no call. */
const FURTHEST_DAYS = 16

/** What is asked of the hours, so that those of the day are among them: of today, those that have passed. */
function hoursFor(date: string, today: string): { readonly hours?: number; readonly pastHours?: number } {
  if (date === today) return { pastHours: MAX_PAST_HOURS }
  const days = countDaysBetween(today, date) + 1
  return days <= 1 ? {} : { hours: Math.min(MAX_HOURS, days * 24 + 1) }
}

/**
 * A day at a place, in the place's own calendar, as HTML: it has nothing that would need a script, and parts shared with the place's page would
 * make that page's scripts larger. 404 for a day that is none, that is not forecast yet or that is no longer stored.
 */
export async function loadDay({ request, params, context }: LoaderFunctionArgs) {
  const { date = '' } = params
  if (!isDate(date)) throw data({ code: 'not_found' }, { status: 404 })
  const { now, retentionDays } = context.get(visitContext)
  const reader = await resolveReader(request, context)
  const { lang, locale, hour12 } = reader
  const api = createVisitApi(context)
  const { place: known, point: place, path } = await resolvePagePlace(api, { request, params }, reader, `/${date}`)
  try {
    // The archive knows the zone of every place.
    const [month, archive] = await Promise.all([readMonth(api, place, date, reader, now), readDayHistory(api, place, date, reader)])
    const zone = archive.timezone
    const teller: Teller = { t: getTranslator(lang).t, lang, locale, hour12, zone, now }
    const today = computePlaceToday(teller)
    const isAhead = date >= today && date <= addCalendarDays(today, FURTHEST_DAYS)
    const [weather, issues, usual]: [PlaceWeather, Awaited<ReturnType<typeof readIssues>>, Usual | null] = await Promise.all([
      isAhead
        ? readPlace(api, place, { lang, units: reader.units, trigger: 'city_detail', ...hoursFor(date, today) }).then((found) => ({
            ...found,
            history: null,
          }))
        : NOTHING_KNOWN,
      date < today ? readIssues(api, place, date, reader) : [],
      readUsual(context, place, date, reader.units),
    ])
    const earliest = addCalendarDays(today, 1 - retentionDays)
    const listed = known.listedAt === null ? path : writeCityPath({ name: known.addressName, ...known.listedAt })
    const { head, status, ...view } = buildDayView(
      { date, today, earliest, place: known, point: place, path, month, archive, issues, weather, usual, system: reader.units },
      teller,
    )
    const isIndexed = head.hasData && known.listedAt !== null
    const page = {
      head: buildPageHead(context, { title: head.title, description: head.description, path: `${listed}/${date}`, lang, isIndexed }),
      placeStyles: context.get(placeStylesContext),
      html: renderToStaticMarkup(
        <DayPage view={view} words={getAreaMessages(lang, 'dayPage')} cityWords={getAreaMessages(lang, 'cityPage')} />,
      ),
    }
    return data(page, { status })
  } catch (error) {
    throw toPageFailure(error)
  }
}
