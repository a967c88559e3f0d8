import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestClock } from '../../../../../test/helpers/clock.ts'
import type { Check } from '../store.ts'
import { createCheckCounter } from './counter.ts'

/** A counter over a database that can fail, and the checks that reached the database. */
function counting(t: TestContext, { maxPending = 100 } = {}) {
  const written: Check[] = []
  const sizes: number[] = []
  const state = { isDown: false, dropped: 0, errors: 0 }
  const counter = createCheckCounter({
    store: {
      async insertChecks(checks) {
        if (state.isDown) throw new Error('the database is down')
        written.push(...checks)
        sizes.push(checks.length)
      },
    },
    clock: createTestClock(),
    clientHash: (ip) => `hash of ${ip}`,
    onDropped: () => (state.dropped += 1),
    onError: () => (state.errors += 1),
    // Never: the test flushes.
    flushEveryMs: 3_600_000,
    maxPending,
  })
  t.after(() => counter.close())
  return { counter, written, sizes, state }
}

const BERLIN = toCell(52.52, 13.41)

describe('createCheckCounter', () => {
  it('merges pending checks by client, cell and hour', async (t) => {
    const { counter, written } = counting(t)
    for (let index = 0; index < 1_000; index += 1) counter.count(BERLIN, '198.51.100.1')
    counter.count(BERLIN, '198.51.100.2')
    await counter.flush()
    assert.equal(written.length, 2)
    assert.ok(written.every(({ client }) => client.length === 16))
  })

  it('keeps checks that it could not write, and writes them once the database is back', async (t) => {
    const { counter, written, state } = counting(t)
    state.isDown = true
    counter.count(BERLIN, '198.51.100.1')
    await counter.flush()
    counter.count(BERLIN, '198.51.100.2')
    await counter.flush()
    assert.deepEqual({ written: written.length, errors: state.errors }, { written: 0, errors: 2 })
    state.isDown = false
    await counter.flush()
    assert.equal(written.length, 2)
  })

  it('limits the pending checks, and reports those it drops', async (t) => {
    const { counter, written, state } = counting(t, { maxPending: 3 })
    state.isDown = true
    for (let host = 1; host <= 5; host += 1) counter.count(BERLIN, `198.51.100.${host}`)
    await counter.flush()
    counter.count(BERLIN, '198.51.100.1')
    state.isDown = false
    await counter.flush()
    assert.deepEqual({ written: written.length, dropped: state.dropped }, { written: 3, dropped: 2 })
  })

  it('writes many checks in several statements', async (t) => {
    const { counter, sizes } = counting(t, { maxPending: 5_000 })
    for (let host = 0; host < 4_500; host += 1) counter.count(BERLIN, `198.51.100.${host}`)
    await counter.flush()
    assert.deepEqual(sizes, [2_000, 2_000, 500])
  })

  it('writes what is left on close', async (t) => {
    const { counter, written } = counting(t)
    counter.count(BERLIN, '198.51.100.1')
    await counter.close()
    assert.equal(written.length, 1)
  })
})
