import type { Instant } from '../../../domain/instant.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { MailWords } from '../catalogue/index.ts'

/** The time span in the zone; says so if no end is stated. */
export function tellSpan(start: Instant, end: Instant | null, timezone: string, words: MailWords): string {
  return end === null ? words.t('time.from', { start: words.moment(start, timezone) }) : words.moments(start, end, timezone)
}

/** The sentence that names the zone of the mail's times. */
export function tellZone(at: Instant, timezone: string, words: MailWords): string {
  return words.t('mail.zone', { zone: words.zone(at, timezone) })
}

/** The name of a place, or its coordinates if it has none. */
export function tellPlace({ name, lat, lon }: { readonly name: string | null; readonly lat: number; readonly lon: number }): string {
  return name?.trim() || `${lat.toFixed(2)}, ${lon.toFixed(2)}`
}

/** The name of a place with its coordinates, for a mail that shows two places of one name. */
export function tellPlaceApart(place: { readonly name: string | null; readonly lat: number; readonly lon: number }): string {
  const where = tellPlace({ ...place, name: null })
  const name = tellPlace(place)
  return name === where ? where : `${name} (${where})`
}

/** Each credit once, in order of appearance. */
export function distinctCredits(credits: readonly Attribution[]): readonly Attribution[] {
  return [...new Map(credits.map((credit) => [`${credit.text}|${credit.url}`, credit])).values()]
}
