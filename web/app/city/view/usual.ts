import { formatAmount, formatDegrees } from '../../format/numbers.ts'
import type { Usual } from '../weather.ts'
import type { Fact, Teller } from './teller.ts'

/** The least difference that is mentioned. */
const MIN_DIFFERENCE: Readonly<Record<string, number>> = { '°C': 2, '°F': 3.6 }

interface Range {
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
}

/** `3° warmer than usual`: the mean of a day's highest and lowest temperature against that of its normals; null if they hardly differ or are not known. */
export function describeUsualDifference(day: Range | null, usual: Usual | null | undefined, { t, locale }: Teller): string | null {
  if (!usual || day === null || day.temperatureMin === null || day.temperatureMax === null) return null
  const difference = (day.temperatureMin + day.temperatureMax - usual.day.temperatureMin - usual.day.temperatureMax) / 2
  // Sums of tenths are not exact.
  if (Math.abs(difference) < (MIN_DIFFERENCE[usual.units.temperature] ?? Infinity) - 1e-9) return null
  return t(difference > 0 ? 'day.warmer' : 'day.colder', { value: formatDegrees(Math.abs(difference), locale) })
}

/** The normals of the day of the year as facts. */
export function listUsualFacts({ day, units }: Usual, { t, locale }: Teller): Fact[] {
  return [
    [t('day.usualHigh'), formatDegrees(day.temperatureMax, locale)],
    [t('day.usualLow'), formatDegrees(day.temperatureMin, locale)],
    [t('day.rareHigh'), formatDegrees(day.temperatureMaxTenth, locale)],
    [t('day.rareLow'), formatDegrees(day.temperatureMinTenth, locale)],
    [t('day.usualFall'), formatAmount(day.precipitation, units.precipitation, locale)],
  ]
}
