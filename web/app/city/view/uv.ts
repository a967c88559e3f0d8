import { number, UNKNOWN } from '../../format/numbers.ts'
import type { Teller } from './teller.ts'

/** The WHO's classes (Global Solar UV Index, 2002), which are defined for whole numbers. */
export function uvWord(index: number, { m }: Teller): string {
  const whole = Math.round(index)
  if (whole < 3) return m.uvLow
  if (whole < 6) return m.uvModerate
  if (whole < 8) return m.uvHigh
  return whole < 11 ? m.uvVeryHigh : m.uvExtreme
}

/** `6, high`. */
export function uvText(index: number | null, teller: Teller): string {
  return index === null ? UNKNOWN : `${number(index, 0, teller.locale)}, ${uvWord(index, teller)}`
}
