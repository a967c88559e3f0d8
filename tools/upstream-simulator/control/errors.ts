import type { ErrorModel } from '../climate/weather.ts'
import { array, BadControl, number, object, text } from '../input.ts'
import { type Forecaster, FORECASTERS } from '../world.ts'

/** Reads error models by provider from a control request; a parameter left out is 0. @throws BadControl */
export function readErrors(value: unknown): ReadonlyMap<Forecaster, ErrorModel> {
  return new Map(
    array(value, 'errors', FORECASTERS.length).map((element, index) => {
      const bag = object(element, `errors[${index}]`)
      const provider = FORECASTERS.find((each) => each === text(bag['provider'], 'provider'))
      if (provider === undefined) throw new BadControl(`provider must be one of ${FORECASTERS.join(', ')}`)
      return [
        provider,
        {
          bias: number(bag['bias'], 'bias', -30, 30) ?? 0,
          spread: number(bag['spread'], 'spread', 0, 30) ?? 0,
          airBias: number(bag['airBias'], 'airBias', -500, 500) ?? 0,
          airSpread: number(bag['airSpread'], 'airSpread', 0, 500) ?? 0,
          correlation: number(bag['correlation'], 'correlation', 0, 0.95) ?? 0,
          displacedDeg: number(bag['displacedDeg'], 'displacedDeg', -180, 180) ?? 0,
          seed: number(bag['seed'], 'seed', 0, 2 ** 32 - 1) ?? 0,
        },
      ]
    }),
  )
}
