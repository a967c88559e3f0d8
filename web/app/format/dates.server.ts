import { createKeyedCache } from './cached.ts'

const formatOf = createKeyedCache((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

/** A calendar day that may be of another year, `2026-11-21`, as `21 November 2026`. */
export function formatLongDate(day: string, locale: string): string {
  return formatOf(locale).format(Date.parse(day))
}
