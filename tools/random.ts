/** Numbers drawn from a seed: the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 ≤ n < 1 */
  next(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of the keys, as likely as its weight says. */
  weighted<T extends string>(from: Readonly<Record<T, { readonly weight: number }>>): T
}

/** Mulberry32: small, quick, and good enough to choose what happens next. `seed`: 32 bits. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    weighted<T extends string>(from: Readonly<Record<T, { readonly weight: number }>>) {
      const entries = Object.entries(from) as [T, { readonly weight: number }][]
      let left = next() * entries.reduce((sum, [, { weight }]) => sum + weight, 0)
      return (entries.find(([, { weight }]) => (left -= weight) < 0) ?? (entries.at(-1) as (typeof entries)[number]))[0]
    },
  }
}

/** The `n`th stream of a seed: what it draws does not depend on the streams before it. */
export function createStream(seed: number, n: number): Random {
  return createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 1, 0xc2b2ae35))
}
