import type { ExtraLimits, UnitSystem } from '@isobar/weather'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'
import { DIGEST_FREQUENCIES } from './period.ts'

/** A place or the newsletter, subscribed to by an address at one frequency; of several clients' rows, the one changed last. */
export interface DigestEntry {
  readonly frequency: DigestFrequency
  /** Null for the newsletter. */
  readonly city: {
    readonly cell: number
    readonly name: string | null
    readonly lat: number
    readonly lon: number
    readonly limits?: ExtraLimits
  } | null
  readonly email: string
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribeToken: string
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

/** An address with all its digest entries, due or not. */
export interface Recipient {
  readonly emailKey: string
  /** Number of its rows; a place counts once per client. */
  readonly subscriptions: number
  readonly entries: readonly DigestEntry[]
}

/** The content of one mail to one address. */
export interface DuePart {
  /** Longest first; never empty. */
  readonly frequencies: readonly DigestFrequency[]
  /** By name; each place once. */
  readonly cities: readonly NonNullable<DigestEntry['city']>[]
  readonly newsletter: boolean
  /** The row changed last, whose spelling of the address is used. Language, units and zone are the same in all. */
  readonly newest: DigestEntry
}

/**
 * What is due for an address: its entries at frequencies whose current period has no delivery. Undefined when there are none. If several
 * rows name a place, the name in the row changed last is shown.
 */
export function findDuePart({ entries }: Recipient, delivered: ReadonlySet<DigestFrequency>): DuePart | undefined {
  const byChange = entries.toSorted((a, b) => b.updatedAt - a.updatedAt)
  const due = byChange.filter(({ frequency }) => !delivered.has(frequency))
  const [newest] = byChange
  if (newest === undefined || due.length === 0) return undefined
  const cities = new Map<number, NonNullable<DigestEntry['city']>>()
  for (const { city } of due) if (city !== null && !cities.has(city.cell)) cities.set(city.cell, city)
  return {
    frequencies: DIGEST_FREQUENCIES.filter((frequency) => due.some((entry) => entry.frequency === frequency)),
    cities: [...cities.values()].toSorted(byName),
    newsletter: due.some(({ city }) => city === null),
    newest,
  }
}

/** Sorts by name; places without a name come last, by cell. */
function byName(a: NonNullable<DigestEntry['city']>, b: NonNullable<DigestEntry['city']>): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null) || a.cell - b.cell
  return a.name.localeCompare(b.name, 'en') || a.cell - b.cell
}
