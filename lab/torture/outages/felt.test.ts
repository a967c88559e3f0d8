import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Exchange } from '../traffic/client.ts'
import { feltOf } from './felt.ts'

/** Times in seconds. */
function exchange(
  from: number,
  to: number,
  status: number | null = 200,
  more: { path?: string; json?: object; headers?: object } = {},
): Exchange {
  const { path = '/api/weather?', json = {}, headers = {} } = more
  return {
    event: 'o1',
    node: 0,
    method: 'GET',
    path,
    from: '192.0.2.1',
    startedAt: from * 1_000,
    endedAt: to * 1_000,
    wallFrom: 0,
    wallTo: 0,
    answer: status === null ? null : { status, headers: headers as Record<string, string>, text: '', json },
    error: status === null ? 'ECONNRESET' : null,
  }
}

const span = (name: string, from: number, to: number) => ({ name, from: from * 1_000, to: to * 1_000, wallFrom: 0 })
const NOTHING = { bad: 0, feltMs: 0, recoveredMs: 0, failedAfterMs: 0, slow: 0, errors: {}, withoutRetryAfter: [], stale: 0 }

it('an outage that nobody noticed is felt for no time', () => {
  const [felt] = feltOf([span('a', 10, 20)], [exchange(11, 11.2), exchange(25, 26)], 30_000)
  assert.deepEqual(felt, { ...NOTHING, name: 'a', awayMs: 10_000, requests: 2, worstMs: 1_000 })
})

it('an outage is felt from the first to the last request that failed or was slow, even after its end', () => {
  const exchanges = [
    exchange(9.8, 12, 502),
    exchange(12, 12.1, 503, { headers: { 'retry-after': '5' } }),
    exchange(13, 13.1, 503),
    exchange(14, 14.1, null),
    exchange(15, 15.1, 200, { json: { freshness: 'emergency' } }),
    exchange(19, 23.5),
    exchange(24, 24.1, 404),
  ]
  const [felt] = feltOf([span('a', 10, 20)], exchanges, 30_000)
  assert.deepEqual(felt, {
    name: 'a',
    awayMs: 10_000,
    requests: 7,
    bad: 5,
    feltMs: 13_500,
    recoveredMs: 3_500,
    failedAfterMs: 0,
    slow: 2,
    errors: { 502: 1, 503: 2, 'none (ECONNRESET)': 1 },
    withoutRetryAfter: ['GET /api/weather?'],
    stale: 1,
    worstMs: 4_500,
  })
})

it('requests from before an outage, of the next one, and to routes that wait for their run are not counted', () => {
  const spans = [span('a', 10, 12), span('b', 20, 22)]
  const exchanges = [
    exchange(8, 9, 503),
    exchange(8, 11, 503),
    exchange(20.1, 20.2, 502),
    exchange(19.5, 22, 502),
    exchange(11, 18, 200, { path: '/api/cron/weekly-digests' }),
  ]
  const [a, b] = feltOf(spans, exchanges, 30_000)
  assert.deepEqual({ requests: a?.requests, bad: a?.bad, errors: b?.errors }, { requests: 0, bad: 0, errors: { 502: 2 } })
})
