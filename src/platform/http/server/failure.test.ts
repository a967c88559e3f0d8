import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError, ERROR_CODES } from '../../../errors.ts'
import { toFailure, RefusedRequest } from './failure.ts'
import { toHttpStatus } from './status.ts'

describe('statusOf', () => {
  it('maps every code', () => {
    const statuses = ERROR_CODES.map((code) => `${code} ${toHttpStatus(code)}`)
    assert.deepEqual(statuses, [
      'invalid_request 400',
      'unauthorized 401',
      'forbidden 403',
      'not_found 404',
      'location_not_found 404',
      'conflict 409',
      'limit_reached 409',
      'gone 410',
      'rate_limited 429',
      'upstream_error 502',
      'service_unavailable 503',
      'internal_error 500',
    ])
  })

  it('lets a route turn service_unavailable into a 502, and nothing else', () => {
    assert.equal(toHttpStatus('service_unavailable', 502), 502)
    assert.equal(toHttpStatus('internal_error', 502), 500)
  })
})

describe('failureOf', () => {
  it('gives every 429 and 503 a retry time, a 502 only a known one', () => {
    assert.equal(toFailure(new AppError('rate_limited', 'm')).retryAfterSeconds, 60)
    assert.equal(toFailure(new AppError('service_unavailable', 'm')).retryAfterSeconds, 10)
    assert.equal(toFailure(new AppError('service_unavailable', 'm'), 502).retryAfterSeconds, undefined)
    assert.equal(toFailure(new AppError('upstream_error', 'm')).retryAfterSeconds, undefined)
    assert.equal(toFailure(new AppError('upstream_error', 'm', { retryAfterSeconds: 4.2 })).retryAfterSeconds, 5)
    assert.equal(toFailure(new AppError('rate_limited', 'm', { retryAfterSeconds: 0 })).retryAfterSeconds, 1)
  })

  it('limits the details', () => {
    const details = Array.from({ length: 500 }, (_, i) => ({ path: `cities[${i}]`, message: 'is wrong' }))
    for (const [given, sent] of [
      [500, 20],
      [21, 20],
      [20, 20],
      [19, 19],
    ] as const)
      assert.equal(toFailure(new AppError('invalid_request', 'm', { details: details.slice(0, given) })).details?.length, sent)
  })

  it('keeps the status of a refusal', () => {
    const { status, code } = toFailure(new RefusedRequest(405))
    assert.deepEqual({ status, code }, { status: 405, code: 'invalid_request' })
  })

  it('reveals nothing of an unexpected error', () => {
    const secret = Object.assign(new Error('connect postgres://user:hunter2@db'), { statusCode: 400, code: 'EHUNTER' })
    for (const error of [secret, 'hunter2', { message: 'hunter2' }, null]) {
      const failure = toFailure(error)
      assert.equal(failure.status, 500)
      assert.equal(failure.code, 'internal_error')
      assert.ok(!JSON.stringify(failure).includes('hunter2'))
    }
  })

  it('says that the database is unavailable, but nothing about where it was', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED hunter2'), { code: 'ECONNREFUSED' })
    const noSocket = Object.assign(new Error('connect ENOENT /hunter2'), { code: 'ENOENT', syscall: 'connect' })
    for (const error of [refused, noSocket]) {
      const failure = toFailure(error)
      assert.deepEqual(
        { status: failure.status, code: failure.code, typeOfRetryAfterSeconds: typeof failure.retryAfterSeconds },
        { status: 503, code: 'service_unavailable', typeOfRetryAfterSeconds: 'number' },
      )
      assert.ok(!JSON.stringify(failure).includes('hunter2'))
    }
    const noFile = Object.assign(new Error('open ENOENT'), { code: 'ENOENT', syscall: 'open' })
    assert.equal(toFailure(noFile).code, 'internal_error')
  })

  it('does not quote the request when the framework refuses it', () => {
    const error = Object.assign(new Error("'/%zz<script>' is not a valid url component"), { statusCode: 400, code: 'FST_ERR_BAD_URL' })
    assert.deepEqual(toFailure(error), { status: 400, code: 'invalid_request', message: 'The request is malformed' })
  })
})
