import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Position } from '../../db/keyset.ts'
import { createMemoryListing } from './memory-listing.ts'

interface Town {
  readonly id: number
  readonly name: string
}

const TOWNS: readonly Town[] = [
  { id: 4, name: 'Ulm' },
  { id: 1, name: 'Bonn' },
  { id: 3, name: 'Bonn' },
  { id: 2, name: 'Aachen' },
]
const listing = (towns: readonly Town[] = TOWNS) =>
  createMemoryListing<Town, 'name'>(async () => towns, { positionOf: ({ id, name }) => ({ value: name, id }), textOf: ({ name }) => name })
const ids = async (request: object, towns?: readonly Town[]) => {
  const { items, next } = await listing(towns).page({ limit: 10, after: null, q: null, descending: false, sort: 'name', ...request })
  return [items.map(({ id }) => id), next] as const
}

describe('a list in memory', () => {
  it('is in order, by what is unique among equal ones, both ways', async () => {
    assert.deepEqual(await ids({}), [[2, 1, 3, 4], null])
    assert.deepEqual(await ids({ descending: true }), [[4, 3, 1, 2], null])
  })

  it('has pages that follow each other, whatever is added or removed meanwhile', async () => {
    for (const descending of [false, true]) {
      const [first, next] = await ids({ limit: 2, descending })
      const changed = [...TOWNS.filter(({ id }) => id !== first[0]), { id: 9, name: descending ? 'Zwickau' : 'Aalen' }]
      const [second, end] = await ids({ limit: 2, descending, after: next }, changed)
      assert.deepEqual([...first, ...second].toSorted(), [1, 2, 3, 4])
      assert.equal(end, null)
    }
  })

  it('is searched without regard to case', async () => {
    assert.deepEqual(await ids({ q: 'oNN' }), [[1, 3], null])
    assert.deepEqual(
      { totalBonn: await listing().total('bonn'), listingTotal: await listing().total(null), totalX: await listing().total('x') },
      { totalBonn: 2, listingTotal: 4, totalX: 0 },
    )
  })

  it('refuses a forged cursor of another type', async () => {
    for (const after of [
      { value: 1, id: 1 },
      { value: 'Bonn', id: 'x' },
    ] as unknown as Position[])
      await assert.rejects(ids({ after }), { code: 'invalid_request' })
  })
})
