import type { ForcedCondition } from './climate/forced.ts'
import { createSeries, type Series } from './climate/series.ts'
import type { ErrorModel } from './climate/weather.ts'

const HOUR = 3_600_000
/** Model runs and measurements are renewed this often, as OpenWeather states for its data. */
const RUN_MS = 600_000

/** Forecast providers; the index in the list is the number of their climate model. */
export const FORECASTERS = [
  'openweather',
  'open-meteo',
  'met-norway',
  'nws',
  'bright-sky',
  'pirate-weather',
  'visual-crossing',
  'weatherapi',
  'tomorrow-io',
  'weatherkit',
] as const
export type Forecaster = (typeof FORECASTERS)[number]

/** What all stand-ins share: the climate, with the conditions forced on it, and the forecast errors that were set. */
export interface World {
  forced: readonly ForcedCondition[]
  /** True while no warning is reported, whatever is in force. */
  readonly isQuiet?: boolean
  errors: ReadonlyMap<Forecaster, ErrorModel>
}

/** The place's weather as a provider's model knows it at an instant: actual up to then, forecast from then on. */
export function seriesFor(world: World, lat: number, lon: number, nowMs: number, provider: Forecaster): Series {
  const issuedAt = (Math.floor(nowMs / RUN_MS) * RUN_MS) / HOUR
  const errors = world.errors.get(provider) ?? null
  return createSeries(lat, lon, { issuedAt, model: FORECASTERS.indexOf(provider), errors }, world.forced)
}
