import { number, UNKNOWN } from './numbers.ts'

type Value = number | null | undefined

/** Between number and unit: no line break. */
const GAP = '\u00a0'

/** `12°`: the page states the unit once. */
export function degrees(value: Value, locale: string): string {
  return isKnown(value) ? isolated(`${number(value, 0, locale)}°`, locale) : UNKNOWN
}

/** `1.4 °C`, for differences, where tenths matter. */
export function exactDegrees(value: Value, unit: string, locale: string): string {
  return isKnown(value) ? withUnit(number(value, 1, locale), unit, locale) : UNKNOWN
}

/** Whole numbers; metres per second below ten with one decimal. */
export function speed(value: Value, unit: string, locale: string): string {
  return isKnown(value) ? withUnit(number(value, unit === 'm/s' && value < 9.95 ? 1 : 0, locale), unit, locale) : UNKNOWN
}

/** The smallest amount that the decimals can show. */
const LEAST: Readonly<Record<string, number>> = { mm: 0.1, in: 0.01 }

/** `0.4 mm`, `0.02 in`. More than nothing is never shown as zero: `< 0.1 mm`. */
export function amount(value: Value, unit: string, locale: string): string {
  if (!isKnown(value)) return UNKNOWN
  const decimals = unit === 'in' ? 2 : 1
  const least = LEAST[unit] ?? 0.1
  if (value === 0) return withUnit('0', unit, locale)
  if (value < least / 2) return withUnit(`<${GAP}${number(least, decimals, locale)}`, unit, locale)
  return withUnit(number(value, unit === 'mm' && value >= 9.95 ? 0 : decimals, locale), unit, locale)
}

/** Whole hPa; inHg with two decimals. */
export function pressure(value: Value, unit: string, locale: string): string {
  return isKnown(value) ? withUnit(number(value, unit === 'inHg' ? 2 : 0, locale), unit, locale) : UNKNOWN
}

/** Kilometres and miles below ten with one decimal; metres rounded to hundreds. */
export function distance(value: Value, unit: string, locale: string): string {
  if (!isKnown(value)) return UNKNOWN
  if (unit === 'm') return withUnit(number(value >= 1_000 ? Math.round(value / 100) * 100 : value, 0, locale), unit, locale)
  return withUnit(number(value, value < 9.95 ? 1 : 0, locale), unit, locale)
}

function withUnit(number: string, unit: string, locale: string): string {
  return isolated(`${number}${GAP}${unit}`, locale)
}

/** In right-to-left text, units and degree signs would come before their number (UAX #9). */
function isolated(text: string, locale: string): string {
  return locale.startsWith('ar') ? `\u2068${text}\u2069` : text
}

function isKnown(value: Value): value is number {
  return typeof value === 'number'
}
