import { number, UNKNOWN } from '../../format/numbers.ts'
import type { Teller } from './teller.ts'

/** The WHO's classes (Global Solar UV Index, 2002), which are defined for whole numbers. */
export function uvWord(index: number, { t }: Teller): string {
  const whole = Math.round(index)
  if (whole < 3) return t('city.uvLow')
  if (whole < 6) return t('city.uvModerate')
  if (whole < 8) return t('city.uvHigh')
  return whole < 11 ? t('city.uvVeryHigh') : t('city.uvExtreme')
}

/** `6, high`. */
export function uvText(index: number | null, teller: Teller): string {
  return index === null ? UNKNOWN : `${number(index, 0, teller.locale)}, ${uvWord(index, teller)}`
}
