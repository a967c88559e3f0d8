import { isCovered } from '../../../../../domain/coverage.ts'
import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'
import type { DigestDay } from './data.ts'

/** An even chance, from which rain or snow is called likely. */
const LIKELY = 0.5
/** Up to this chance it is called unlikely: `unlikely` is at most a third for the WMO and the IPCC. */
const UNLIKELY = 1 / 3
/** An amount that wets the ground. */
const WETTING_MM = 1
const MAX_DAYS_NAMED = 3

/** The week in half a sentence: lowest and highest temperature, and which days are likely to be wet. Null without data. */
export function headlineOf(days: readonly DigestDay[], words: MailWords, measures: Measures): string | null {
  const parts = [temperatureRange(days, words, measures), wetness(days, words)].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(words.t('mail.comma'))
}

function temperatureRange(days: readonly DigestDay[], words: MailWords, measures: Measures): string | null {
  const lows = days.map((day) => day.temperatureMin).filter((value) => value !== null)
  const highs = days.map((day) => day.temperatureMax).filter((value) => value !== null)
  if (!isCovered('extremes', Math.min(lows.length, highs.length), days.length)) return null
  return words.t('digest.headline.range', {
    min: measures.temperature(Math.min(...lows)),
    max: measures.temperature(Math.max(...highs)),
  })
}

function wetness(days: readonly DigestDay[], words: MailWords): string | null {
  const verdict = wetnessOf(days)
  if (verdict === null) return null
  if (verdict.kind !== 'likely') return words.t(`digest.headline.${verdict.kind}`)
  const { days: wet } = verdict
  if (wet.length > MAX_DAYS_NAMED) return words.t('digest.headline.wetDays', { n: wet.length })
  return words.t('digest.headline.wetOn', { days: words.list(wet.map((day) => words.weekday(day.date))) })
}

/** A statement about rain and snow over several days. */
export type Wetness<Day> = { readonly kind: 'likely'; readonly days: readonly Day[] } | { readonly kind: 'possible' | 'dry' }

/**
 * The statement about rain and snow over several days that the data supports, as in the subject of a digest:
 * - `likely` on the days with at least an even chance or, where no chance is stated, an amount that wets the ground;
 * - else `dry`, which reads "unlikely" and is about all of the days: only if each is known, the amounts of all add up to less than
 *   wets the ground, and the chance that any of them is wet, taken as independent, is at most a third: seven days of 45 % are not dry;
 * - else `possible`, if what is known of the days exceeds that;
 * - else null: too little is known.
 * More chance or a greater amount never makes it drier.
 */
export function wetnessOf<Day extends Pick<DigestDay, 'precipitation' | 'precipitationProbability'>>(
  days: readonly Day[],
): Wetness<Day> | null {
  const wet = days.filter(isLikely)
  if (wet.length > 0) return { kind: 'likely', days: wet }
  const amount = days.reduce((sum, { precipitation }) => sum + (precipitation ?? 0), 0)
  const chance = 1 - days.reduce((dry, { precipitationProbability }) => dry * (1 - (precipitationProbability ?? 0)), 1)
  if (amount >= WETTING_MM || chance > UNLIKELY) return { kind: 'possible' }
  const isKnown = days.every((day) => day.precipitation !== null || day.precipitationProbability !== null)
  return isKnown && days.length > 0 ? { kind: 'dry' } : null
}

function isLikely({ precipitation, precipitationProbability }: Pick<DigestDay, 'precipitation' | 'precipitationProbability'>): boolean {
  return precipitationProbability === null ? (precipitation ?? 0) >= WETTING_MM : precipitationProbability >= LIKELY
}
