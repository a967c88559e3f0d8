import { roundHalfAway } from '@isobar/weather'
import { formatAmount, formatDegrees } from '../../format/numbers.ts'
import { formatClock, countDaysBetween } from '../../format/times.ts'
import { writeTableCell, escapeMarkup } from '../meteogram/svg.ts'
import type { Daily, History } from '../weather.ts'
import { formatDayName } from './days.ts'
import { type Teller, computePlaceToday } from './teller.ts'

type Source = NonNullable<History['nextDays']>[number]
type Day = Source['days'][number]

/** More than these differences are mentioned. */
const MIN_HIGH: Readonly<Record<string, number>> = { '°C': 2, '°F': 3.6 }
const MIN_AMOUNT: Readonly<Record<string, number>> = { mm: 5, in: 0.2 }

/** Two sources that differ on a day; `size` in multiples of what is mentioned. */
interface Difference {
  readonly what: 'high' | 'amount'
  readonly size: number
  readonly ours: Day
  readonly theirs: Day
  readonly other: Source
}

/**
 * Another source's forecast where it differs from the one that is shown on one of the next days: a sentence on the greatest difference, and all of these
 * days of both as a table, which it opens. As HTML, which is half of the script that components would be; null if no independent source with a fresh
 * forecast differs.
 */
export function writeSecondOpinion(daily: Daily | null, history: History | null, teller: Teller): string | null {
  const nextDays = history?.nextDays ?? []
  const shown = nextDays.find(({ source }) => source === daily?.source)
  if (daily === null || daily.freshness === 'emergency' || shown === undefined) return null
  const differences = nextDays
    .filter((other) => isIndependent(other, shown) && Date.parse(other.expiresAt) > teller.now)
    .flatMap((other) => differencesOf(daily, other))
  const [greatest] = differences.toSorted((a, b) => b.size - a.size)
  return greatest === undefined ? null : htmlOf(greatest, daily, teller)
}

/** Whether one says something that the other does not pass on: forecasts of other agencies, and both of the real weather or both simulated. */
function isIndependent(one: Source, other: Source): boolean {
  return one.simulated === other.simulated && !one.agencies.some((agency) => other.agencies.includes(agency))
}

function differencesOf({ points, units }: Daily, other: Source): Difference[] {
  return other.days.flatMap((theirs) => {
    const ours = points.find(({ date }) => date === theirs.date)
    if (ours === undefined) return []
    const found = [
      { what: 'high' as const, size: between(ours.temperatureMax, theirs.temperatureMax) / (MIN_HIGH[units.temperature] ?? Infinity) },
      { what: 'amount' as const, size: between(ours.precipitation, theirs.precipitation) / (MIN_AMOUNT[units.precipitation] ?? Infinity) },
    ]
    return found.filter(({ size }) => size > 1).map((each) => ({ ...each, ours, theirs, other }))
  })
}

const between = (a: number | null, b: number | null): number => (a === null || b === null ? 0 : roundHalfAway(Math.abs(a - b), 3))

function htmlOf(difference: Difference, daily: Daily, teller: Teller): string {
  const { t, locale, zone } = teller
  const { attribution, issuedAt, days } = difference.other
  const row = (name: string, { temperatureMax, temperatureMin, precipitation }: Day) =>
    `<tr><th scope=row>${escapeMarkup(name)}${[
      formatDegrees(temperatureMax, locale),
      formatDegrees(temperatureMin, locale),
      formatAmount(precipitation, daily.units.precipitation, locale),
    ]
      .map((value) => writeTableCell(value, t('cityPage.unknown')))
      .join('')}`
  const bodies = days.flatMap((theirs) => {
    const ours = daily.points.find(({ date }) => date === theirs.date)
    if (ours === undefined) return []
    const name = escapeMarkup(formatDayName(theirs.date, computePlaceToday(teller), teller))
    return [`<tbody><tr><th colspan=4 scope=rowgroup>${name}${row(daily.attribution.name, ours)}${row(attribution.name, theirs)}`]
  })
  const head = [t('cityPage.source'), t('cityPage.highest'), t('cityPage.lowest'), t('cityPage.rain')].map(
    (name) => `<th scope=col>${escapeMarkup(name)}`,
  )
  const credit = `<a href="${escapeMarkup(attribution.url)}" rel=noopener>${escapeMarkup(attribution.text)}</a>`
  const licence = t('city.licence', { licence: attribution.license })
  const asOf = t('meteogram.asOf', { time: formatClock(issuedAt, zone, teller) })
  return (
    `<summary>${escapeMarkup(sentenceOf(difference, daily, teller))}</summary>` +
    `<table><thead><tr>${head.join('')}${bodies.join('')}</table><p>${credit} · ${escapeMarkup(licence)} · ${escapeMarkup(asOf)}</p>`
  )
}

function sentenceOf({ what, ours, theirs, other }: Difference, daily: Daily, teller: Teller): string {
  const { t, locale } = teller
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    countDaysBetween(computePlaceToday(teller), theirs.date),
    'day',
  )
  const names = { ours: daily.attribution.name, theirs: other.attribution.name, day }
  if (what === 'high')
    return t('city.notes.differHigh', {
      ...names,
      a: formatDegrees(ours.temperatureMax, locale),
      b: formatDegrees(theirs.temperatureMax, locale),
    })
  const { precipitation: unit } = daily.units
  return t('city.notes.differAmount', {
    ...names,
    a: formatAmount(ours.precipitation, unit, locale),
    b: formatAmount(theirs.precipitation, unit, locale),
  })
}
