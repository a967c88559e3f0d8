import type { Listed } from '../gateway/index.ts'
import { countriesOf, type ListEntry } from '../providers/list.ts'
import type { Provider, ProviderDefinition } from '../providers/provider.ts'
import { createRegion } from './regions.ts'

/** A provider that can be used at present, and where. */
export interface Usable extends Listed {
  /** Whether it is asked everywhere. */
  readonly isWorldwide: boolean
}

/** What decides whether a provider of weather can be used. */
export interface Candidate {
  readonly provider: Pick<Provider, 'id' | 'coverage'>
  readonly definition: Pick<ProviderDefinition, 'needs'>
  /** Why its terms forbid its use; null: they allow it. */
  refusal(): string | null
  /** What it lacks; null: nothing. */
  missing(): string | null
}

/**
 * The providers of the list that have what they need and whose terms allow their use. Unless the operator has chosen the list, and if none of it can
 * be used, those that need no key: of a part of the world first, since they know it best.
 */
export function usableOf(entries: readonly ListEntry[], able: readonly Candidate[], isChosen: boolean): readonly Usable[] {
  const isUsable = ({ refusal, missing }: Candidate): boolean => refusal() === null && missing() === null
  const usable = entries.flatMap(({ id, region }) => {
    const found = able.find((each) => each.provider.id === id)
    return found !== undefined && isUsable(found) ? [listed(found, region)] : []
  })
  if (usable.length > 0 || isChosen) return usable
  const keyless = able.filter((each) => isUsable(each) && !each.definition.needs?.includes('apiKey')).map((each) => listed(each, null))
  return keyless.toSorted((a, b) => Number(a.isWorldwide) - Number(b.isWorldwide))
}

/** A provider is asked in its region only, and never outside its coverage. */
function listed({ provider: { id, coverage } }: Candidate, region: string | null): Usable {
  const areas = [region, coverage === 'global' ? null : coverage].filter((each) => each !== null)
  const checks = areas.map((area) => createRegion(countriesOf(area) ?? []))
  return { id, isWorldwide: checks.length === 0, covers: (cell) => checks.every((isIn) => isIn(cell)) }
}
