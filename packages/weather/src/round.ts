/**
 * Half a unit in the last place, plus a tolerance for binary products that land just below it: a written decimal half (2.675) times a
 * conversion factor misses its half by about 1e-12, while no upstream number lies within 1e-9 of a half without being one.
 */
const HALF_AND_FLOAT_ERROR = 0.5 + 1e-9

const SCALES = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/** Rounds half away from zero to 0–6 decimals, judged on the decimal value as written; never yields −0. */
export function roundHalfAway(value: number, decimals: number): number {
  const scale = SCALES[decimals] ?? 10 ** decimals
  const magnitude = Math.floor(Math.abs(value) * scale + HALF_AND_FLOAT_ERROR) / scale
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}
