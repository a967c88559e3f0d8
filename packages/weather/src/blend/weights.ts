import { fcnnlsVector } from 'ml-fcnnls'
import { CholeskyDecomposition, Matrix, solve } from 'ml-matrix'
import { COVARIANCE_CASES, FAMILY_CORRELATION, OTHER_CORRELATION } from './constants.ts'
import { getPair } from './pairs.ts'

/**
 * The weights of the sources, none below 0, summing to 1, that make the variance of the blend's error least. `skill` has the products of
 * their errors, `families[source]` the name of its model's family. The covariance is shrunk to one of equal variances and two correlations,
 * within a family and across, so that few cases give each family the same share.
 */
export function computeWeights(skill: Float64Array, families: readonly string[]): number[] {
  if (families.length === 1) return [1]
  const cholesky = decomposeCovariance(skill, families)
  const ones = Matrix.ones(families.length, 1)
  // The optimum without bounds is most often within them; fcnnls takes most of the time of learning a place.
  const free = cholesky.solve(ones).to1DArray()
  return toShares(free.every((each) => each >= 0) ? free : solveWithinBounds(cholesky.lowerTriangularMatrix, ones))
}

/** Weights of those that are there, as far as they are available, where none has a weight of its own; null: none is there. */
export function shareEqually(forecasts: readonly (number | null)[], available?: readonly number[]): number[] | null {
  const there = forecasts.map((forecast, i) => (forecast === null ? 0 : (available?.[i] ?? 1)))
  const sum = there.reduce((all, each) => all + each, 0)
  return sum > 0 ? there.map((each) => each / sum) : null
}

/** Least squares of |Lᵀw − L⁻¹1|² is wᵀCw − 2·1ᵀw: the optimum but for the sum of the weights. */
function solveWithinBounds(lower: Matrix, ones: Matrix): number[] {
  return fcnnlsVector(lower.transpose(), solve(lower, ones).to1DArray()).K.to1DArray()
}

function toShares(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, each) => all + each, 0)
  return weights.map((each) => each / sum)
}

function decomposeCovariance(skill: Float64Array, families: readonly string[]): CholeskyDecomposition {
  const pairs = families.map((_, i) => families.map((__, j) => getPair(skill, i, j)))
  const own = pairs.map((row, i) => row[i] as { n: number; product: number })
  const known = own.filter(({ n }) => n > 0)
  const mean = known.reduce((sum, { n, product }) => sum + product / n, 0) / (known.length || 1)
  const typical = mean > 0 ? mean : 1
  const target = (i: number, j: number): number =>
    typical * (i === j ? 1 : families[i] === families[j] ? FAMILY_CORRELATION : OTHER_CORRELATION)
  const cases = COVARIANCE_CASES * families.length
  const shrunk = pairs.map((row, i) => row.map(({ n, product }, j) => (product + cases * target(i, j)) / (n + cases)))
  return decomposePositive(shrunk, typical)
}

/** Pairs with different cases need not make a covariance: the diagonal is raised until they do. */
function decomposePositive(rows: number[][], typical: number): CholeskyDecomposition {
  for (let raise = 0; ; raise = raise === 0 ? 0.01 * typical : 2 * raise) {
    const matrix = new Matrix(rows.map((row, i) => row.map((each, j) => (i === j ? each + raise : each))))
    const cholesky = new CholeskyDecomposition(matrix)
    if (cholesky.isPositiveDefinite()) return cholesky
  }
}
