import type { Answer } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import { chooseScaleColour } from '../city/charts/temperature-scale.ts'
import { MAX_SAVED } from '../components/places/saved.ts'
import { formatAmount, formatDegrees } from '../format/numbers.ts'
import { formatCalendarDay } from '../format/times.ts'
import { parsePlaceAddress } from '../visit/city-path.ts'
import type { Context } from '../visit/context.ts'
import type { Reader } from '../visit/reader.server.ts'

type Batch = Answer<'post', '/api/weather/batch'>
type Scopes = Batch['cities'][number]['scopes']
export type WeekView = NonNullable<Awaited<ReturnType<typeof readWeekView>>>
export type RowView = ReturnType<typeof rowOf>

const DAYS = 7

/** The points of the query, `52.52,13.41_48.85,2.35`, as they are written there; what is none is left out. */
export function parsePointsQuery(text: string) {
  return [...new Set(text.split('_').slice(0, MAX_SAVED))].flatMap((key) => {
    const point = parsePlaceAddress(key)
    return point === null || point.name !== '' ? [] : [{ key, lat: point.lat, lon: point.lon }]
  })
}

/** The week at several points as finished texts, in one request; null when it is not available. Weather too old to be shown without its age is left out. */
export async function readWeekView(context: Context, points: ReturnType<typeof parsePointsQuery>, { lang, locale, units, hour12 }: Reader) {
  const cities = points.map(({ lat, lon }) => ({ lat, lon, scopes: ['current' as const, 'daily' as const] }))
  const answer = await createVisitApi(context)
    .post('/api/weather/batch', { body: { cities, lang, units, trigger: 'places_compare' } })
    .catch(() => null)
  if (answer === null) return null
  const found = answer.cities.map(({ scopes }) => partsOf(scopes))
  const parts = found.flatMap(({ now, week }) => [now, week].filter((part) => part !== null))
  const oldest = parts.toSorted((a, b) => Date.parse(a.meta.fetchedAt) - Date.parse(b.meta.fetchedAt))[0]
  const days = new Set(found.flatMap(({ week }) => week?.data.points.map(({ date }) => date) ?? []))
  const dates = [...days].toSorted().slice(0, DAYS)
  const style = { locale, hour12 }
  return {
    locale,
    dates: dates.map((date) => ({
      date,
      weekday: formatCalendarDay(date, 'shortWeekday', style),
      day: formatCalendarDay(date, 'date', style),
    })),
    rows: Object.fromEntries(points.map(({ key }, index) => [key, rowOf(found[index] ?? NONE, dates, locale)])),
    /** When the oldest of it was fetched. */
    asOf: oldest?.meta.fetchedAt ?? null,
    credits: [...new Map(parts.map(({ meta: { attribution } }) => [attribution.text, attribution.url]))],
  }
}

const NONE = { now: null, week: null }

function partsOf({ current, daily }: Scopes) {
  return {
    now: current !== undefined && 'data' in current && current.meta.freshness !== 'emergency' ? current : null,
    week: daily !== undefined && 'data' in daily && daily.meta.freshness !== 'emergency' ? daily : null,
  }
}

function rowOf({ now, week }: ReturnType<typeof partsOf>, dates: readonly string[], locale: string) {
  return {
    now: now && { temperature: formatDegrees(now.data.temperature, locale), icon: now.data.icon, words: now.data.description ?? '' },
    days: dates.map((date) => {
      const day = week?.data.points.find((each) => each.date === date)
      if (week === null || day === undefined) return null
      const { temperature, precipitation } = week.data.units
      return {
        icon: day.icon,
        words: day.description ?? '',
        high: formatDegrees(day.temperatureMax, locale),
        /** The number of its colour; null: it is not known. */
        colour: day.temperatureMax === null ? null : chooseScaleColour(day.temperatureMax, temperature),
        low: formatDegrees(day.temperatureMin, locale),
        fall: (day.precipitation ?? 0) > 0 ? formatAmount(day.precipitation, precipitation, locale) : '',
      }
    }),
  }
}
