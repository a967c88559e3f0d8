import { kept } from './kept.ts'

const formatOf = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const nowIn = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'))

/** `4 minutes ago`, as the language says it; below a minute: `now`. Used by the browser too, so that what a page says stays true. */
export function ago(ageSeconds: number, locale: string): string {
  const seconds = Math.max(0, ageSeconds)
  if (seconds < 60) return nowIn(locale)
  if (seconds < 3_600) return formatOf(locale).format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return formatOf(locale).format(-Math.floor(seconds / 3_600), 'hour')
  return formatOf(locale).format(-Math.floor(seconds / 86_400), 'day')
}
