import { setImmediate } from 'node:timers/promises'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import type { Shape } from './geometry/shape.ts'
import type { PlaceStore } from './place-store.ts'

export interface ShapeCacheOptions<Made> extends Pick<PlaceStore, 'listGeometry'> {
  readonly name: string
  readonly maxBytes: number
  readonly make: (shape: Shape) => Made
  /** Estimates the memory of what was made of a geometry, by the length of its JSON. */
  readonly bytesOf: (made: Made, length: number) => number
}

/** How much geometry is read until others get their turn: some shapes are hundreds of kilobytes, most a few. */
const TURN_LENGTH = 10_000

/** Finds what is made of shapes by their numbers, cached or from the database: shapes never change. */
export function createShapeCache<Made>({ name, maxBytes, listGeometry, make, bytesOf }: ShapeCacheOptions<Made>) {
  const cache = createMemoryCache<number, { readonly made: Made; readonly bytes: number }>(name, maxBytes, ({ bytes }) => bytes)
  return async (shapes: readonly number[]): Promise<Map<number, Made>> => {
    const found = new Map<number, Made>()
    for (const shape of shapes) {
      const cached = cache.get(shape)
      if (cached !== undefined) found.set(shape, cached.made)
    }
    const missing = shapes.filter((shape) => !found.has(shape))
    let read = 0
    for (const { id, geometry } of missing.length === 0 ? [] : await listGeometry(missing)) {
      const made = make(JSON.parse(geometry) as Shape)
      cache.set(id, { made, bytes: bytesOf(made, geometry.length) })
      found.set(id, made)
      read += geometry.length
      if (read < TURN_LENGTH) continue
      read = 0
      await setImmediate()
    }
    return found
  }
}
