import { kept } from './kept.ts'

/** Shown for an unknown value; screen readers get words. */
export const UNKNOWN = '–'

const MINUS = '\u2212'

const formatOf = kept((key) => {
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
export function number(value: number, decimals: number, locale: string): string {
  return formatOf(`${locale}|${decimals}|decimal`).format(value).replace('-', MINUS)
}

/** A share of 1 as a percentage: `80 %` in the language's format. */
export function share(value: number | null, locale: string): string {
  return value === null ? UNKNOWN : formatOf(`${locale}|0|percent`).format(value)
}

/** A percentage given as 0–100: humidity and cloud cover. */
export function percent(value: number | null, locale: string): string {
  return share(value === null ? null : value / 100, locale)
}
