import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/helpers/until.ts'
import { createWriteBehind } from './write-behind.ts'

function recording(fails: (batch: readonly number[]) => boolean = () => false) {
  const written: number[][] = []
  const givenUp: number[] = []
  const queue = createWriteBehind<number>({
    everyMs: 5,
    maxQueued: 10,
    maxBatch: 4,
    async write(items) {
      await sleep(1)
      if (fails(items)) throw new Error('no')
      written.push([...items])
    },
    onError: (_, count) => void givenUp.push(count),
  })
  return { queue, written, givenUp }
}

const fill = (queue: { add(item: number): boolean }, count: number) => Array.from({ length: count }, (_, i) => queue.add(i))

describe('write-behind', () => {
  it('writes in order and in limited batches, a moment later', async () => {
    const { queue, written } = recording()
    fill(queue, 6)
    assert.deepEqual(written, [])
    await until('six are written', () => written.flat().length >= 6)
    assert.deepEqual(written, [
      [0, 1, 2, 3],
      [4, 5],
    ])
  })

  it('accepts no more than fits', async () => {
    const { queue, written } = recording()
    assert.deepEqual(fill(queue, 12), [...Array.from({ length: 10 }, () => true), false, false])
    await queue.flush()
    assert.equal(written.flat().length, 10)
    assert.ok(queue.add(99))
    await queue.close()
    assert.equal(queue.add(1), false)
  })

  it('keeps what could not be written, and retries', async () => {
    let isDown = true
    const { queue, written, givenUp } = recording(() => isDown)
    fill(queue, 3)
    await queue.flush()
    assert.deepEqual({ written, givenUp }, { written: [], givenUp: [0] })
    isDown = false
    await until('something is written', () => written.length > 0)
    assert.deepEqual(written, [[0, 1, 2]])
  })

  it('retries a failing batch at growing intervals', async () => {
    const tries: number[] = []
    const { queue } = recording(() => tries.push(performance.now()) > 0)
    fill(queue, 1)
    await until('it was tried six times', () => tries.length >= 6)
    await queue.close()
    const waits = tries.slice(1, 6).map((at, index) => at - (tries[index] ?? 0))
    for (const [index, wait] of waits.entries()) assert.ok(wait >= 5 * 2 ** (index + 1) - 2, `${waits.join()}`)
  })

  it('gives up a batch that never succeeds, for the sake of those behind it', async () => {
    const { queue, written, givenUp } = recording((batch) => batch.includes(0))
    fill(queue, 6)
    for (let i = 0; i < 30; i++) await queue.flush()
    assert.deepEqual(givenUp.at(-1), 4)
    assert.deepEqual(written, [[4, 5]])
    await queue.close()
  })

  it('has written the items when any of several flushes at once has ended', async () => {
    const { queue, written } = recording()
    fill(queue, 3)
    const seen = Array.from({ length: 3 }, async () => {
      await queue.flush()
      return written.flat().length
    })
    assert.deepEqual(await Promise.all(seen), [3, 3, 3])
    await queue.close()
  })

  it('flushes items that arrive at any moment while an earlier flush ends', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const written: number[] = []
      const first = Promise.withResolvers<void>()
      const queue = createWriteBehind<number>({
        everyMs: 60_000,
        maxQueued: 10,
        maxBatch: 4,
        async write(items) {
          if (written.length === 0) await first.promise
          written.push(...items)
        },
        onError: assert.ifError,
      })
      queue.add(1)
      const flushing = queue.flush()
      first.resolve()
      for (let i = 0; i < turns; i++) await Promise.resolve()
      queue.add(2)
      await queue.flush()
      assert.deepEqual(written, [1, 2], `${turns} turns after`)
      await flushing
    }
  })

  it('on close writes items that arrived during a write', async () => {
    const { queue, written } = recording()
    fill(queue, 2)
    const flushing = queue.flush()
    queue.add(2)
    await Promise.all([flushing, queue.close()])
    assert.deepEqual(written.flat(), [0, 1, 2])
  })
})
