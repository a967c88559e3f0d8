import { selectBestTruths } from '../../accuracy/best-truths.ts'
import { formatExactDegrees, formatShare } from '../../format/numbers.ts'
import type { History } from '../weather.ts'
import { formatDistanceAway } from './now.ts'
import type { Teller } from './teller.ts'

type Verification = History['summary']['verification']
type Quantity = Verification['quantities'][number]
type Truth = Quantity['truth']

/** The lead times shown, by the upper ends of their bands in hours; amounts are shown for the day ahead only. */
const SHOWN_LEADS: ReadonlySet<number> = new Set([3, 24, 48, 72, 120])
const DAY_AHEAD = 24
/** Days that must have been compared before anything is said. */
export const MIN_DAYS = 30
const TRACE_MM = 0.2
/** The least bias mentioned, in the reader's unit, if it is significant. */
const MIN_BIAS = 0.3
/** "Like today" is shown next to the forecasts if it covers nearly the same cases. */
const NEARLY_ALL = 0.9

interface Verified {
  readonly summary: Pick<History['summary'], 'verification' | 'source'>
  readonly units: Pick<History['units'], 'temperature' | 'visibility'>
}

/** How accurate the forecasts of the place's source were. Scores with too few days are left out. */
export function buildAccuracyView({ summary: { verification, source }, units }: Verified, teller: Teller) {
  const { t } = teller
  const shown = sourceOf(verification, source)
  const temperatures = selectBestTruths(verification.quantities.filter((each) => each.source === shown && each.variable === 'temperature'))
  const scored = temperatures.filter(({ leadHours, scores }) => SHOWN_LEADS.has(leadHours) && scores !== null)
  const amounts = selectBestTruths(verification.amounts.filter((each) => each.source === shown && each.leadHours === DAY_AHEAD))
  const lines = [
    ...scored.flatMap((each) => temperatureLine(each, units.temperature, teller)),
    ...amounts.flatMap((each) => amountLine(each, teller)),
  ]
  const days = Math.max(0, ...temperatures.map((each) => each.days))
  if (lines.length === 0) return { lines, note: t('city.accuracyNone', { n: Math.min(days, MIN_DAYS - 1), least: MIN_DAYS }) }
  return {
    lines,
    note: noteOf(
      [...scored, ...amounts].map(({ truth }) => truth),
      units.visibility,
      teller,
    ),
  }
}

/** The source of the past week; else the primary, whose analysis the others are compared with; else the first one. */
function sourceOf({ quantities }: Verification, source: string | null): string | undefined {
  if (quantities.some((each) => each.source === source)) return source ?? undefined
  const primary = quantities.find(({ truth }) => truth.kind === 'analysis' && !truth.isOwn)?.truth.source
  return primary ?? quantities[0]?.source
}

function temperatureLine({ leadHours, leadAboveHours, n, days, scores }: Quantity, unit: string, teller: Teller): string[] {
  if (scores === null) return []
  const { t, locale } = teller
  const { mae, bias, persistence } = scores
  const isHabit = Math.abs(bias.value) >= MIN_BIAS && bias.low !== null && bias.high !== null && bias.low * bias.high > 0
  const isLike = persistence !== null && persistence.n >= NEARLY_ALL * n
  const parts = [
    t('city.accuracyLine', {
      lead: formatBand(leadAboveHours, leadHours, locale),
      error: formatExactDegrees(mae.value, unit, locale),
      n: days,
    }),
    ...(isHabit ? [t(bias.value > 0 ? 'city.accuracyWarm' : 'city.accuracyCold')] : []),
    ...(isLike ? [t('digest.accuracy.persistence', { error: formatExactDegrees(persistence.score, unit, locale) })] : []),
  ]
  return [`${parts.join(t('mail.semicolon'))}${t('mail.stop').trimEnd()}`]
}

function amountLine({ thresholds, days }: Verification['amounts'][number], teller: Teller): string[] {
  const scores = thresholds.find(({ leastMm }) => leastMm === TRACE_MM)?.scores
  if (!scores || scores.pod === null || scores.far === null) return []
  const { t, locale } = teller
  return [t('city.accuracyWet', { hits: formatShare(scores.pod, locale), misses: formatShare(scores.far, locale), n: days })]
}

/** Says what the forecasts were compared with, unless it was measurements of an unnamed station. */
function noteOf(truths: readonly Truth[], unit: string, { t, locale }: Teller): string | null {
  if (truths.every(({ kind }) => kind === 'observation')) {
    const station = truths.find((truth) => truth.station !== null)?.station
    if (!station) return null
    return t('city.accuracyMeasured', { station: station.name, distance: formatDistanceAway(station.distanceKm, unit, locale) })
  }
  return t(truths.some(({ isOwn }) => isOwn) ? 'city.accuracyOwn' : 'city.accuracyEstimates')
}

/** A lead time band: `12–24 hours`, `2–3 days`. */
export function formatBand(above: number, hours: number, locale: string): string {
  const [from, to, unit] = hours <= 24 ? [above, hours, 'hour'] : [above / 24, hours / 24, 'day']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatRange(from, to)
}
