import type { Visit } from '../../visit/context.ts'
import { city } from '../../i18n/city.server.ts'
import type { Reader } from '../../visit/reader.server.ts'
import type { PlaceWeather } from '../weather.server.ts'
import { alertsView } from './alerts.ts'
import { daysView } from './days.ts'
import { type HeadOf, headView } from './head.ts'
import { hoursView } from './hours.ts'
import { minutesView } from './minutes.ts'
import { nowView } from './now.ts'
import { pastView } from './past.ts'
import { provenanceView } from './provenance.ts'
import { skyView } from './sky.ts'
import type { Teller } from './teller.ts'

export type CityView = ReturnType<typeof cityView>

/** A place's page as finished texts, in the reader's language and units and the place's own time. */
export function cityView(
  head: HeadOf,
  weather: PlaceWeather,
  { lang, locale, hour12 }: Reader,
  { now, primarySource }: Pick<Visit, 'now' | 'primarySource'>,
) {
  const { current, hourly, daily, minutely, history } = weather
  const zone = (current ?? hourly ?? daily)?.timezone ?? 'UTC'
  const m = city[lang]
  const teller: Teller = { m, lang, locale, hour12, zone, now }
  const shown = current === null ? null : nowView(current, teller)
  return {
    head: headView(head, weather, shown, teller),
    place: { name: head.place.name, region: head.place.region, lat: head.lat, lon: head.lon },
    alerts: alertsView(weather, teller),
    now: shown,
    minutes: minutely === null ? { text: m.minutesUnknown, chart: null } : minutesView(minutely, teller),
    hours: hourly === null ? null : hoursView(hourly, teller),
    hoursNone: m.hoursNone,
    days: daily === null ? null : daysView(daily, teller),
    daysNone: m.daysNone,
    sky: skyView(weather, head.lat, teller),
    past: pastView(history, teller),
    provenance: provenanceView(weather, primarySource, teller),
    updated: m.updated,
    fields: [
      ['temperature', m.fieldTemperature],
      ['precipitation', m.fieldPrecipitation],
      ['wind', m.fieldWind],
      ['condition', m.fieldCondition],
      ['alert', m.fieldAlert],
      ['other', m.fieldOther],
    ] as const,
  }
}
