import { kept } from './kept.ts'
import { DAY_SECONDS } from '../../../src/time.ts'

const formatOf = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
const nowIn = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'))

/** `4 minutes ago` in the given locale, `now` below a minute. Also used in the browser, to keep ages current. */
export function ago(ageSeconds: number, locale: string): string {
  const seconds = Math.max(0, ageSeconds)
  if (seconds < 60) return nowIn(locale)
  if (seconds < 3_600) return formatOf(locale).format(-Math.floor(seconds / 60), 'minute')
  if (seconds < DAY_SECONDS) return formatOf(locale).format(-Math.floor(seconds / 3_600), 'hour')
  return formatOf(locale).format(-Math.floor(seconds / DAY_SECONDS), 'day')
}
