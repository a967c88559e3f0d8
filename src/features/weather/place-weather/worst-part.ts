import type { Freshness } from '@isobar/weather'
import type { CacheLayer } from '../../../gateway/index.ts'

const LAYERS: readonly CacheLayer[] = ['memory', 'database', 'upstream']
const FRESHNESS: readonly Freshness[] = ['fresh', 'acceptable', 'emergency', 'expired']

/** The layer of the part that was farthest away. */
export function getWorstLayer(parts: readonly { readonly layer: CacheLayer }[]): CacheLayer {
  return worst(
    LAYERS,
    parts.map(({ layer }) => layer),
  )
}

/** The freshness of the oldest part. */
export function getWorstFreshness(parts: readonly { readonly freshness: Freshness }[]): Freshness {
  return worst(
    FRESHNESS,
    parts.map(({ freshness }) => freshness),
  )
}

function worst<T>(order: readonly T[], found: readonly T[]): T {
  return order[Math.max(0, ...found.map((each) => order.indexOf(each)))] as T
}
