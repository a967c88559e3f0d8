import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLeases, createQueue } from './claims.ts'
import type { PreparedMail } from './preparation.ts'

/** The database's clock, which has nothing to do with the time that passes here. */
const NOON = Date.parse('2026-07-01T12:00:00Z')
const lease = (id: string, until: number) => ({ id, until })
const mail = (id: string, priority = 2) => ({ id, priority }) as PreparedMail

describe('the leases of a process', () => {
  /** `renewed`: the ids that are still leased by this process when it renews. */
  const leasesOf = (renewed: () => Promise<Map<string, number>> = async () => new Map()) =>
    createLeases({ outbox: { renewLeases: renewed }, owner: 'me', leaseMs: 30_000 })

  it('allow a mail to be sent until a sixth before they end', () => {
    const leases = leasesOf()
    leases.add([lease('a', NOON + 30_000)], 0)
    assert.deepEqual([leases.holds('a', 24_999), leases.holds('a', 25_000), leases.holds('b', 0)], [true, false, false])
  })

  it('are not shortened by a response that arrives late', () => {
    const leases = leasesOf()
    leases.add([lease('a', NOON + 60_000)], 30_000)
    leases.add([lease('a', NOON + 30_000)], 0)
    assert.equal(leases.holds('a', 50_000), true)
    assert.deepEqual(leases.remove([mail('a'), mail('b')]), [{ id: 'a', until: NOON + 60_000 }])
    assert.deepEqual(leases.remove([mail('a')]), [])
  })

  it('are renewed, except those that were lost and those that were forgotten meanwhile', async () => {
    const answer = Promise.withResolvers<Map<string, number>>()
    const leases = leasesOf(() => answer.promise)
    leases.add([lease('mine', NOON), lease('lost', NOON), lease('settled', NOON)], 0)
    const renewing = leases.renew(20_000)
    leases.forget('settled')
    const later = NOON + 20_000
    answer.resolve(
      new Map([
        ['mine', later],
        ['settled', later],
      ]),
    )
    await renewing
    assert.equal(leases.holds('mine', 40_000), true)
    assert.deepEqual(leases.remove([mail('mine'), mail('lost'), mail('settled')]), [{ id: 'mine', until: later }])
  })

  it('are not asked for if there are none', async () => {
    await leasesOf(() => assert.fail('nothing is leased')).renew(20_000)
  })
})

describe('the queue of a process', () => {
  it('gives up all at once', () => {
    const queue = createQueue({ connections: () => 1, perSecond: () => null })
    queue.add([mail('a'), mail('b'), mail('a')])
    assert.deepEqual(
      queue.takeAll().map(({ id }) => id),
      ['a', 'b'],
    )
    assert.deepEqual({ takeAll: queue.takeAll(), take: queue.take() }, { takeAll: [], take: undefined })
  })

  it('follows a slower server with a fifth of each delivery', () => {
    const queue = createQueue({ connections: () => 1, perSecond: () => null })
    const sizes = [100, 600, 600].map((tookMs) => {
      queue.recordDuration(tookMs)
      return queue.batchSize()
    })
    assert.deepEqual(sizes, [20, 10, 8])
  })

  it('gives the most urgent first, and the oldest of them', () => {
    const queue = createQueue({ connections: () => 1, perSecond: () => null })
    queue.add([mail('d1'), mail('d2'), mail('c1', 0), mail('a1', 1), mail('c2', 0)])
    assert.deepEqual(
      Array.from({ length: 6 }, () => queue.take()?.id),
      ['c1', 'c2', 'a1', 'd1', 'd2', undefined],
    )
  })

  it('is filled for two seconds of sending, at least one mail for each connection and at most a hundred', () => {
    let perSecond: number | null = null
    const queue = createQueue({ connections: () => 5, perSecond: () => perSecond })
    const sizes = [queue.batchSize()]
    for (const [rate, tookMs] of [
      [null, 100],
      [14, 100],
      [1, 100],
      [null, 1],
      [null, 1e6],
    ] as const) {
      perSecond = rate
      queue.recordDuration(tookMs)
      sizes.push(queue.batchSize())
    }
    assert.deepEqual(sizes, [10, 100, 28, 5, 100, 5])
  })

  it('has room while half a batch or less waits; what is less urgent takes none', () => {
    const queue = createQueue({ connections: () => 5, perSecond: () => null })
    queue.add(Array.from({ length: 5 }, (_, i) => mail(`d${i}`)))
    assert.equal(queue.roomUpTo(), 2)
    queue.add([mail('d5')])
    assert.equal(queue.roomUpTo(), 1)
    queue.add(Array.from({ length: 6 }, (_, i) => mail(`c${i}`, 0)))
    assert.equal(queue.roomUpTo(), null)
  })
})
