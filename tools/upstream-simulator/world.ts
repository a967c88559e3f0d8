import type { ForcedCondition } from './climate/forced.ts'
import { createSeries, type Series } from './climate/series.ts'

const HOUR = 3_600_000
/** Model runs and measurements are renewed this often, as OpenWeather says of its data. */
const RUN_MS = 600_000

/** What is common to all stand-ins: the climate, with the conditions forced on it. */
export interface World {
  forced: readonly ForcedCondition[]
  /** True while no warning is told, whatever is out. */
  readonly isQuiet?: boolean
}

/** The place's weather as a provider's model knows it at an instant: up to then as it was, from then on as forecast. */
export function seriesFor(world: World, lat: number, lon: number, nowMs: number, model: number): Series {
  const issuedAt = (Math.floor(nowMs / RUN_MS) * RUN_MS) / HOUR
  return createSeries(lat, lon, { issuedAt, model }, world.forced)
}
