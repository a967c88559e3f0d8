import { buildDaysView } from '../city/view/days.ts'
import { MIN_CHANCE } from '../city/view/hours.ts'
import { formatShortWind, formatWind } from '../city/view/now.ts'
import { type Teller, computePlaceToday } from '../city/view/teller.ts'
import type { Daily, Hourly, PlaceWeather } from '../city/weather.ts'
import { formatAmount, formatDegrees, formatShare, UNKNOWN } from '../format/numbers.ts'
import { toLocalDate, formatHour, formatCalendarDay } from '../format/times.ts'
import { type Cell, joinBlocks, renderTerminalTable } from './columns.ts'
import type { Look } from './ink.ts'

type Hour = Hourly['points'][number]

/** From this width on, tomorrow stands beside today. */
const TWO_DAYS_WIDTH = 80
/** From this width on, a block of hours has the wind. */
const WIND_WIDTH = 52
/** From this width on, the days have a bar from their lowest to their highest temperature. */
const BAR_WIDTH = 72
const BAR_COLUMNS = 14
/** From this width on, the days have the wind's direction and gusts, too. */
const LONG_WIND_WIDTH = 104

/** The hours of today and tomorrow: beside each other where there is room. */
export function renderHoursTables(hourly: Hourly | null, teller: Teller, look: Look): string[] {
  const { t, zone } = teller
  const { ink, width } = look
  if (hourly === null || hourly.points.length === 0) return [ink.strong(t('cityPage.hours')), t('city.hoursNone')]
  const today = computePlaceToday(teller)
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString()
  const isWide = width >= TWO_DAYS_WIDTH
  const columns = isWide ? Math.floor((width - 2) / 2) : width
  const blocks = (
    [
      [today, t('city.today')],
      [tomorrow, t('city.tomorrow')],
    ] as const
  ).flatMap(([date, name]) => {
    const points = hourly.points.filter(({ time }) => toLocalDate(time, zone) === date)
    if (points.length === 0) return []
    const head = ink.strong(`${name}${t('mail.comma')}${formatCalendarDay(date, 'shortDay', teller)}`)
    return [
      [
        head,
        ...renderTerminalTable(
          points.map((point) => hourCells(point, hourly.units, teller, look, columns)),
          columns,
        ),
      ],
    ]
  })
  const [first = [], second] = blocks
  if (second === undefined) return first
  return isWide ? joinBlocks(first, second, columns) : [...first, '', ...second]
}

function hourCells(point: Hour, units: Hourly['units'], teller: Teller, { ink }: Look, columns: number): Cell[] {
  const { locale, zone } = teller
  const chance = point.precipitationProbability ?? 0
  return [
    { text: formatHour(point.time, zone, teller), isRight: true, paint: ink.soft },
    { text: formatDegrees(point.temperature, locale), isRight: true, paint: ink.degrees(point.temperature, units.temperature) },
    { text: point.description ?? UNKNOWN, isFlexible: true },
    {
      text: point.precipitation === 0 ? '' : formatAmount(point.precipitation, units.precipitation, locale),
      isRight: true,
      paint: ink.rain,
    },
    { text: chance >= MIN_CHANCE ? formatShare(chance, locale) : '', isRight: true, paint: ink.rain },
    ...(columns >= WIND_WIDTH ? [{ text: formatShortWind(point, units.windSpeed, teller) }] : []),
  ]
}

/** The week. */
export function renderDaysTable({ daily, hourly }: Pick<PlaceWeather, 'daily' | 'hourly'>, teller: Teller, { ink, width }: Look): string[] {
  const { t, locale } = teller
  const head = ink.strong(t('cityPage.days'))
  if (daily === null || daily.points.length === 0) return [head, t('city.daysNone')]
  const { list } = buildDaysView(daily, hourly, teller)
  const { units } = daily
  const known = daily.points.flatMap(({ temperatureMin: min, temperatureMax: max }) => [min, max].filter((value) => value !== null))
  const [coldest, warmest] = [Math.min(...known), Math.max(...known)]
  // Each column has the colour of its temperature, as on the page.
  const paintBar = (bar: string) =>
    [...bar]
      .map((column, index) => ink.degrees(coldest + ((index + 0.5) / BAR_COLUMNS) * (warmest - coldest), units.temperature)(column))
      .join('')
  const rows = list.map(({ name, words, min, max, range, wind }, index): Cell[] => {
    const point = daily.points[index] as Daily['points'][number]
    const chance = point.precipitationProbability ?? 0
    const lowest = ink.degrees(point.temperatureMin, units.temperature)
    const highest = ink.degrees(point.temperatureMax, units.temperature)
    return [
      { text: name, paint: ink.soft },
      { text: words, isFlexible: true },
      { text: min, isRight: true, paint: lowest },
      ...(width >= BAR_WIDTH ? [{ text: barOf(range), paint: paintBar }] : []),
      { text: max, isRight: true, paint: highest },
      {
        text: point.precipitation === 0 ? '' : formatAmount(point.precipitation, units.precipitation, locale),
        isRight: true,
        paint: ink.rain,
      },
      { text: chance >= MIN_CHANCE ? formatShare(chance, locale) : '', isRight: true, paint: ink.rain },
      width >= LONG_WIND_WIDTH ? { text: formatWind(point, units.windSpeed, teller) } : { text: wind, isRight: true },
    ]
  })
  return [head, ...renderTerminalTable(rows, width)]
}

/** The range of a day on the scale of all days. */
function barOf(range: readonly [start: number, length: number] | null): string {
  if (range === null) return ' '.repeat(BAR_COLUMNS)
  const start = Math.min(BAR_COLUMNS - 1, Math.floor((range[0] / 100) * BAR_COLUMNS))
  const length = Math.max(1, Math.min(BAR_COLUMNS - start, Math.round((range[1] / 100) * BAR_COLUMNS)))
  return ' '.repeat(start) + '━'.repeat(length) + ' '.repeat(BAR_COLUMNS - start - length)
}
