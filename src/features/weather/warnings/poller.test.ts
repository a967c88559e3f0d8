import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createFreeMeter } from '../../../gateway/testing/free-meter.ts'
import { createMemoryLevel } from '../../../platform/cache/testing/memory-level.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { DuePart, FeedStore } from './feed-store.ts'
import type { WarningFeed } from './feed.ts'
import { createFeedPoller } from './poller.ts'
import { createTestFeed } from './testing/feed.ts'

/** A poller of one feed whose readings fail as `failing` says, over a store in which its parts are due. */
function polling(
  failing: () => Error,
  change: {
    due?: Partial<DuePart>
    feed?: Partial<WarningFeed['capability']>
    random?: number
    isLeased?: boolean
    ids?: readonly string[]
  } = {},
) {
  const clock = createTestClock()
  const noted: (readonly [failure: string, afterMs: number])[] = []
  const begun: (number | null)[] = []
  const errors: string[] = []
  const outcomes: string[] = []
  let readings = 0
  const { capability, ...feed } = createTestFeed({ intervalSeconds: 120 })
  const ids = change.ids ?? ['test-feed']
  const store = {
    register: async () => undefined,
    listDue: async () => [
      ...ids.map((id) => ({ feed: id, part: 'all' })),
      { feed: 'former', part: 'all' },
      { feed: 'test-feed', part: 'former' },
    ],
    findDue: async (part: object) => ({
      ...part,
      readings: 0,
      failures: 0,
      state: null,
      isFollowed: false,
      wasInterrupted: false,
      ...change.due,
    }),
    noteBegun: async (_part: object, at: number | null) => void begun.push(at),
    noteFailure: async (_part: object, failure: string, nextAt: number) => void noted.push([failure, nextAt - clock.now()]),
  }
  const { readDue } = createFeedPoller({
    db: undefined as never,
    feeds: () => ids.map((id) => ({ ...feed, id, capability: { ...capability, ...change.feed } })),
    store: store as unknown as FeedStore,
    readFeed: async () => {
      readings += 1
      throw failing()
    },
    level: change.isLeased === true ? { ...createMemoryLevel(), lease: async () => null } : createMemoryLevel(),
    meter: createFreeMeter(),
    clock,
    metrics: { read: (_feed, outcome) => void outcomes.push(outcome), stored: () => undefined },
    random: () => change.random ?? 0.5,
    onError: (error) => void errors.push((error as Error).message),
  })
  return { readDue, noted, begun, errors, outcomes, clock, readings: () => readings }
}
const down = () => new ProviderFailure('unavailable', 'down')

describe('a feed that fails', () => {
  it('is read again after its interval, doubled with each failure up to half an hour, or its interval if that is longer', async () => {
    const waits = async (failures: number, intervalSeconds = 120) => {
      const { readDue, noted } = polling(down, { due: { failures }, feed: { intervalSeconds } })
      await readDue()
      return noted.map(([failure, afterMs]) => [failure, afterMs / MINUTE_MS])
    }
    for (const [failures, minutes] of [
      [0, 2],
      [1, 4],
      [3, 16],
      [4, 30],
      [50, 30],
    ] as const)
      assert.deepEqual(await waits(failures), [['unavailable', minutes]], `${failures} failures`)
    assert.deepEqual(await waits(3, 3_600), [['unavailable', 60]])
  })

  it('is not read in phase with others: a tenth of the wait earlier or later', async () => {
    const wait = async (random: number) => {
      const { readDue, noted } = polling(down, { random })
      await readDue()
      return noted[0]?.[1]
    }
    assert.deepEqual([await wait(0), await wait(0.5), await wait(0.999_999_9)], [108_000, 120_000, 132_000])
  })

  it('is reported if that is our own defect, not if the provider is down', async () => {
    const reportOf = async (error: Error) => {
      const { readDue, noted, errors, outcomes } = polling(() => error)
      await readDue()
      assert.deepEqual(outcomes, ['failed'])
      return [noted[0]?.[0], errors.length]
    }
    assert.deepEqual(await reportOf(down()), ['unavailable', 0])
    assert.deepEqual(await reportOf(new TypeError('defect')), ['invalid_body', 1])
    const stopped = new ProviderFailure('timeout', 'stopped', { cause: new SandboxError('cpu', 'too long') })
    assert.deepEqual(await reportOf(stopped), ['timeout', 1])
  })

  it('has not failed if the service is stopping: its reading has not begun', async () => {
    const { readDue, noted, begun, clock } = polling(() => new ProviderFailure('not_wanted', 'stopping'))
    await readDue()
    assert.deepEqual({ noted, begun }, { noted: [], begun: [clock.now(), null] })
  })

  it('does not stop the others', async () => {
    const { readDue, readings } = polling(down, { ids: ['a', 'b', 'c', 'd', 'e'] })
    await readDue()
    assert.equal(readings(), 5)
  })
})

describe('a part of a feed', () => {
  it('is read by one node at a time, if it is still wanted and configured', async () => {
    for (const change of [{ isLeased: true }, { feed: { configured: () => false } }]) {
      const { readDue, readings, begun } = polling(down, change)
      await readDue()
      assert.deepEqual({ readings: readings(), begun }, { readings: 0, begun: [] })
    }
    const { readDue, readings } = polling(down)
    await readDue()
    assert.equal(readings(), 1, 'parts of former feeds are not read')
  })

  it('whose last reading did not end is put off before it is parsed again', async () => {
    const { readDue, noted, readings, errors } = polling(down, { due: { wasInterrupted: true, failures: 1 } })
    await readDue()
    assert.deepEqual(
      { readings: readings(), noted, errors: errors.length },
      { readings: 0, noted: [['interrupted', 4 * MINUTE_MS]], errors: 1 },
    )
  })
})
