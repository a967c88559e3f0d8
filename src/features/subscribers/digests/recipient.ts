import type { UnitSystem } from '../../../domain/units.ts'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'
import { DIGEST_FREQUENCIES } from './period.ts'

/** A place or the newsletter, as an address subscribed to it at one frequency: the row that was changed last where clients asked twice. */
export interface DigestEntry {
  readonly frequency: DigestFrequency
  /** Null for the newsletter. */
  readonly city: { readonly cell: number; readonly name: string | null; readonly lat: number; readonly lon: number } | null
  readonly email: string
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribeToken: string
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

/** An address with everything that it gets, due or not. */
export interface Recipient {
  readonly emailKey: string
  /** Its rows, the same place asked for by several clients counted each time. */
  readonly subscriptions: number
  readonly entries: readonly DigestEntry[]
}

/** What one address gets in one mail. */
export interface DuePart {
  /** The longest first; never empty. */
  readonly frequencies: readonly DigestFrequency[]
  /** By name; each place once. */
  readonly cities: readonly NonNullable<DigestEntry['city']>[]
  readonly newsletter: boolean
  /** The row that was changed last: its spelling of the address goes for the mail. Language, units and zone are the same in all. */
  readonly newest: DigestEntry
}

/**
 * What is due for an address: all that it gets at a frequency whose period it has had no digest for. Undefined when that is nothing.
 * Of a place that several rows name, the name in the row changed last is shown.
 */
export function duePartOf({ entries }: Recipient, delivered: ReadonlySet<DigestFrequency>): DuePart | undefined {
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

/** Places without a name come last, in the order of their cells. */
function byName(a: NonNullable<DigestEntry['city']>, b: NonNullable<DigestEntry['city']>): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null) || a.cell - b.cell
  return a.name.localeCompare(b.name, 'en') || a.cell - b.cell
}
