import { chooseScaleColour } from '../city/charts/temperature-scale.ts'
import type { Teller } from '../city/view/teller.ts'
import type { Daily, WeatherHistory } from '../city/weather.ts'
import { createKeyedCache } from '../format/cached.ts'
import { formatDegrees } from '../format/numbers.ts'
import { formatCalendarDay } from '../format/times.ts'

export type CalendarView = ReturnType<typeof buildCalendarView>

/** The days of a month in the archive. */
export interface Month {
  readonly units: WeatherHistory['units']
  readonly summary: { readonly days: readonly Pick<WeatherHistory['summary']['days'][number], 'date' | 'temperatureMax' | 'forecastMax'>[] }
  readonly forecasts: { readonly daily: readonly Pick<WeatherHistory['forecasts']['daily'][number], 'date' | 'temperatureMax'>[] }
}

interface DayRange {
  /** The first and the last day that a page may exist for. */
  readonly earliest: string
  readonly latest: string
  /** The path of the place's page. */
  readonly path: string
}

interface CalendarOf extends DayRange {
  /** The day shown. */
  readonly date: string
  readonly today: string
  readonly month: Month
  /** The forecast of now. */
  readonly daily: Daily | null
}

/** ES2025 has it, TypeScript's library does not yet. */
type WithWeek = Intl.Locale & { getWeekInfo(): { readonly firstDay: number } }
const firstWeekday = createKeyedCache((locale) => (new Intl.Locale(locale) as WithWeek).getWeekInfo().firstDay)
const monthName = createKeyedCache((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }))

/** The month of a day as weeks. Days with data are links, with their highest temperature as observed, else as forecast. */
export function buildCalendarView({ date, today, month, daily, ...range }: CalendarOf, teller: Teller) {
  const { earliest, latest, path } = range
  const { locale } = teller
  const first = Temporal.PlainDate.from(date).with({ day: 1 })
  const highs = new Map<string, number | null>([
    ...month.forecasts.daily.map((day) => [day.date, day.temperatureMax] as const),
    ...(daily?.points ?? []).map((day) => [day.date, day.temperatureMax] as const),
    ...month.summary.days.filter((day) => day.date < today).map((day) => [day.date, day.temperatureMax ?? day.forecastMax] as const),
  ])
  const dayOf = (day: string) => {
    const high = highs.get(day) ?? null
    const isThere = day >= earliest && day <= latest && (highs.has(day) || day === today)
    return {
      date: day,
      number: String(Number(day.slice(8))),
      name: formatCalendarDay(day, 'day', teller),
      href: isThere && day !== date ? `${path}/${day}` : null,
      high: high === null ? null : formatDegrees(high, locale),
      colour: high === null ? null : chooseScaleColour(high, month.units.temperature),
      isShown: day === date,
      isToday: day === today,
      isForecast: day >= today,
    }
  }
  const ahead = (first.dayOfWeek - firstWeekday(locale) + 7) % 7
  const days = Array.from({ length: first.daysInMonth }, (_, index) => dayOf(first.add({ days: index }).toString()))
  const cells = [...Array.from({ length: ahead }, () => null), ...days]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  const monday = Temporal.PlainDate.from('2026-11-23')
  return {
    name: monthName(locale).format(Date.parse(`${first}T12:00:00Z`)),
    weekdays: Array.from({ length: 7 }, (_, index) => {
      const day = monday.add({ days: (firstWeekday(locale) - 1 + index) % 7 }).toString()
      return [formatCalendarDay(day, 'shortWeekday', teller), formatCalendarDay(day, 'weekday', teller)] as const
    }),
    weeks,
    /** The last day of the month before, and the first of the one after. */
    ...buildNeighbourLinks(first.subtract({ days: 1 }).toString(), first.add({ months: 1 }).toString(), range),
  }
}

/** The pages before and after another one, as far as there can be any: those of the given days. */
export function buildNeighbourLinks(before: string, after: string, { earliest, latest, path }: DayRange) {
  return {
    previous: before >= earliest ? `${path}/${before}` : null,
    next: after <= latest ? `${path}/${after}` : null,
  }
}

/** Whether the text is a day of the calendar as addresses have it, `2026-11-26`, in a year that the archive may have in every zone. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1971' || text >= '2199') return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** The day so many days later, or earlier. */
export function addCalendarDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}
