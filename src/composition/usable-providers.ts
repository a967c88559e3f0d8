import { type ListEntry, type Provider, parseRegionCountries } from '@isobar/providers/port'
import type { Listed } from '../gateway/index.ts'
import { createRegion } from './regions.ts'

/** A provider that can be used at present, and where. */
export interface Usable extends Listed {
  /** Whether it is asked everywhere. */
  readonly isWorldwide: boolean
}

/** What decides whether a provider of weather can be used. */
export interface Candidate {
  readonly provider: Pick<Provider, 'id' | 'coverage'>
  /** Why its terms forbid its use; null: they allow it. */
  refusal(): string | null
  /** What it lacks; null: nothing. */
  missing(): string | null
}

/** The providers of the list that have what they need and whose terms allow their use. */
export function selectUsableProviders(entries: readonly ListEntry[], able: readonly Candidate[]): readonly Usable[] {
  return entries.flatMap(({ id, region }) => {
    const found = able.find((each) => each.provider.id === id)
    return found !== undefined && found.refusal() === null && found.missing() === null ? [listed(found, region)] : []
  })
}

/** A provider is asked in its region only, and never outside its coverage. */
function listed({ provider: { id, coverage } }: Candidate, region: string | null): Usable {
  const areas = [region, coverage === 'global' ? null : coverage].filter((each) => each !== null)
  const checks = areas.map((area) => createRegion(parseRegionCountries(area) ?? []))
  return { id, isWorldwide: checks.length === 0, covers: (cell) => checks.every((isIn) => isIn(cell)) }
}
