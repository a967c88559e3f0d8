import { DAY_MS } from '../../../time.ts'
import type { DigestFrequency, DigestPlace, WeeklyDigestData } from './emails/weekly-digest/data.ts'
import type { DigestPeriod } from './period.ts'
import type { DuePart } from './recipient.ts'
import type { Decision } from './store.ts'

export const DIGEST_TEMPLATE = 'weekly-digest'

export interface DecisionContext {
  readonly runId: string
  /** The start of the run, epoch milliseconds. */
  readonly now: number
  readonly periods: Readonly<Record<DigestFrequency, DigestPeriod>>
  /** The part id of a cell; null when its weather is unavailable. */
  readonly partOf: (cell: number) => string | null
}

/** How the keys of an address's digests begin. */
export const buildDigestMailKeyPrefix = (addressHash: string): string => `digest:${addressHash}:`

/**
 * The mail with everything due for an address, and the deliveries to record. Undefined when none of its places has weather, or a newsletter
 * alone has nothing to show: then nothing is sent, and the next run tries again.
 */
export function decideDigest(
  due: DuePart,
  newsletterPlaces: readonly DigestPlace[],
  addressHash: string,
  context: DecisionContext,
): Decision | undefined {
  const { runId, now, periods, partOf } = context
  const cities = due.cities.map(({ cell, ...place }): DigestPlace => ({ ...place, part: partOf(cell) }))
  const places = due.newsletter ? newsletterPlaces : []
  if (cities.every(({ part }) => part === null) && (cities.length > 0 || places.length === 0)) return undefined
  const { frequencies, newest } = due
  const [longest = 'daily'] = frequencies
  const data: WeeklyDigestData = {
    period: { frequencies, ...periods[longest] },
    cities,
    newsletter: places.length > 0 ? { places } : null,
  }
  const deliveries = frequencies.map((frequency) => ({ addressHash, frequency, period: periods[frequency].from }))
  return {
    deliveries,
    mail: {
      key: buildDigestMailKeyPrefix(addressHash) + deliveries.map(({ frequency, period }) => `${frequency}/${period}`).join(','),
      template: DIGEST_TEMPLATE,
      to: newest.email,
      kind: 'digest',
      lang: newest.lang,
      units: newest.units,
      timezone: newest.timezone,
      data,
      parts: [...new Set([...cities, ...places].flatMap(({ part }) => part ?? []))],
      unsubscribe: { token: newest.unsubscribeToken, scope: 'digest' },
      // By then the next digest is more useful.
      dropAfter: now + (longest === 'daily' ? 1 : 2) * DAY_MS,
      runId,
    },
  }
}
