import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import { AppError, type ErrorCode } from '../errors.ts'
import { toAppError, BudgetSpent, toShortfallError, isOwnShareSpent, NotWanted, buildNotConfiguredError } from './failure.ts'
import type { Caller } from './policy.ts'

const failed = (kind: ProviderFailureKind, retryAfterSeconds?: number) => new ProviderFailure(kind, 'secret', { retryAfterSeconds })
const SHARE = { name: 'upstream', limit: 20, windowSeconds: 60 }
const DAY_SHARE = { name: 'upstream-day', limit: 100, windowSeconds: 86_400 }
const UNWRITABLE = Object.assign(new Error('disk full'), { code: '53100' })

describe('the error of a caller who gets nothing', () => {
  const table: readonly (readonly [
    what: string,
    error: AppError,
    code: ErrorCode,
    retryAfterSeconds: number | undefined,
    message: RegExp,
  ])[] = [
    [
      'the primary has nothing there',
      toShortfallError({ reason: 'absent' }),
      'location_not_found',
      undefined,
      /no data for these coordinates/,
    ],
    ['no source delivers the scope', toShortfallError({ reason: 'undelivered' }), 'service_unavailable', undefined, /delivers this here/],
    ['a crawler may not call', toShortfallError({ reason: 'uncalled' }), 'service_unavailable', 3_600, /crawlers/],
    ['no call is allowed', toShortfallError({ reason: 'deferred' }), 'service_unavailable', undefined, /no cached data/],
    ['nothing is known', toShortfallError(null), 'service_unavailable', undefined, /no cached data/],
    ['it was only late', toShortfallError({ reason: 'failed', failure: undefined }), 'upstream_error', undefined, /in time/],
    ['a timeout', toAppError(failed('timeout', 7)), 'upstream_error', 7, /in time/],
    ['an outage', toAppError(failed('unavailable')), 'upstream_error', undefined, /provider failed/],
    ['an open breaker', toAppError(failed('circuit_open', 12)), 'upstream_error', 12, /provider failed/],
    ['nothing at the place', toAppError(failed('not_found')), 'location_not_found', undefined, /no data/],
    ['a spent budget', toAppError(failed('budget_spent', 40)), 'rate_limited', 40, /budget/],
    ['a spent budget without an end', toAppError(failed('budget_spent')), 'rate_limited', 60, /budget/],
    ['a share of a minute', toAppError(new BudgetSpent('p', 'person', 9, SHARE)), 'rate_limited', 9, /"upstream": 20 a minute/],
    ['a share of a day', toAppError(new BudgetSpent('p', 'person', 9, DAY_SHARE)), 'rate_limited', 9, /"upstream-day": 100 a day/],
    ['a missing key', toAppError(failed('not_configured')), 'service_unavailable', undefined, /No weather provider/],
    ['a refused key', toAppError(failed('refused_key')), 'service_unavailable', undefined, /rejected the configured key/],
    ['a plan without the product', toAppError(failed('no_subscription')), 'service_unavailable', undefined, /plan of the configured key/],
    ['a provider that is off', buildNotConfiguredError(true), 'service_unavailable', undefined, /back office/],
    ['a full disk', toAppError(UNWRITABLE), 'service_unavailable', 30, /cannot be written/],
    ['any other error', toAppError(new Error('x')), 'service_unavailable', 5, /cache is not reachable/],
  ]
  for (const [what, error, code, retryAfterSeconds, message] of table)
    it(`after ${what}: ${code}`, () => {
      assert.deepEqual({ code: error.code, retryAfterSeconds: error.retryAfterSeconds }, { code, retryAfterSeconds })
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /secret/)
    })

  it('names the share, for the headers', () => {
    assert.deepEqual(toAppError(new BudgetSpent('p', 'person', 9, SHARE)).spent, SHARE)
    assert.equal(toAppError(new BudgetSpent('p', 'person', 9)).spent, undefined)
  })

  it('is an error of our own unchanged', () => {
    const own = new AppError('invalid_request', 'x')
    assert.equal(toAppError(own), own)
  })
})

describe('isOwnShareSpent', () => {
  it('is true of a client’s share and of what background work may spend', () => {
    const spent = (caller: Caller, share?: typeof SHARE) => isOwnShareSpent(new BudgetSpent('p', caller, 1, share))
    assert.deepEqual(
      [spent('person'), spent('person', SHARE), spent('refresh'), spent('job'), spent('crawler')],
      [false, true, true, true, false],
    )
    assert.equal(isOwnShareSpent(new NotWanted('p')), false)
    assert.equal(isOwnShareSpent(failed('budget_spent')), false)
  })
})
