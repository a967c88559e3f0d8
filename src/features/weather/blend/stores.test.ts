import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { createGainStore } from './gain-store.ts'
import { createIssueStore } from './issue-store.ts'
import { type BlendPlace, createBlendPlaceStore } from './place-store.ts'
import type { BlendTables } from './tables.ts'
import { buildTestIssue } from './testing/issue.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const PLACE: BlendPlace = {
  cell: 7,
  simulated: false,
  sources: ['first', 'second'],
  sums: Buffer.from([1, 2, 3, 4]),
  days: 12,
  lastDay: '2026-03-01',
  truth: { source: 'stations', station: null },
  first: 'first',
  errors: [{ day: 20_513, n: 8, blend: 4.5, first: 9.25 }],
  isProved: false,
  since: null,
  chance: { errors: [{ day: 20_513, n: 7, blend: 0.5, first: 1.25 }], isProved: false, since: null },
}

describe('what a blend stores', () => {
  let database: TestDatabase<BlendTables>
  before(async () => void (database = await createTestDatabase<BlendTables>()))
  after(() => database.drop())

  it('is the first issue of a place and slot, as it was, until it is deleted', async () => {
    const issues = createIssueStore(database.kysely)
    const first = buildTestIssue(1, START)
    await issues.insert([first, buildTestIssue(1, START + 6 * HOUR_MS), buildTestIssue(2, START)])
    await issues.insert([{ ...buildTestIssue(1, START), issuedAt: START + HOUR_MS, source: 'other' }])
    await issues.insert([])
    const found = await issues.list([1], START, START + DAY_MS)
    assert.deepEqual(found[0], first)
    assert.deepEqual(
      found.map(({ slot }) => slot),
      [START, START + 6 * HOUR_MS],
    )
    assert.deepEqual(await issues.list([1], START + HOUR_MS, START + 6 * HOUR_MS), [])
    const ofBoth = await issues.list([2, 1, 3], START, START + DAY_MS)
    assert.deepEqual(
      ofBoth.map(({ cell, slot }) => [cell, slot]),
      [
        [1, START],
        [1, START + 6 * HOUR_MS],
        [2, START],
      ],
    )
    assert.equal(await issues.deleteBefore(START + HOUR_MS), 2)
    assert.equal((await issues.list([1], 0, START + DAY_MS)).length, 1)
  })

  it('is what was learned of a place, replaced with each day and deleted when none has come for long', async () => {
    const places = createBlendPlaceStore(database.kysely)
    assert.deepEqual(await places.list([7]), [])
    await places.write(database.kysely, [])
    await places.write(database.kysely, [PLACE])
    assert.deepEqual(await places.list([6, 7]), [PLACE])
    const later: BlendPlace = {
      ...PLACE,
      lastDay: '2026-03-02',
      isProved: true,
      since: START,
      truth: { source: 'stations', station: 'Airport' },
      chance: { ...PLACE.chance, isProved: true, since: START + DAY_MS },
    }
    const other: BlendPlace = { ...PLACE, cell: 8, sources: ['third'], errors: [] }
    await places.write(database.kysely, [other, later])
    const found = await places.list([7, 8])
    assert.deepEqual(
      found.toSorted((a, b) => a.cell - b.cell),
      [later, other],
    )
    assert.deepEqual(await places.count(), { places: 2, proved: 1, chanceProved: 1 })
    assert.equal(await places.deleteBefore('2026-03-02'), 1)
    assert.equal(await places.deleteBefore('2026-03-03'), 1)
  })

  it('is what the blend gains from sources, added up over places and days of one world', async () => {
    const gains = createGainStore(database.kysely)
    const gain = { source: 'first', cases: 8, blend: 4, without: 6 }
    await gains.add(database.kysely, [])
    await gains.add(database.kysely, [
      { day: '2026-03-01', simulated: false, gains: [gain, { ...gain, source: 'second' }] },
      { day: '2026-03-01', simulated: false, gains: [gain] },
      { day: '2026-03-01', simulated: true, gains: [gain] },
    ])
    await gains.add(database.kysely, [
      { day: '2026-03-01', simulated: false, gains: [gain] },
      { day: '2026-03-02', simulated: false, gains: [gain] },
    ])
    assert.deepEqual(await gains.list('2026-03-01'), {
      simulated: false,
      days: [
        { ...gain, day: '2026-03-02', places: 1 },
        { day: '2026-03-01', source: 'first', places: 3, cases: 24, blend: 12, without: 18 },
        { ...gain, day: '2026-03-01', source: 'second', places: 1 },
      ],
    })
    await gains.add(database.kysely, [{ day: '2026-03-03', simulated: true, gains: [gain] }])
    assert.deepEqual(
      (await gains.list('2026-03-01')).days.map(({ day }) => day),
      ['2026-03-03', '2026-03-01'],
    )
    assert.deepEqual(await gains.list('2026-03-04'), { simulated: false, days: [] })
    assert.equal(await gains.deleteBefore('2026-03-03'), 4)
  })

  it('is not believed where it is no number of errors', async () => {
    const places = createBlendPlaceStore(database.kysely)
    await places.write(database.kysely, [PLACE])
    await database.pool.query(
      `update blend_place set errors = '{20513, 8, NaN, 1, 20514, 8, 1, 2, 5}', chance_errors = '{20513, 8, -1, 1, 20514, 8, 1, 2, 5}'`,
    )
    const [place] = await places.list([7])
    assert.deepEqual(
      [place?.errors, place?.chance.errors],
      Array.from({ length: 2 }, () => [{ day: 20_514, n: 8, blend: 1, first: 2 }]),
    )
  })

  it('of before chances were blended has none that is proved', async () => {
    const places = createBlendPlaceStore(database.kysely)
    await places.write(database.kysely, [{ ...PLACE, isProved: true, since: START }])
    await database.pool.query('update blend_place set chance_errors = default, chance_is_proved = default, chance_since = default')
    const [place] = await places.list([7])
    assert.deepEqual([place?.isProved, place?.chance], [true, { errors: [], isProved: false, since: null }])
  })
})
