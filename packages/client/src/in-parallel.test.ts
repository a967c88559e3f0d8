import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runInParallel } from './in-parallel.ts'

describe('work in parallel', () => {
  it('runs for three items at a time, and its results are in their order', async () => {
    let running = 0
    let highest = 0
    const work = async (item: number): Promise<number> => {
      highest = Math.max(highest, ++running)
      await sleep(10 - item)
      running -= 1
      return item * 2
    }
    assert.deepEqual(await runInParallel([0, 1, 2, 3, 4, 5, 6], work, undefined), [0, 2, 4, 6, 8, 10, 12])
    assert.equal(highest, 3)
    assert.deepEqual(await runInParallel([], work, undefined), [])
  })

  it('ends with the first failure: what runs is aborted, what waits is not begun', async () => {
    const begun: number[] = []
    const aborted: number[] = []
    const work = async (item: number, signal: AbortSignal): Promise<void> => {
      begun.push(item)
      if (item === 1) throw new Error('the second fails')
      await sleep(5_000, undefined, { signal }).catch((error: Error) => {
        aborted.push(item)
        throw error
      })
    }
    await assert.rejects(runInParallel([0, 1, 2, 3, 4], work, undefined), /the second fails/)
    await sleep(0)
    assert.deepEqual({ begun, aborted }, { begun: [0, 1, 2], aborted: [0, 2] })
  })

  it('passes the caller’s signal on', async () => {
    const leaving = new AbortController()
    const work = (_: number, signal: AbortSignal): Promise<unknown> => {
      setTimeout(() => leaving.abort(new Error('left')), 5)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }
    await assert.rejects(runInParallel([0, 1], work, leaving.signal), /left/)
  })
})
