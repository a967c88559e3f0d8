import type { Hazard, LevelDetail } from '@isobar/weather'
import { formatExtraValue, formatLevelLimit, type Measures, type MailWords } from '../../../../mail/catalogue/index.ts'

/** A hazard's canonical value, and what it stands for if it is a level. */
interface Expected {
  readonly value: number | null
  readonly detail?: LevelDetail | undefined
}

/** Formats a hazard's canonical value with its unit; null if the hazard has none. */
function hazardValue(hazard: Hazard, { value, detail }: Expected, words: MailWords, measures: Measures): string | null {
  if (value === null) return null
  switch (hazard) {
    case 'rain':
      return measures.precipitationRate(value)
    case 'snow': {
      const amount = measures.precipitationWithSnow(value, value, null)
      return amount === null ? null : words.t('alert.value.snow', { amount })
    }
    case 'wind':
      return measures.wind(value)
    case 'heat':
    case 'cold':
      return measures.temperature(value)
    case 'uv':
      return words.t('alert.value.uv', { value: measures.uvIndex(value) })
    case 'airQuality':
    case 'pollen':
    case 'marine':
      return formatExtraValue(hazard, { value, detail }, words, measures)
    default:
      return null
  }
}

/** The measure of a hazard or, only for a hazard without a measure, its probability if it is below certainty. Null if neither applies. */
export function formatExpectedValue(
  hazard: Hazard,
  { probability, ...expected }: Expected & { readonly probability: number | undefined },
  words: MailWords,
  measures: Measures,
): string | null {
  const measured = hazardValue(hazard, expected, words, measures)
  if (measured !== null || probability === undefined || probability >= 1) return measured
  return words.t('alert.probability', { share: words.percent(probability) })
}

/** `from 60 km/h`, `from “high” on`; for cold, the threshold and below. */
export function formatHazardThreshold(hazard: Hazard, threshold: number | null, words: MailWords, measures: Measures): string | null {
  if (threshold !== null && (hazard === 'airQuality' || hazard === 'pollen')) return formatLevelLimit(hazard, threshold, words)
  const value = hazard === 'snow' ? snowLimit(threshold, words, measures) : hazardValue(hazard, { value: threshold }, words, measures)
  if (value === null) return null
  return words.t(hazard === 'cold' ? 'alert.thresholdDownFrom' : 'alert.thresholdFrom', { value })
}

/** A limit is exact, and set as water: no depth, which is estimated. */
function snowLimit(threshold: number | null, words: MailWords, measures: Measures): string | null {
  const amount = measures.precipitation(threshold)
  return amount === null ? null : words.t('alert.value.snow', { amount: words.t('measure.asWater', { amount }) })
}
