import { type Interval } from '@isobar/weather'
import { type BlendedChance } from '@isobar/weather/blend'
import type { ChanceOccasion, ChanceSet, QuantitySet, Replayed } from './replay.ts'
import { compareLosses, type Made, meanOf, scoreBand, scoreQuantity } from './scores.ts'

export const digits = (value: number, count = 2): string => (Number.isFinite(value) ? value.toFixed(count) : '–')
const range = (interval: Interval | null, count = 2): string =>
  interval === null ? '–' : `${digits(interval.low, count)} to ${digits(interval.high, count)}`
const row = (...cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)
function head(...cells: readonly string[]): void {
  console.log('')
  row(...cells)
  row(...cells.map(() => '---'))
}

/** Errors of sources, their means and the blend; in the unit of the set. */
export function printQuantities(sets: readonly (readonly [name: string, made: readonly Made[], sources: QuantitySet['sources']])[]): void {
  head(
    'set',
    'n',
    'best source',
    'mean',
    'best, bias removed',
    'mean, bias removed',
    'blend',
    'blend RMSE',
    'less than best (95 %)',
    'CRPS',
    'in band',
    'width',
  )
  for (const [name, made, sources] of sets) {
    const { n, raw, corrected, mean, correctedMean, blend, crps } = scoreQuantity(made, sources)
    const best = raw.toSorted((a, b) => a.mae - b.mae)[0]
    const index = raw.findIndex((each) => each.name === best?.name)
    const both = made.filter(({ occasion }) => (occasion.forecasts[index] ?? null) !== null)
    const { interval } = compareLosses(
      both,
      ({ blended, occasion }) => Math.abs(blended.value - occasion.truth),
      ({ occasion }) => Math.abs((occasion.forecasts[index] as number) - occasion.truth),
    )
    const band = scoreBand(made)
    const least = Math.min(...corrected.map(({ mae }) => mae))
    row(
      name,
      n,
      digits(best?.mae ?? NaN),
      digits(mean.mae),
      digits(least),
      digits(correctedMean.mae),
      digits(blend.mae),
      digits(blend.rmse, 3),
      range(interval),
      digits(crps),
      digits(band.share, 3),
      digits(band.width),
    )
  }
}

/** The coverage that was asked for. */
const COVERAGE = { low: 0.78, high: 0.82 } as const

/** Whether the band is right wherever one looks: by its width, by how much sources differ, by how warm it is forecast. */
export function printStrata(sets: readonly (readonly [name: string, made: readonly Made[]])[]): void {
  head('set', 'stratum', 'n', 'in band', '95 % by whole days')
  const wrong: string[] = []
  let count = 0
  for (const [name, made] of sets) {
    const known = made.filter(({ blended }) => blended.low !== null)
    const strata: [string, Made[]][] = [['all', known]]
    const cut = (what: string, pick: (each: Made) => number) => {
      const sorted = known.toSorted((a, b) => pick(a) - pick(b))
      const third = Math.ceil(sorted.length / 3)
      for (const [i, label] of ['low', 'middle', 'high'].entries())
        strata.push([`${what}: ${label}`, sorted.slice(i * third, (i + 1) * third)])
    }
    cut('value', ({ blended }) => blended.value)
    if (known.some(({ blended }) => blended.disagreement > 0)) cut('disagreement', ({ blended }) => blended.disagreement)
    cut('width', ({ blended }) => (blended.high as number) - (blended.low as number))
    for (const [stratum, own] of strata) {
      const band = scoreBand(own)
      row(name, stratum, band.n, digits(band.share, 3), range(band.interval, 3))
      count += 1
      if (band.interval !== null && (band.interval.low > COVERAGE.high || band.interval.high < COVERAGE.low))
        wrong.push(`${name}, ${stratum}`)
    }
  }
  console.log(`\n${wrong.length} of ${count} are proved to be outside ${COVERAGE.low} to ${COVERAGE.high}: ${wrong.join('; ') || 'none'}`)
}

/** A chance as it was issued, with what came. */
export type MadeChance = Replayed<ChanceOccasion, BlendedChance>

/** Brier scores, less being better. */
export function printChances(
  sets: readonly (readonly [name: string, made: readonly MadeChance[], set: ChanceSet, earlier: readonly ChanceOccasion[]])[],
): void {
  head(
    'set',
    'n',
    'base rate',
    'climatology before',
    'best source as stated',
    'best, calibrated',
    'blend',
    'less than best stated, or climatology (95 %)',
  )
  for (const [name, made, { sources, kinds }, earlier] of sets) {
    const brier = (chance: (each: MadeChance) => number, among = made) =>
      meanOf(among.map((each) => (chance(each) - Number(each.occasion.happened)) ** 2))
    const base = meanOf(made.map(({ occasion }) => Number(occasion.happened)))
    const climate = earlier.length === 0 ? NaN : meanOf(earlier.map(({ happened }) => Number(happened)))
    const stated = sources.flatMap((_, i) => {
      const among = made.filter(({ occasion }) => (occasion.forecasts[i] ?? null) !== null)
      return kinds[i] === 'probability' && among.length === made.length
        ? [{ i, score: brier(({ occasion }) => occasion.forecasts[i] as number) }]
        : []
    })
    const calibrated = sources.map((_, i) =>
      brier(
        ({ blended }) => blended.chances[i] as number,
        made.filter(({ blended }) => blended.chances[i] !== null),
      ),
    )
    const best = stated.toSorted((a, b) => a.score - b.score)[0]
    const reference = (each: MadeChance) => (best === undefined ? climate : (each.occasion.forecasts[best.i] as number))
    const { interval } = compareLosses(
      made,
      ({ blended, occasion }) => (blended.chance - Number(occasion.happened)) ** 2,
      (each) => (reference(each) - Number(each.occasion.happened)) ** 2,
    )
    row(
      name,
      made.length,
      digits(base, 3),
      digits(
        brier(() => climate),
        3,
      ),
      digits(best?.score ?? NaN, 3),
      digits(Math.min(...calibrated), 3),
      digits(
        brier(({ blended }) => blended.chance),
        3,
      ),
      range(interval, 3),
    )
  }
}
