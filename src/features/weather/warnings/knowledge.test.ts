import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Cell } from '@isobar/weather'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import type { CompletePart } from './feed-store.ts'
import { createKnowledge } from './knowledge.ts'
import { createTestFeed } from './testing/feed.ts'

const HERE: Cell = { id: 1, lat: 52, lon: 13 }
const STALE_MS = 3_600_000

function knowing(parts: Partial<CompletePart>[], capability: object = {}) {
  const clock = createTestClock()
  const asked: number[][] = []
  const state = { isDown: false }
  const feed = createTestFeed({ parts: ['AA', 'BB'] })
  const knowledge = createKnowledge({
    feeds: () => [
      { ...feed, capability: { ...feed.capability, covers: (part: string, { lat }: Cell) => part === 'AA' && lat > 50, ...capability } },
    ],
    store: {
      async listComplete(since, now) {
        asked.push([since, now])
        if (state.isDown) throw new Error('the database is down')
        return parts.map((part) => ({ feed: 'test-feed', part: 'AA', hasLostAreas: false, hasLostWarnings: false, ...part }))
      },
    },
    clock,
    staleMs: () => STALE_MS,
  })
  const atHere = async (cell = HERE) => {
    const known = (await knowledge.current()).get('test-feed')
    return known && [known.isKnown, known.covers(cell)]
  }
  return { knowledge, clock, asked, state, atHere }
}

describe('what a feed proves about a place', () => {
  it('is nothing before a part was read completely, of late', async () => {
    const { atHere, asked, clock } = knowing([])
    assert.deepEqual(await atHere(), [false, false])
    assert.deepEqual(asked, [[clock.now() - STALE_MS, clock.now()]])
  })

  it('is the absence of warnings where a part covers the place', async () => {
    assert.deepEqual(await knowing([{}]).atHere(), [true, true])
    assert.deepEqual(await knowing([{}]).atHere({ ...HERE, lat: 50 }), [true, false])
    assert.deepEqual(await knowing([{ part: 'BB' }]).atHere(), [true, false])
    assert.deepEqual(await knowing([{}], { covers: undefined }).atHere(), [true, false])
  })

  it('ignores parts that are no longer read, and other feeds', async () => {
    assert.deepEqual(await knowing([{ part: 'CC' }, { feed: 'other' }]).atHere(), [false, false])
    assert.equal(await knowing([{}], { configured: () => false }).atHere(), undefined)
  })

  it('is not the absence of warnings while one of the part is not located', async () => {
    assert.deepEqual(await knowing([{ hasLostAreas: true }]).atHere(), [true, false])
    assert.deepEqual(await knowing([{ hasLostWarnings: true }]).atHere(), [true, false])
    // One of its areas covers the whole warning, so a lost one is a part of that.
    const repeats = { repeatsAreas: true }
    assert.deepEqual(await knowing([{ hasLostAreas: true }], repeats).atHere(), [true, true])
    assert.deepEqual(await knowing([{ hasLostWarnings: true }], repeats).atHere(), [true, false])
  })

  it('is read again after some seconds, when it changed, when the clock is set back, and after a failure', async () => {
    const { knowledge, clock, asked, state } = knowing([{}])
    const reads = async () => {
      await knowledge.current().catch(() => undefined)
      return asked.length
    }
    assert.equal(await reads(), 1)
    clock.advance({ seconds: 14 })
    assert.equal(await reads(), 1)
    clock.advance({ seconds: 1 })
    assert.equal(await reads(), 2)
    knowledge.forget()
    assert.equal(await reads(), 3)
    clock.advance({ seconds: -6 })
    assert.equal(await reads(), 4)
    state.isDown = true
    knowledge.forget()
    await assert.rejects(knowledge.current(), /down/)
    assert.equal(await reads(), 6)
  })
})
