import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestClock } from '../../../../../test/helpers/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../../time.ts'
import type { PlacesStore, RankedCell } from '../store.ts'
import { createRecentChecks } from './service.ts'
import { createCheckWindow, floorToUtcHour } from './window.ts'

const NOON = Date.parse('2026-07-31T12:00:00Z')

describe('the window of searches', () => {
  /** A window over a store that has some hours to subtract. */
  function moving(hours = 0) {
    const clock = createTestClock('2026-07-31T12:00:00Z')
    const asked: (readonly [what: string, at: number])[] = []
    const state = { hours }
    const store = {
      deleteClients: async (before: number) => void asked.push(['clients', before]),
      async deleteOldestHour(upTo: number) {
        asked.push(['hour', upTo])
        state.hours -= 1
        return state.hours >= 0
      },
      async deleteNames(before: number) {
        asked.push(['names', before])
        return 0
      },
    }
    return { window: createCheckWindow(store as unknown as PlacesStore, clock), clock, asked }
  }

  it('holds the last 30 days, whole hours of them; names last for 90 days, clients for a minute beyond their hour', async () => {
    const { window, clock, asked } = moving()
    clock.advance({ seconds: 59 })
    await window.moveOn()
    assert.deepEqual(asked, [
      ['clients', NOON - HOUR_MS],
      ['hour', NOON - 30 * DAY_MS - HOUR_MS],
      ['names', NOON + 59_000 - 90 * DAY_MS],
    ])
    clock.advance({ seconds: 1 })
    asked.length = 0
    await window.moveOn()
    assert.deepEqual(asked[0], ['clients', NOON])
  })

  it('subtracts hour by hour until none is left', async () => {
    const { window, asked } = moving(3)
    await window.moveOn()
    assert.equal(asked.filter(([what]) => what === 'hour').length, 4)
  })

  it('moves once an hour, after the minute in which a slow flush may still count', async () => {
    const { window, clock, asked } = moving()
    const moves = async () => {
      await window.moveOn()
      return asked.filter(([what]) => what === 'clients').length
    }
    assert.deepEqual([await moves(), await moves()], [1, 2])
    clock.advance({ minutes: 1 })
    assert.deepEqual([await moves(), await moves()], [3, 3])
    clock.advance({ minutes: 58, seconds: 59 })
    assert.equal(await moves(), 3)
    clock.advance({ seconds: 1 })
    assert.equal(await moves(), 4)
  })

  it('is moved once for all who ask at the same time', async () => {
    const { window, asked } = moving()
    await Promise.all([window.moveOn(), window.moveOn()])
    assert.equal(asked.filter(([what]) => what === 'clients').length, 1)
  })

  it('counts in hours of UTC', () => {
    assert.deepEqual([NOON - 1, NOON, NOON + HOUR_MS - 1].map(floorToUtcHour), [NOON - HOUR_MS, NOON, NOON])
  })
})

describe('the list of searched places', () => {
  const ranked: RankedCell = { cell: 1, count: 3, lastCheckedAt: NOON, place: null }

  function listing(moveOn: () => Promise<void> = async () => undefined, timeoutMs = 60_000) {
    const clock = createTestClock('2026-07-31T12:00:00Z')
    const state = { reads: 0, isDown: false, errors: 0 }
    const recentChecks = createRecentChecks({
      store: {
        async listRanking(limit) {
          state.reads += 1
          if (state.isDown) throw new Error('the database is down')
          return Array.from({ length: limit }, () => ranked)
        },
      },
      window: { moveOn },
      timeoutMs,
      gateway: { peekCells: async () => new Map() } as never,
      clock,
      onError: () => (state.errors += 1),
    })
    const reads = async () => {
      await recentChecks.list(5).catch(() => undefined)
      return state.reads
    }
    return { recentChecks, clock, state, reads }
  }

  it('is read once for two seconds, and again if the clock is set back', async () => {
    const { clock, reads } = listing()
    assert.deepEqual([await reads(), await reads()], [1, 1])
    clock.set('2026-07-31T12:00:01.999Z')
    assert.equal(await reads(), 1)
    clock.set('2026-07-31T12:00:02Z')
    assert.equal(await reads(), 2)
    clock.advance({ seconds: -6 })
    assert.equal(await reads(), 3)
  })

  it('is read again after a failure, at once', async () => {
    const { recentChecks, state, reads } = listing()
    state.isDown = true
    await assert.rejects(recentChecks.list(5), /down/)
    state.isDown = false
    assert.deepEqual({ reads: await reads(), checks: (await recentChecks.list(5)).checks.length }, { reads: 2, checks: 5 })
  })

  it('does not wait for a window that takes long to move, nor fail with it', async () => {
    const slow = listing(() => new Promise(() => undefined), 20)
    const alive = setInterval(() => undefined, 1_000)
    assert.equal((await slow.recentChecks.list(100)).checks.length, 100)
    clearInterval(alive)
    const failing = listing(() => Promise.reject(new Error('the database is down')))
    assert.deepEqual(
      { source: (await failing.recentChecks.list(1)).source, errors: failing.state.errors },
      { source: 'popular', errors: 1 },
    )
  })

  it('is at most a hundred places, with the coordinates of the cell if a place has no name', async () => {
    const { checks } = await listing().recentChecks.list(1_000)
    assert.equal(checks.length, 100)
    assert.deepEqual(
      { name: checks[0]?.name, label: checks[0]?.label, current: checks[0]?.current, searchCount: checks[0]?.searchCount },
      { name: null, label: null, current: null, searchCount: 3 },
    )
  })
})
