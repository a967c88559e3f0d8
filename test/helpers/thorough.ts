/**
 * Whether this run tries everything, as `npm run test:all` and CI do. `npm test` does less of what repeats itself: fewer days of a replay, fewer
 * runs of a property.
 */
export const isThorough = process.env['TEST_THOROUGH'] === '1'

/** All of the cases in a thorough run, else each that comes so many after the last, from the first on. */
export function chooseCases<Case>(cases: readonly Case[], every: number): readonly Case[] {
  return isThorough ? cases : cases.filter((_, index) => index % every === 0)
}
