import { NOTHING_MEASURED, VERIFIED_AIR } from '@isobar/weather'
import airExample from './air-example.json' with { type: 'json' }
import example from './example.json' with { type: 'json' }
import verification from './verification/example.json' with { type: 'json' }

/** Measurements that the example does not have are null. */
const complete = (entry: object) => ({ ...entry, ...NOTHING_MEASURED, ...entry })

const isOfAir = ({ variable }: { readonly variable: string }): boolean => VERIFIED_AIR.some((each) => each === variable)

/** A real answer for the documentation, with lists cut to one entry. */
export const HISTORY_EXAMPLE = {
  scope: 'weather',
  ...example,
  summary: { ...example.summary, verification: { ...verification, quantities: verification.quantities.filter((each) => !isOfAir(each)) } },
  observations: example.observations.map(complete),
  forecasts: { hourly: example.forecasts.hourly.map(complete), daily: example.forecasts.daily.map(complete) },
}

/** The same for the air. */
export const AIR_HISTORY_EXAMPLE = {
  scope: 'air',
  ...airExample,
  summary: {
    ...airExample.summary,
    verification: { ...verification, quantities: verification.quantities.filter(isOfAir), amounts: [], probabilities: [] },
  },
}
