import { parseInstant } from '../instant.ts'
import type { HourlyPoint } from '../model.ts'
import { findEndOfStep } from '../series.ts'

/** What a forecast says of a period, as far as sentences need it. Canonical units; null: unknown. */
export interface ForecastStep extends Pick<
  HourlyPoint,
  'condition' | 'precipitation' | 'rain' | 'snow' | 'precipitationProbability' | 'windSpeed' | 'windGust' | 'temperature'
> {
  /** Epoch milliseconds, the end excluded. */
  readonly startMs: number
  readonly endMs: number
}

type Values = Omit<ForecastStep, 'startMs' | 'endMs'>

/** The step of a point of an hourly series in canonical units. */
export function toForecastStep(point: Values & { readonly time: string; readonly stepHours?: number }): ForecastStep {
  return { ...point, startMs: parseInstant(point.time), endMs: findEndOfStep(point) }
}
