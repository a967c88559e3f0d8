import { decodeCoefficients } from '@isobar/weather/blend'
import type { CellBlend } from '../cell-blend.ts'

/** What a blend knows: each source is wrong by so much, always, and all count alike. Proved, and valid for ever. */
export function buildCellBlend(wrong: Readonly<Record<string, number>>, changes: Partial<CellBlend> = {}): CellBlend {
  const sources = Object.keys(wrong)
  const band = {
    biases: Object.values(wrong).map((each) => [...Array.from({ length: 8 }, () => each), 0, 100]),
    weights: sources.map(() => 1 / sources.length),
    spread: [1, 0, 0.1, -1.3, 1.3],
  }
  const coefficients = decodeCoefficients({ sources, bands: Array.from({ length: 6 }, () => band) })
  if (coefficients === null) throw new Error('no coefficients')
  return {
    at: 1,
    until: 8e15,
    simulated: false,
    isProved: true,
    first: sources[0] ?? '',
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
