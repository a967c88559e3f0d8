import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildFreshnessWindows, toCell } from '@isobar/weather'
import { createTestClock } from '../../test/helpers/clock.ts'
import { MINUTE_MS } from '../time.ts'
import type { CellCache } from './cell-cache.ts'
import { createSituationReader } from './situation.ts'
import type { OpenSource } from './source-fetch.ts'
import { createOrder } from './source-order.ts'
import { createTestWeatherSource } from './testing/records.ts'
import { PERSON } from './testing/requesters.ts'

const CELL = toCell(52.52, 13.41)

/** What is decided for people without any record, while `a`, the first of two sources, has nothing there for another minute. */
function decide({ isPartial = false, minutes = 0, sources }: { isPartial?: boolean; minutes?: number; sources?: readonly string[] }) {
  const clock = createTestClock()
  const entry = { records: {}, alerts: [], absentUntil: { a: clock.now() + MINUTE_MS } }
  const all = ['a', 'b'].map((id) => createTestWeatherSource(id, { absentMs: MINUTE_MS, isPartial: id === 'a' && isPartial }))
  const listed = all.map(({ id }) => ({ id, covers: () => true }))
  const order = createOrder(() => listed, all as unknown as readonly OpenSource[], [])
  const reader = createSituationReader({ order, cells: {} as CellCache, clock, windows: () => buildFreshnessWindows() })
  clock.advance({ minutes })
  const query = { cell: CELL, scopes: ['current'], requester: PERSON, ...(sources && { sources }) } as const
  const choice = reader.choose(query, 'current', entry)
  return choice.kind === 'wait' ? choice.sources : choice.kind === 'refuse' ? choice.reason : choice.kind
}

it('nothing is there where the first source has nothing, which is asked again later', () => {
  assert.equal(decide({}), 'absent')
  assert.deepEqual(decide({ minutes: 1 }), ['a', 'b'])
})

it('a source for some places alone does not decide that: the next one is asked', () => {
  assert.deepEqual(decide({ isPartial: true }), ['b'])
  assert.deepEqual(decide({ isPartial: true, minutes: 1 }), ['a', 'b'])
})

it('who names sources hears of those alone', () => {
  assert.equal(decide({ sources: ['a'] }), 'absent')
  assert.deepEqual(decide({ sources: ['b'] }), ['b'])
  assert.deepEqual(decide({ sources: ['b', 'a'] }), ['b'])
})
