import { Type } from 'typebox'
import type { ErrorModel } from '../climate/weather.ts'
import { read } from '../input.ts'
import { type Forecaster, FORECASTERS } from '../world.ts'

const between = (minimum: number, maximum: number) => Type.Optional(Type.Number({ minimum, maximum }))
const ERRORS = Type.Array(
  Type.Object({
    provider: Type.Enum(FORECASTERS),
    bias: between(-30, 30),
    spread: between(0, 30),
    airBias: between(-500, 500),
    airSpread: between(0, 500),
    correlation: between(0, 0.95),
    displacedDeg: between(-180, 180),
    seed: between(0, 2 ** 32 - 1),
  }),
)
const NONE: ErrorModel = { bias: 0, spread: 0, airBias: 0, airSpread: 0, correlation: 0, displacedDeg: 0, seed: 0 }

/** Reads error models by provider from a control request; a parameter left out is 0. @throws BadControl */
export function readErrors(value: unknown): ReadonlyMap<Forecaster, ErrorModel> {
  return new Map(read(ERRORS, value, 'errors').map(({ provider, ...model }) => [provider, { ...NONE, ...model }]))
}
