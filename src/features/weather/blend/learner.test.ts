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
  const added: string[] = []
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
    issues: { list: async (cells) => cells.map((cell) => buildTestIssue(cell, START - 6 * HOUR_MS)) },
    places: {
      list: async (cells) => cells.flatMap((cell) => places.get(cell) ?? []),
      write: async (_trx, written) => written.forEach((place) => places.set(place.cell, place)),
    },
    gains: { add: async (_trx, ofPlaces) => void added.push(...ofPlaces.map(({ day, gains }) => `${day}: ${gains.length}`)) },
  })
  const day = (cell: number) => ({
    cell,
    day: START,
    simulated: false,
    truth: { source: 's', station: null },
    temperatureAt: () => 8,
    amountAt: () => 0,
  })
  return {
    learner,
    places,
    stored,
    added,
    fail: (value: boolean) => void (isDown = value),
    async learn(...cells: number[]) {
      const batch = await learner.read(cells, START)
      const forecasts = cells.map((cell) => batch.learn(day(cell)) ?? assert.fail('it has cases'))
      await batch.write(undefined as never)
      await batch.publish()
      return forecasts
    },
  }
}

describe('learning a day at places', () => {
  it('gives what verification compares: the blend with its sources as they were issued together', async () => {
    const [forecasts = []] = await learning().learn(1)
    assert.deepEqual([...new Set(forecasts.map(({ source }) => source))], ['blend', 'first'])
    const [own, first] = forecasts
    assert.deepEqual([own?.validAt, own?.leadHours], [first?.validAt, first?.leadHours])
    assert.deepEqual([own?.precipitationProbability, first?.precipitationProbability], [0.25, 0.5])
  })

  it('stores what travels with the records once it is committed, and again with the next if that failed', async () => {
    const { learner, learn, stored, fail, places } = learning()
    fail(true)
    await assert.rejects(learn(1, 2), /down/)
    assert.deepEqual([stored.length, places.size], [0, 2])
    fail(false)
    await learn(3)
    assert.deepEqual(
      stored.map(({ key }) => key),
      ['cell:1:blend', 'cell:2:blend', 'cell:3:blend'],
    )
    const blend = decodeCellBlend(stored[0]?.value ?? Buffer.alloc(0))
    assert.deepEqual([blend?.facts.days, blend?.isProved, stored[0]?.expiresAt], [1, false, START + 5 * DAY_MS])
    assert.equal(places.get(2)?.days, 1)
    await learner.flush()
    assert.equal(stored.length, 3)
  })

  it('adds to what was known of each, and of the sources', async () => {
    const { learn, places, added } = learning()
    await learn(1)
    await learn(1, 2)
    assert.deepEqual([places.get(1)?.days, places.get(2)?.days], [2, 1])
    // One source alone says nothing of itself.
    assert.deepEqual(added, ['2026-03-01: 0', '2026-03-01: 0', '2026-03-01: 0'])
  })

  it('writes nothing of places of which it was not asked, or where nothing was measured', async () => {
    const { learner, places, stored } = learning()
    const batch = await learner.read([1, 2], START)
    const day = {
      cell: 1,
      day: START,
      simulated: false,
      truth: { source: 's', station: null },
      temperatureAt: () => null,
      amountAt: () => null,
    }
    assert.equal(batch.learn(day), null)
    await batch.write(undefined as never)
    await batch.publish()
    assert.deepEqual([places.size, stored.length], [0, 0])
  })
})
