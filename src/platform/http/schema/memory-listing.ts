import type { Position } from '../../db/keyset.ts'
import { buildWrongCursorError } from './cursor.ts'
import type { Listing } from './listing.ts'

/** How a list in memory is ordered and searched. */
export interface MemoryOrder<Item> {
  /** The sort value and, among equal ones, what is unique. Texts are compared by code units. */
  readonly positionOf: (item: Item) => Position
  /** The text that a search looks in. */
  readonly textOf: (item: Item) => string
}

/**
 * A list that is short enough to be read whole: one sort order, pages as in the database, where items added or removed meanwhile make no
 * other item appear twice or disappear.
 */
export function createMemoryListing<Item, Sort extends string>(
  load: () => Promise<readonly Item[]>,
  { positionOf, textOf }: MemoryOrder<Item>,
): Listing<Item, Sort> {
  const matching = async (q: string | null): Promise<readonly Item[]> =>
    (await load()).filter((item) => q === null || textOf(item).toLowerCase().includes(q.toLowerCase()))
  return {
    async page({ limit, after, q, descending }) {
      const direction = descending ? -1 : 1
      const left = (await matching(q))
        .map((item) => ({ item, position: positionOf(item) }))
        .filter(({ position }) => after === null || compare(position, after) * direction > 0)
        .toSorted((a, b) => compare(a.position, b.position) * direction)
      const page = left.slice(0, limit)
      return { items: page.map(({ item }) => item), next: left.length > limit ? (page.at(-1)?.position ?? null) : null }
    },
    total: async (q) => (await matching(q)).length,
  }
}

/** @throws AppError `invalid_request` for the position of a forged cursor, which is of another type */
function compare(a: Position, b: Position): number {
  if (typeof a.value !== typeof b.value || typeof a.id !== typeof b.id) throw buildWrongCursorError()
  if (a.value !== b.value) return a.value < b.value ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}
