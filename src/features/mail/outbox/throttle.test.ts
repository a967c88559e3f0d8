import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPause } from './pause.ts'
import { createThrottle } from './throttle.ts'

const NEVER = new AbortController().signal

/** Time that passes only while sleeping. */
function simulatedTime() {
  let nowMs = 5_000
  return {
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => void (nowMs += ms),
    pass: (ms: number) => void (nowMs += ms),
  }
}

describe('the throttle', () => {
  it('lets one second’s worth through at once, then keeps to its rate', async () => {
    const time = simulatedTime()
    const throttle = createThrottle({ perSecond: () => 20, ...time })
    const seconds = new Map<number, number>()
    for (let i = 0; i < 120; i++) {
      await throttle.take(NEVER)
      const second = Math.floor((time.monotonicMs() - 5_000) / 1_000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    }
    assert.equal(time.monotonicMs(), 5_000 + 100 * 50)
    assert.deepEqual([...seconds.values()].slice(1, 5), [20, 20, 20, 20])
  })

  it('saves up no more than a second', async () => {
    const time = simulatedTime()
    const throttle = createThrottle({ perSecond: () => 10, ...time })
    await throttle.take(NEVER)
    time.pass(3_600_000)
    const before = time.monotonicMs()
    for (let i = 0; i < 30; i++) await throttle.take(NEVER)
    assert.equal(time.monotonicMs() - before, 2_000)
  })

  it('supports less than one a second, follows a changed rate, and can be off', async () => {
    const time = simulatedTime()
    let rate: number | null = 0.5
    const throttle = createThrottle({ perSecond: () => rate, ...time })
    for (let i = 0; i < 3; i++) await throttle.take(NEVER)
    assert.equal(time.monotonicMs(), 5_000 + 2 * 2_000)
    rate = null
    for (let i = 0; i < 1_000; i++) await throttle.take(NEVER)
    assert.equal(time.monotonicMs(), 5_000 + 2 * 2_000)
  })

  it('serves concurrent waiters in order', async () => {
    const waits: number[] = []
    const throttle = createThrottle({ perSecond: () => 1, monotonicMs: () => 0, sleep: async (ms) => void waits.push(ms) })
    await Promise.all(Array.from({ length: 4 }, () => throttle.take(NEVER)))
    assert.deepEqual(waits, [1_000, 2_000, 3_000])
  })
})

describe('the pause', () => {
  it('doubles up to five minutes and starts over after a success', () => {
    const time = simulatedTime()
    const pause = createPause(time.monotonicMs)
    const lengths: number[] = []
    for (let i = 0; i < 11; i++) {
      assert.ok(pause.begin())
      assert.ok(!pause.begin(), 'mails in flight together start one pause')
      lengths.push(pause.remainingMs() / 1_000)
      time.pass(pause.remainingMs())
    }
    assert.deepEqual(lengths, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    pause.end()
    assert.equal(pause.remainingMs(), 0)
    pause.begin()
    assert.equal(pause.remainingMs(), 1_000)
  })
})
