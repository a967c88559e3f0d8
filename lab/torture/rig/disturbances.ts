/** Spans of time, by `performance.now`, in which something was broken on purpose: what is expected then is no finding. */
export interface Disturbances {
  /** Returns a function that ends it. `node`: undefined for all. */
  begin(kind: string, node?: number): () => void
  /** Whether any of these kinds overlaps the span. Those of other nodes do not count. */
  overlap(kinds: RegExp, from: number, to: number, node?: number): boolean
  /** The longest time that they overlap the span. */
  overlapMs(kinds: RegExp, from: number, to: number, node?: number): number
  count(kinds: RegExp): number
}

interface Disturbance {
  readonly kind: string
  readonly node: number | undefined
  readonly from: number
  to: number
}

export function createDisturbances(): Disturbances {
  const all: Disturbance[] = []
  const matching = (kinds: RegExp, from: number, to: number, node: number | undefined): Disturbance[] =>
    all.filter(
      (one) =>
        kinds.test(one.kind) && one.from <= to && one.to >= from && (node === undefined || one.node === undefined || one.node === node),
    )
  return {
    begin(kind, node) {
      const one: Disturbance = { kind, node, from: performance.now(), to: Infinity }
      all.push(one)
      return () => {
        if (one.to === Infinity) one.to = performance.now()
      }
    },
    overlap: (kinds, from, to, node) => matching(kinds, from, to, node).length > 0,
    overlapMs: (kinds, from, to, node) =>
      matching(kinds, from, to, node).reduce((sum, one) => sum + Math.min(to, one.to) - Math.max(from, one.from), 0),
    count: (kinds) => all.filter(({ kind }) => kinds.test(kind)).length,
  }
}
