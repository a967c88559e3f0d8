import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestClock } from '../../test/helpers/clock.ts'
import type { CallContext } from './call-context.ts'
import { getCallCause, buildReservation } from './reservation.ts'

const PRODUCT = { id: 'a/weather', weight: 2.5 }
const CONTEXT: CallContext = {
  cause: 'request',
  trigger: 'city_detail',
  scope: 'hourly',
  requestId: 'r',
  cellId: 7,
  client: 'c',
  caller: 'person',
  spend: { calls: 0, closed: false },
}
const DAY = 86_400
const share = { name: 'upstream', windowSeconds: 60, limit: 20 }

/** Whose row it is; a client has one for each of its shares. */
const kindOf = (holder: string): string => (/^client:c:(?:.+:)?upstream$/.test(holder) ? 'client c' : holder)

const claimsOf = (context: Partial<CallContext>) =>
  buildReservation(
    PRODUCT,
    { ...CONTEXT, ...context },
    {
      clock: createTestClock(),
      allowancesOf: () => [
        { windowSeconds: 60, limit: 100 },
        { windowSeconds: DAY, limit: 1_000 },
      ],
      clientSharesOf: () => [share],
      shares: () => ({ warning: 0.8, softBlock: 0.9 }),
    },
  ).claims.map(({ holder, windowSeconds, amount, ceiling }) => [kindOf(holder), windowSeconds, amount, ceiling])

describe('a reservation', () => {
  it('claims the weight from each window of the product, and one call from the client’s share', () => {
    assert.deepEqual(claimsOf({}), [
      ['product:a/weather', 60, 2.5, 100],
      ['product:a/weather', DAY, 2.5, 1_000],
      ['client c', 60, 1, 20],
    ])
  })

  it('ends at the soft block for work that nobody waits for', () => {
    assert.deepEqual(claimsOf({ caller: 'refresh', client: null }), [
      ['product:a/weather', 60, 2.5, 90],
      ['product:a/weather', DAY, 2.5, 900],
    ])
  })

  it('counts a job’s calls of the day, too', () => {
    assert.deepEqual(claimsOf({ cause: 'job', caller: 'job', client: null }).slice(2), [['jobs:a/weather', DAY, 2.5, 900]])
  })

  it('says what the call is for', () => {
    const { claims: _, ...row } = buildReservation(PRODUCT, CONTEXT, {
      clock: createTestClock(),
      allowancesOf: () => [],
      clientSharesOf: () => [],
      shares: () => ({ warning: 0.8, softBlock: 0.9 }),
    })
    assert.deepEqual(row, {
      product: 'a/weather',
      weight: 2.5,
      cause: 'request',
      trigger: 'city_detail',
      scope: 'hourly',
      requestId: 'r',
      cellId: 7,
      nowMs: createTestClock().now(),
    })
  })

  it('is a refresh once the request has been answered; a job stays a job', () => {
    const cause = (cause: CallContext['cause'], closed: boolean) => getCallCause({ ...CONTEXT, cause, spend: { calls: 0, closed } })
    assert.deepEqual(
      [cause('request', false), cause('request', true), cause('job', true), cause('refresh', false)],
      ['request', 'refresh', 'job', 'refresh'],
    )
  })
})
