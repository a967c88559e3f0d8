/**
 * What kind of number a source delivers: an observation was measured at a station, an analysis is a modelled or blended value for now, a
 * forecast is for later. Only an observation may be called measured. Ordered by how much they prove, most first.
 */
export const WEATHER_KINDS = ['observation', 'analysis', 'forecast'] as const
export type WeatherKind = (typeof WEATHER_KINDS)[number]

/** What may be claimed of values of several kinds together: the kind that proves least. Null without values. */
export function findCommonKind(kinds: readonly WeatherKind[]): WeatherKind | null {
  return WEATHER_KINDS.findLast((kind) => kinds.includes(kind)) ?? null
}
