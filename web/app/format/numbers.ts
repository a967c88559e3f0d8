import { createKeyedCache } from './cached.ts'

/** Shown for an unknown value; screen readers get words. */
export const UNKNOWN = '–'

const MINUS = '\u2212'

const formatOf = createKeyedCache((key) => {
  const [locale, decimals, style] = key.split('|')
  const digits = Number(decimals)
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: style === 'percent' ? 0 : digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
    ...(style === 'percent' ? { style } : {}),
  })
})

/**
 * With exactly that many decimals. A value that rounds to zero has no sign; a negative value has a minus sign, where most locales use a
 * hyphen.
 */
export function formatNumber(value: number, decimals: number, locale: string): string {
  return formatOf(`${locale}|${decimals}|decimal`).format(value).replace('-', MINUS)
}

/** A share of 1 as a percentage: `80 %` in the language's format. */
export function formatShare(value: number | null, locale: string): string {
  return value === null ? UNKNOWN : formatOf(`${locale}|0|percent`).format(value)
}

/** A percentage given as 0–100: humidity and cloud cover. */
export function formatPercent(value: number | null, locale: string): string {
  return formatShare(value === null ? null : value / 100, locale)
}

type Value = number | null | undefined

/** Between number and unit: no line break. */
const GAP = '\u00a0'

/** `12°`: the page states the unit once. */
export function formatDegrees(value: Value, locale: string): string {
  return isKnown(value) ? isolated(`${formatNumber(value, 0, locale)}°`, locale) : UNKNOWN
}

/** `1.4 °C`, for differences, where tenths matter. */
export function formatExactDegrees(value: Value, unit: string, locale: string): string {
  return isKnown(value) ? withUnit(formatNumber(value, 1, locale), unit, locale) : UNKNOWN
}

/** `3.2 µg/m³`, in every unit system. */
export function formatConcentration(value: Value, locale: string): string {
  return isKnown(value) ? withUnit(formatNumber(value, 1, locale), 'µg/m³', locale) : UNKNOWN
}

/** Whole numbers; metres per second below ten with one decimal. */
export function formatSpeed(value: Value, unit: string, locale: string): string {
  return isKnown(value) ? withUnit(formatNumber(value, unit === 'm/s' && value < 9.95 ? 1 : 0, locale), unit, locale) : UNKNOWN
}

/** The smallest amount that the decimals can show. */
const MIN_AMOUNT: Readonly<Record<string, number>> = { mm: 0.1, in: 0.01 }

/** `0.4 mm`, `0.02 in`. More than nothing is never shown as zero: `< 0.1 mm`. */
export function formatAmount(value: Value, unit: string, locale: string): string {
  if (!isKnown(value)) return UNKNOWN
  const decimals = unit === 'in' ? 2 : 1
  const least = MIN_AMOUNT[unit] ?? 0.1
  if (value === 0) return withUnit('0', unit, locale)
  if (value < least / 2) return withUnit(`<${GAP}${formatNumber(least, decimals, locale)}`, unit, locale)
  return withUnit(formatNumber(value, unit === 'mm' && value >= 9.95 ? 0 : decimals, locale), unit, locale)
}

const MM_PER_CM = 10
const MM_PER_INCH = 25.4

/** A depth of snow in millimetres, for readers of inches or of centimetres: `12 cm`, `5 in`, `0.4 in`. Null: less than the decimals can show. */
export function formatSnowDepth(mm: number, unit: string, locale: string): string | null {
  const [depth, name] = unit === 'in' ? [mm / MM_PER_INCH, 'in'] : [mm / MM_PER_CM, 'cm']
  const decimals = depth < (unit === 'in' ? 2 : 1) ? 1 : 0
  return depth < 0.1 ? null : withUnit(formatNumber(depth, decimals, locale), name, locale)
}

/** Whole hPa; inHg with two decimals. */
export function formatPressure(value: Value, unit: string, locale: string): string {
  return isKnown(value) ? withUnit(formatNumber(value, unit === 'inHg' ? 2 : 0, locale), unit, locale) : UNKNOWN
}

/** Kilometres and miles below ten with one decimal; metres rounded to hundreds. */
export function formatDistance(value: Value, unit: string, locale: string): string {
  if (!isKnown(value)) return UNKNOWN
  if (unit === 'm') return withUnit(formatNumber(value >= 1_000 ? Math.round(value / 100) * 100 : value, 0, locale), unit, locale)
  return withUnit(formatNumber(value, value < 9.95 ? 1 : 0, locale), unit, locale)
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

/** The sixteen points of the compass from north, clockwise: 0…15. Null for an unknown direction. */
export function computeCompassPoint(degrees: number | null): number | null {
  return degrees === null ? null : Math.round((((degrees % 360) + 360) % 360) / 22.5) % 16
}
