import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { startLoop } from './loop.ts'
import type { Timers } from './timers.ts'

const LONGEST = 5_000
const WITHIN = 20_000

/** A loop whose turns and waits end when the test says so. */
function loopOf(t: TestContext, turn: (nth: number) => Promise<number>) {
  const sleeps: { readonly ms: number; readonly end: () => void }[] = []
  const errors: unknown[] = []
  let turns = 0
  const timers: Timers = {
    monotonicMs: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleep = { ms, end: resolve }
        sleeps.push(sleep)
        signal?.addEventListener('abort', () => {
          sleeps.splice(sleeps.indexOf(sleep), 1)
          reject(signal.reason)
        })
      }),
  }
  const loop = startLoop({
    turn: () => turn((turns += 1)),
    longestWaitMs: LONGEST,
    turnWithinMs: WITHIN,
    timers,
    onError: (error) => errors.push(error),
  })
  t.after(() => loop.stop())
  return {
    loop,
    errors,
    turns: () => turns,
    /** The waits in progress. */
    async waiting() {
      await settled()
      return sleeps.map(({ ms }) => ms)
    },
    /** Ends the only wait. */
    async elapse() {
      await settled()
      assert.equal(sleeps.length, 1)
      sleeps.pop()?.end()
      await settled()
    },
  }
}

describe('the loop', () => {
  it('waits as long as the turn says, and never longer than it may', async (t) => {
    const { waiting, elapse, turns } = loopOf(t, async (nth) => (nth === 1 ? 100 : LONGEST + 1))
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [100], turns: 1 })
    await elapse()
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [LONGEST], turns: 2 })
  })

  it('reports a failed turn and goes on after the longest wait', async (t) => {
    const { waiting, elapse, errors, turns } = loopOf(t, async (nth) => (nth === 1 ? Promise.reject(new Error('no database')) : 100))
    assert.deepEqual({ waiting: await waiting(), errors }, { waiting: [LONGEST], errors: [new Error('no database')] })
    await elapse()
    assert.deepEqual({ waiting: await waiting(), turns: turns(), errors: errors.length }, { waiting: [100], turns: 2, errors: 1 })
  })

  it('gives up a turn that takes too long, and ignores what becomes of it', async (t) => {
    const slow = Promise.withResolvers<number>()
    const { waiting, elapse, errors, turns } = loopOf(t, async (nth) => (nth === 1 ? slow.promise : 100))
    assert.deepEqual(await waiting(), [WITHIN])
    await elapse()
    assert.deepEqual(
      { waiting: await waiting(), errors },
      { waiting: [LONGEST], errors: [new Error('the turn took longer than 20000 ms')] },
    )
    slow.resolve(1)
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [LONGEST], turns: 1 })
  })

  it('begins the next turn at once when woken, also during a turn', async (t) => {
    const first = Promise.withResolvers<number>()
    const { loop, waiting, turns } = loopOf(t, async (nth) => (nth === 1 ? first.promise : 100))
    loop.wake()
    loop.wake()
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [WITHIN], turns: 1 })
    first.resolve(100)
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [100], turns: 2 })
    loop.wake()
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [100], turns: 3 })
  })

  it('ends after the current turn when it is stopped', async (t) => {
    const first = Promise.withResolvers<number>()
    const { loop, waiting, turns } = loopOf(t, () => first.promise)
    let isStopped = false
    const stopping = loop.stop().then(() => (isStopped = true))
    assert.deepEqual({ waiting: await waiting(), isStopped }, { waiting: [WITHIN], isStopped: false })
    first.resolve(0)
    await stopping
    loop.wake()
    assert.deepEqual({ waiting: await waiting(), turns: turns() }, { waiting: [], turns: 1 })
  })
})
