const RAD = Math.PI / 180

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const half =
    Math.sin(((latB - latA) * RAD) / 2) ** 2 + Math.cos(latA * RAD) * Math.cos(latB * RAD) * Math.sin(((lonB - lonA) * RAD) / 2) ** 2
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The nearest of some places, and its distance; null if there are none. */
export function nearest<P extends { readonly lat: number; readonly lon: number }>(
  places: readonly P[],
  lat: number,
  lon: number,
): { place: P; km: number } | null {
  let best: { place: P; km: number } | null = null
  for (const place of places) {
    const km = distanceKm(lat, lon, place.lat, place.lon)
    if (best === null || km < best.km) best = { place, km }
  }
  return best
}
