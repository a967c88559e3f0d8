import type { Instant } from '../../../domain/instant.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { MailWords } from '../catalogue/index.ts'

/** From when to when, in that zone; where no end is stated it says so. */
export function tellSpan(start: Instant, end: Instant | null, timezone: string, words: MailWords): string {
  return end === null ? words.t('time.from', { start: words.moment(start, timezone) }) : words.moments(start, end, timezone)
}

/** In which zone the mail tells its times. */
export function tellZone(at: Instant, timezone: string, words: MailWords): string {
  return words.t('mail.zone', { zone: words.zone(at, timezone) })
}

/** What a mail calls a place: its name, or its coordinates where it has none. */
export function tellPlace({ name, lat, lon }: { readonly name: string | null; readonly lat: number; readonly lon: number }): string {
  return name?.trim() || `${lat.toFixed(2)}, ${lon.toFixed(2)}`
}

/** Each credit once, in order of appearance. */
export function distinctCredits(credits: readonly Attribution[]): readonly Attribution[] {
  return [...new Map(credits.map((credit) => [`${credit.text}|${credit.url}`, credit])).values()]
}
