import { decodeCoefficients } from '@isobar/weather/blend'
import type { BlendSkill, CellBlend } from '../cell-blend.ts'

const NOTHING: BlendSkill = { days: 0, n: 0, difference: null, low: null, high: null }

/**
 * What a blend knows: each source is wrong by so much, always, and all count alike. Proved, and valid for ever. `rain`: by source, intercept and slope of the logit that
 * its chance means; omitted: nothing is known of rain.
 */
export function buildCellBlend(
  wrong: Readonly<Record<string, number>>,
  changes: Partial<CellBlend> = {},
  rain?: Readonly<Record<string, readonly [intercept: number, slope: number]>>,
): CellBlend {
  const sources = Object.keys(wrong)
  const band = {
    biases: Object.values(wrong).map((each) => [...Array.from({ length: 8 }, () => each), 0, 100]),
    weights: sources.map(() => 1 / sources.length),
    spread: [1, 0, 0.1, -1.3, 1.3],
  }
  const ofRain = rain && {
    calibrations: [...sources.map((id) => rain[id] ?? [0, 1]), [0, 1]],
    weights: band.weights,
    n: sources.map(() => 100),
  }
  const coefficients = decodeCoefficients({
    sources,
    bands: Array.from({ length: 6 }, () => band),
    ...(ofRain && { hourOfRain: Array.from({ length: 6 }, () => ofRain) }),
  })
  if (coefficients === null) throw new Error('no coefficients')
  return {
    at: 1,
    until: 8e15,
    simulated: false,
    isProved: true,
    first: sources[0] ?? '',
    chance: {
      isProved: rain !== undefined,
      since: rain === undefined ? null : 0,
      skill: rain === undefined ? NOTHING : { days: 39, n: 900, difference: -0.02, low: -0.03, high: -0.01 },
    },
    facts: {
      days: 40,
      lastDay: '2026-06-30',
      truth: { source: 'stations', station: 'Airport' },
      skill: { days: 39, n: 900, difference: -0.5, low: -0.7, high: -0.3 },
      since: 0,
    },
    coefficients,
    ...changes,
  }
}
