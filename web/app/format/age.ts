import { DAY_SECONDS } from '../../../src/time.ts'
import { createKeyedCache } from './cached.ts'

const formatOf = createKeyedCache((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const nowIn = createKeyedCache((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'))

/** `4 minutes ago` in the given locale, `now` below a minute. Also used in the browser, to keep ages current. */
export function formatAge(ageSeconds: number, locale: string): string {
  const seconds = Math.max(0, ageSeconds)
  if (seconds < 60) return nowIn(locale)
  if (seconds < 3_600) return formatOf(locale).format(-Math.floor(seconds / 60), 'minute')
  if (seconds < DAY_SECONDS) return formatOf(locale).format(-Math.floor(seconds / 3_600), 'hour')
  return formatOf(locale).format(-Math.floor(seconds / DAY_SECONDS), 'day')
}

const namesIn = {
  long: createKeyedCache((locale) => new Intl.DisplayNames(locale, { type: 'region' })),
  short: createKeyedCache((locale) => new Intl.DisplayNames(locale, { type: 'region', style: 'short' })),
}

/** The name of a country (ISO 3166 alpha-2) in a language; its code where it has none; empty for null and `ZZ`, which are none. */
export function formatCountryName(code: string | null, locale: string, style: 'long' | 'short' = 'long'): string {
  if (code === null || code === 'ZZ') return ''
  try {
    return namesIn[style](locale).of(code) ?? code
  } catch {
    return code
  }
}
