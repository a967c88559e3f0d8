import { type Provider, parseRegionCountries } from '@isobar/providers/port'
import type { Cell } from '@isobar/weather'
import { createRegion } from './regions.ts'

/** The agencies whose forecasts a provider passes on, by cell; its own id if it makes its own. */
export function createAgencyLookup({ id, agencies = [id] }: Pick<Provider, 'id' | 'agencies'>): (cell: Cell) => readonly string[] {
  const parts = agencies.map((text) => {
    const [agency = '', region] = text.split('@')
    return { agency, covers: region === undefined ? () => true : createRegion(parseRegionCountries(region) ?? []) }
  })
  return (cell) => parts.filter(({ covers }) => covers(cell)).map(({ agency }) => agency)
}
