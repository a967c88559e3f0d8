import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { MAX_RECENT, parseRecentPlaces, type RecentPlace, withRecent } from './recent.ts'

const place = (n: number, where = 'Country'): RecentPlace => ({ name: `Place ${n}`, where, lat: n, lon: 0 })

it('puts a place first, once, and forgets the oldest', () => {
  let list: readonly RecentPlace[] = []
  for (let n = 0; n < MAX_RECENT + 3; n += 1) list = withRecent(list, place(n))
  assert.deepEqual(
    list.map(({ lat }) => lat),
    [7, 6, 5, 4, 3],
  )
  assert.deepEqual(withRecent(list, { ...place(5, 'Land'), lat: 5.001 })[0], { ...place(5, 'Land'), lat: 5.001 })
  assert.equal(withRecent(list, { ...place(5), lat: 5.001 }).length, MAX_RECENT)
})

it('reads what was written, and of anything else only what are places', () => {
  assert.deepEqual(parseRecentPlaces(JSON.stringify([place(1), place(2)])), [place(1), place(2)])
  const odd = [{ name: 'x'.repeat(500), lat: 1, lon: 1, where: 7 }, { name: '', lat: 1, lon: 1 }, null, { name: 'y', lat: 91, lon: 0 }]
  assert.deepEqual(parseRecentPlaces(JSON.stringify(odd)), [{ name: 'x'.repeat(100), lat: 1, lon: 1, where: '' }])
  for (const text of [null, '', '{', '{}', 'null', '7']) assert.deepEqual(parseRecentPlaces(text), [], String(text))
  fc.assert(
    fc.property(fc.json(), (text) => {
      const list = parseRecentPlaces(text)
      assert.ok(list.length <= MAX_RECENT && list.every(({ name, where }) => name.length <= 100 && where.length <= 100))
    }),
  )
})
