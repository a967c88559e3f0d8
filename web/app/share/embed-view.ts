import { alertsView } from '../city/view/alerts.ts'
import { daysView } from '../city/view/days.ts'
import { heroView } from '../city/view/hero.ts'
import { todayOf } from '../city/view/teller.ts'
import { ofDay } from '../format/times.ts'
import type { SharedPlace } from './shared-place.server.ts'

/** What a frame shows of a place, with the first days of the week, as finished texts. */
export function embedView({ known, point, weather, teller, credits, asOf }: SharedPlace, dayCount: number) {
  const { t } = teller
  const { daily } = weather
  const { list, others } = alertsView(weather, teller)
  const [warning] = list
  const today = todayOf(teller)
  return {
    place: { name: known.name, region: known.region, lat: point.lat, lon: point.lon },
    hero: heroView(weather, point, teller),
    /** The most severe warning, and how many others there are. */
    warning: warning === undefined ? null : { event: warning.event, color: warning.color, others: list.length + others.length - 1 },
    days: (daily === null ? [] : daysView(daily, teller).list)
      .filter(({ date }) => date >= today)
      .slice(0, dayCount)
      .map(({ date, icon, words, min, max, fall }) => ({
        date,
        name: date === today ? t('city.today') : ofDay(date, 'shortWeekday', teller),
        icon,
        words,
        min,
        max,
        fall: fall[0] ?? '',
      })),
    asOf,
    credits: credits.map(({ text, url }) => ({ text, url })),
    texts: {
      title: t('embed.frameTitle', { place: known.name }),
      now: t('cityPage.now'),
      days: t('cityPage.days'),
      away: t('embed.away'),
      warnings: t('cityPage.warnings'),
    },
  }
}
