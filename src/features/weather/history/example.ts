import { NOTHING_MEASURED } from '../../../domain/measurements.ts'
import example from './example.json' with { type: 'json' }
import verification from './verification/example.json' with { type: 'json' }

/** Measurements that the example does not have are null. */
const complete = (entry: object) => ({ ...entry, ...NOTHING_MEASURED, ...entry })

/** A real answer for the documentation, with lists cut to one entry. */
export const HISTORY_EXAMPLE = {
  ...example,
  summary: { ...example.summary, verification },
  observations: example.observations.map(complete),
  forecasts: { hourly: example.forecasts.hourly.map(complete), daily: example.forecasts.daily.map(complete) },
}
