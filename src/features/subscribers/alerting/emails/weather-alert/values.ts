import type { Hazard } from '../../../../../domain/hazards/index.ts'
import type { Measures, MailWords } from '../../../../mail/catalogue/index.ts'

/** Formats a hazard's canonical value with its unit; null if the hazard has none. */
export function hazardValue(hazard: Hazard, value: number | null, words: MailWords, measures: Measures): string | null {
  if (value === null) return null
  switch (hazard) {
    case 'rain':
      return measures.precipitationRate(value)
    case 'snow':
      return words.t('alert.value.snow', { amount: measures.snow(value) })
    case 'wind':
      return measures.wind(value)
    case 'heat':
    case 'cold':
      return measures.temperature(value)
    case 'uv':
      return words.t('alert.value.uv', { value: measures.uvIndex(value) })
    default:
      return null
  }
}

/** The measure of a hazard or, only for a hazard without a measure, its probability if it is below certainty. Null if neither applies. */
export function expectedText(
  hazard: Hazard,
  { value, probability }: { readonly value: number | null; readonly probability: number | undefined },
  words: MailWords,
  measures: Measures,
): string | null {
  const measured = hazardValue(hazard, value, words, measures)
  if (measured !== null || probability === undefined || probability >= 1) return measured
  return words.t('alert.probability', { share: words.percent(probability) })
}

/** `from 60 km/h`; for cold, the threshold and below. */
export function thresholdText(hazard: Hazard, threshold: number | null, words: MailWords, measures: Measures): string | null {
  const value = hazardValue(hazard, threshold, words, measures)
  if (value === null) return null
  return words.t(hazard === 'cold' ? 'alert.thresholdDownFrom' : 'alert.thresholdFrom', { value })
}
