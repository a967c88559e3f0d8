import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../errors.ts'
import { createQueryQueue } from './answering.ts'

describe('turns', () => {
  it('run a limited number at once, the others afterwards in order', async () => {
    const turns = createQueryQueue({ atOnce: 2, waiting: 10, withinMs: 10_000 })
    let running = 0
    let most = 0
    const done: number[] = []
    const work = async (n: number) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      done.push(n)
      if (n === 3) throw new Error('a failure gives the turn back too')
    }
    const all = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => turns(() => work(n))))
    assert.deepEqual(
      all.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual({ most, done }, { most: 2, done: [1, 2, 3, 4, 5, 6] })
  })

  it('refuse a caller who would wait too long, or in too long a queue', async () => {
    const turns = createQueryQueue({ atOnce: 1, waiting: 1, withinMs: 20 })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const first = turns(() => held)
    const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'service_unavailable'
    const second = turns(async () => 'never')
    await assert.rejects(
      turns(async () => 'never'),
      isUnavailable,
    )
    // Keeps the process alive while the second waits.
    const alive = setInterval(() => undefined, 1_000)
    await assert.rejects(second, isUnavailable)
    clearInterval(alive)
    release()
    await first
  })
})
