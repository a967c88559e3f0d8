/** Sums over pairs of sources, first in a row of numbers: for each i ≤ j n and Σ r_i r_j, r being what is left of an error. */

/** How many numbers the pairs of so many sources take. */
export function countPairNumbers(sources: number): number {
  return sources * (sources + 1)
}

/** Adds what is left of the sources' errors; null: missing. */
export function addPairs(sums: Float64Array, left: readonly (number | null)[], weight: number): void {
  for (const [i, a] of left.entries()) {
    for (let j = 0; j <= i; j += 1) {
      const b = left[j] ?? null
      if (a === null || b === null) continue
      const at = indexOf(i, j)
      sums[at] = (sums[at] as number) + weight
      sums[at + 1] = (sums[at + 1] as number) + weight * a * b
    }
  }
}

/** n and Σ r_i r_j of a pair. */
export function getPair(sums: Float64Array, i: number, j: number): { readonly n: number; readonly product: number } {
  const at = indexOf(i, j)
  return { n: sums[at] ?? 0, product: sums[at + 1] ?? 0 }
}

/** Copies the pairs of sources into those of others: `from[i]` is the former index of source i; -1: it is new. */
export function copyPairs(to: Float64Array, sums: Float64Array, from: readonly number[]): void {
  for (const [i, a] of from.entries()) {
    for (const [j, b] of from.slice(0, i + 1).entries()) {
      if (a === -1 || b === -1) continue
      const { n, product } = getPair(sums, a, b)
      to.set([n, product], indexOf(i, j))
    }
  }
}

function indexOf(i: number, j: number): number {
  const [more, less] = i < j ? [j, i] : [i, j]
  return more * (more + 1) + 2 * less
}
