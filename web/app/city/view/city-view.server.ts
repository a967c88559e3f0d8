import { getTranslator } from '../../../../src/messages/messages.ts'
import type { Visit } from '../../visit/context.ts'
import type { Reader } from '../../visit/reader.server.ts'
import { buildMeteogramView } from '../meteogram/view.ts'
import { type PlaceWeather, getWeatherZone } from '../weather.ts'
import { buildAlertsView } from './alerts.ts'
import { buildDaysView } from './days.ts'
import { buildExtraView } from './extra.ts'
import { type HeadOf, buildHeadView } from './head.ts'
import { buildHeroView } from './hero.ts'
import { buildHoursView } from './hours.ts'
import { buildMinutesView } from './minutes.ts'
import { buildNotesView } from './notes.ts'
import { buildNowView } from './now.ts'
import { buildPastView } from './past.ts'
import { buildProvenanceView } from './provenance.ts'
import { buildSkyView } from './sky.ts'
import type { Teller } from './teller.ts'

/** What may be wrong, with its name. */
export const REPORT_FIELDS = [
  ['temperature', 'city.fieldTemperature'],
  ['precipitation', 'city.fieldPrecipitation'],
  ['wind', 'city.fieldWind'],
  ['condition', 'city.fieldCondition'],
  ['alert', 'city.fieldAlert'],
  ['other', 'city.fieldOther'],
] as const

export type CityView = ReturnType<typeof buildCityView>

/** A place's page as finished texts, in the reader's language and units and the place's own time. */
export function buildCityView(
  head: HeadOf,
  weather: PlaceWeather,
  { lang, locale, hour12, units, chosen }: Reader,
  { now, primarySources }: Pick<Visit, 'now' | 'primarySources'>,
) {
  const { current, hourly, daily, minutely, history } = weather
  const { t } = getTranslator(lang)
  const teller: Teller = { t, lang, locale, hour12, zone: getWeatherZone(weather), now }
  const shown = current === null ? null : buildNowView(current, teller)
  return {
    head: buildHeadView(head, weather, shown, teller),
    place: { name: head.place.name, region: head.place.region, lat: head.lat, lon: head.lon },
    alerts: buildAlertsView(weather, teller),
    hero: buildHeroView(weather, head, teller),
    now: shown,
    minutes: minutely === null ? { text: t('city.minutesUnknown'), chart: null } : buildMinutesView(minutely, teller),
    hours: hourly === null ? null : buildHoursView(hourly, teller),
    hoursNone: t('city.hoursNone'),
    days: daily === null ? null : buildDaysView(daily, hourly, teller, head.path),
    daysNone: t('city.daysNone'),
    sky: buildSkyView(weather, head.lat, teller),
    extra: buildExtraView(weather, units, teller),
    meteogram: buildMeteogramView(weather, { path: head.path, name: head.place.name, units, chosen }, teller),
    notes: buildNotesView(weather, head.lat, teller),
    past: buildPastView(history, teller, head.path),
    provenance: buildProvenanceView(weather, primarySources, teller),
    made: `${head.path}/sources`,
    // The browser keeps the age current.
    updated: t('city.updated', { ago: '{ago}' }),
    fields: REPORT_FIELDS.map(([field, name]) => [field, t(name)] as const),
  }
}
