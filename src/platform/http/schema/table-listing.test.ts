import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { cutPage } from '../../db/keyset.ts'
import type { PageRequest } from './listing.ts'
import { createTableListing } from './table-listing.ts'

interface Tables {
  readonly reading: { readonly id: number; readonly place: string; readonly at: Date }
}
type Sort = 'place' | 'at'

const DAY = (day: number) => new Date(Date.UTC(2026, 0, day, 0, 0, 0, 250))

let database: TestDatabase<Tables>
before(async () => {
  database = await createTestDatabase<Tables>()
  await database.pool.query('create table reading (id int, place text, at timestamptz)')
  for (const [id, place, day] of [
    [1, 'Bonn', 2],
    [2, 'Ulm', 2],
    [3, 'Bonn', 1],
    [4, 'Jena', 2],
    [5, 'Bonn', 2],
  ] as const)
    await database.pool.query('insert into reading values ($1, $2, $3)', [id, place, DAY(day)])
})
after(() => database.drop())

const listing = () =>
  createTableListing(
    (q) => (q === null ? database.kysely.selectFrom('reading') : database.kysely.selectFrom('reading').where('place', '=', q)),
    {
      select: (query) => query.select(['reading.id', 'place', 'at']),
      sorts: { place: 'place', at: 'reading.at' } satisfies Record<Sort, string>,
      id: 'reading.id',
    },
  )

/** The ids of each page. */
async function pages(request: Pick<PageRequest<Sort>, 'sort' | 'descending' | 'limit'>, q: string | null = null): Promise<number[][]> {
  const found: number[][] = []
  let after: PageRequest['after'] = null
  do {
    const { items, next } = await listing().page({ ...request, q, after })
    found.push(items.map(({ id }) => id))
    after = next
  } while (after !== null && found.length < 10)
  return found
}

it('pages follow the order, then the id, in both directions, and each row comes once', async () => {
  assert.deepEqual(await pages({ sort: 'place', descending: false, limit: 2 }), [[1, 3], [5, 4], [2]])
  assert.deepEqual(await pages({ sort: 'place', descending: true, limit: 2 }), [[2, 4], [5, 3], [1]])
  assert.deepEqual(await pages({ sort: 'at', descending: true, limit: 3 }), [
    [5, 4, 2],
    [1, 3],
  ])
})

it('the last page is not followed by an empty one', async () => {
  assert.deepEqual(await pages({ sort: 'at', descending: false, limit: 5 }), [[3, 1, 2, 4, 5]])
  assert.deepEqual(await pages({ sort: 'at', descending: false, limit: 2 }, 'Jena'), [[4]])
  assert.deepEqual(await pages({ sort: 'at', descending: false, limit: 2 }, 'Rome'), [[]])
  assert.deepEqual(
    cutPage([], 0, () => ({ value: 0, id: 0 })),
    { rows: [], next: null },
  )
})

it('the total counts what the search finds', async () => {
  assert.deepEqual(
    { listingTotal: await listing().total(null), totalBonn: await listing().total('Bonn'), totalRome: await listing().total('Rome') },
    { listingTotal: 5, totalBonn: 3, totalRome: 0 },
  )
})
