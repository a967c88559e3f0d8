import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRequestQueue } from './request-queue.ts'

/** Work that takes `ms` of a simulated clock, some of it after promises that settle at once. */
function setUp() {
  let ms = 0
  const done: number[] = []
  const queue = createRequestQueue(() => ms)
  const run = queue.run
  const add = (number: number, before: number, after = 0): void =>
    run(() => {
      ms += before
      void Promise.resolve()
        .then(() => undefined)
        .then(() => {
          ms += after
          done.push(number)
        })
    })
  return { done, add, run, waitedMs: queue.waitedMs }
}

describe('createRequestQueue', () => {
  it('runs work at once if none is waiting', () => {
    let ran = false
    createRequestQueue().run(() => (ran = true))
    assert.equal(ran, true)
  })

  it('runs 0.4 ms of work in each turn of the event loop, in order', async () => {
    const { done, add } = setUp()
    for (let i = 0; i < 12; i++) add(i, 0.16)
    const counts: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      await nextTurn()
      counts.push(done.length)
    }
    // The first three run before the turn ends.
    assert.deepEqual(counts, [6, 9, 12, 12])
    assert.deepEqual(
      done,
      Array.from({ length: 12 }, (_, i) => i),
    )
  })

  it('counts what work does after promises that settle at once', async () => {
    const { done, add } = setUp()
    for (let i = 0; i < 4; i++) add(i, 0.1, 2)
    const counts: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn()
      counts.push(done.length)
    }
    assert.deepEqual(counts, [2, 3, 4])
  })

  it('knows how long the first in the queue has waited', async () => {
    const { add, waitedMs } = setUp()
    assert.equal(waitedMs(), 0)
    add(0, 3)
    assert.equal(waitedMs(), 0)
    add(1, 4)
    add(2, 5)
    const waits: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn()
      waits.push(waitedMs())
    }
    // Both arrived at 3. One ran then, the other after it.
    assert.deepEqual(waits, [4, 0, 0])
  })

  it('restarts with each turn', async () => {
    const { done, add } = setUp()
    for (let i = 0; i < 5; i++) {
      add(i, 5)
      await nextTurn()
      assert.equal(done.length, i + 1)
    }
  })

  it('continues after work that throws', async () => {
    const { done, add, run } = setUp()
    assert.throws(
      () =>
        run(() => {
          throw new Error('broken')
        }),
      /broken/,
    )
    add(1, 0)
    await nextTurn()
    assert.deepEqual(done, [1])
  })

  it('does not leak the async context of earlier work', async () => {
    const { add, run } = setUp()
    const context = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    context.run('first', () => add(1, 2))
    context.run('second', () => run(() => context.enterWith('left')))
    run(() => seen.push(context.getStore()))
    await nextTurn()
    await nextTurn()
    assert.deepEqual(seen, [undefined])
  })
})
