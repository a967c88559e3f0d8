import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { decodeCellBlend } from '../../../gateway/cell-blend.ts'
import type { CacheEntry } from '../../../platform/cache/second-level.ts'
import { createLogger } from '../../../platform/log.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { createLearner } from './learner.ts'
import type { BlendPlace } from './place-store.ts'
import { buildTestIssue } from './testing/issue.ts'

const START = Date.parse('2026-03-01T00:00:00Z')

/** A learner over stores in memory; its level fails while it is told to. */
function learning() {
  const places = new Map<number, BlendPlace>()
  const stored: CacheEntry[] = []
  let isDown = false
  const learner = createLearner({
    clock: createTestClock('2026-03-03T00:00:00Z'),
    log: createLogger({ level: 'silent' }),
    level: {
      async put(entries: readonly CacheEntry[]) {
        if (isDown) throw new Error('down')
        stored.push(...entries)
      },
    } as never,
    issues: { list: async (cell) => [buildTestIssue(cell, START - 6 * HOUR_MS)] },
    places: { find: async (cell) => places.get(cell) ?? null, write: async (_trx, place) => void places.set(place.cell, place) },
  })
  const day = (cell: number) => ({ cell, day: START, simulated: false, truth: { source: 's', station: null }, temperatureAt: () => 8 })
  return {
    learner,
    places,
    stored,
    fail: (value: boolean) => void (isDown = value),
    async learn(cell: number) {
      const learned = (await learner.learn(day(cell))) ?? assert.fail('it has cases')
      await learned.write(undefined as never)
      await learned.publish()
      return learned
    },
  }
}

describe('learning a day at a place', () => {
  it('gives what verification compares: the blend with its sources as they were issued together', async () => {
    const { forecasts } = await learning().learn(1)
    assert.deepEqual([...new Set(forecasts.map(({ source }) => source))], ['blend', 'first'])
    const [own, first] = forecasts
    assert.deepEqual([own?.validAt, own?.leadHours], [first?.validAt, first?.leadHours])
  })

  it('stores what travels with the records together, and again with the next if that failed', async () => {
    const { learner, learn, stored, fail, places } = learning()
    await learn(1)
    assert.equal(stored.length, 0)
    fail(true)
    await assert.rejects(learner.flush(), /down/)
    fail(false)
    await learn(2)
    await learner.flush()
    assert.deepEqual(
      stored.map(({ key }) => key),
      ['cell:1:blend', 'cell:2:blend'],
    )
    const blend = decodeCellBlend(stored[0]?.value ?? Buffer.alloc(0))
    assert.deepEqual([blend?.facts.days, blend?.isProved, stored[0]?.expiresAt], [1, false, START + 5 * DAY_MS])
    assert.equal(places.get(2)?.days, 1)
    await learner.flush()
    assert.equal(stored.length, 2)
  })

  it('is nothing where nothing was measured', async () => {
    const { learner } = learning()
    const day = { cell: 1, day: START, simulated: false, truth: { source: 's', station: null }, temperatureAt: () => null }
    assert.equal(await learner.learn(day), null)
  })
})
