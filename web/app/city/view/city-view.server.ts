import { translatorOf } from '../../../../src/messages/messages.ts'
import type { Visit } from '../../visit/context.ts'
import type { Reader } from '../../visit/reader.server.ts'
import { meteogramView } from '../meteogram/view.ts'
import { type PlaceWeather, zoneOf } from '../weather.ts'
import { alertsView } from './alerts.ts'
import { daysView } from './days.ts'
import { extraView } from './extra.ts'
import { type HeadOf, headView } from './head.ts'
import { heroView } from './hero.ts'
import { hoursView } from './hours.ts'
import { minutesView } from './minutes.ts'
import { notesView } from './notes.ts'
import { nowView } from './now.ts'
import { pastView } from './past.ts'
import { provenanceView } from './provenance.ts'
import { skyView } from './sky.ts'
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

export type CityView = ReturnType<typeof cityView>

/** A place's page as finished texts, in the reader's language and units and the place's own time. */
export function cityView(
  head: HeadOf,
  weather: PlaceWeather,
  { lang, locale, hour12, units, chosen }: Reader,
  { now, primarySources }: Pick<Visit, 'now' | 'primarySources'>,
) {
  const { current, hourly, daily, minutely, history } = weather
  const { t } = translatorOf(lang)
  const teller: Teller = { t, lang, locale, hour12, zone: zoneOf(weather), now }
  const shown = current === null ? null : nowView(current, teller)
  return {
    head: headView(head, weather, shown, teller),
    place: { name: head.place.name, region: head.place.region, lat: head.lat, lon: head.lon },
    alerts: alertsView(weather, teller),
    hero: heroView(weather, head, teller),
    now: shown,
    minutes: minutely === null ? { text: t('city.minutesUnknown'), chart: null } : minutesView(minutely, teller),
    hours: hourly === null ? null : hoursView(hourly, teller),
    hoursNone: t('city.hoursNone'),
    days: daily === null ? null : daysView(daily, teller, head.path),
    daysNone: t('city.daysNone'),
    sky: skyView(weather, head.lat, teller),
    extra: extraView(weather, units, teller),
    meteogram: meteogramView(weather, { path: head.path, name: head.place.name, units, chosen }, teller),
    notes: notesView(weather, head.lat, teller),
    past: pastView(history, teller, head.path),
    provenance: provenanceView(weather, primarySources, teller),
    // The browser keeps the age current.
    updated: t('city.updated', { ago: '{ago}' }),
    fields: REPORT_FIELDS.map(([field, name]) => [field, t(name)] as const),
  }
}
