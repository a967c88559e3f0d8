import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import { parsePeriods } from './period.ts'

const NOW = Date.parse('2026-07-08T12:00:00Z')

function shown(from: string | undefined, to: string | undefined, timezone = 'UTC') {
  const { observed, forecast } = parsePeriods(from, to, timezone, NOW)
  return [observed.fromMs, observed.toMs, forecast.fromMs, forecast.toMs].map(formatInstant)
}

function faultOf(from: string | undefined, to?: string): string {
  try {
    parsePeriods(from, to, 'UTC', NOW)
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'invalid_request')
    return `${error.details?.[0]?.path} ${error.details?.[0]?.message}`
  }
  return 'none'
}

describe('parsePeriods', () => {
  it('is the last 7 days by default, with forecasts for the coming 7', () => {
    assert.deepEqual(shown(undefined, undefined), [
      '2026-07-01T12:00:00Z',
      '2026-07-08T12:00:00Z',
      '2026-07-01T12:00:00Z',
      '2026-07-15T12:00:00Z',
    ])
  })

  it('accepts a local day, the last one up to its end', () => {
    assert.deepEqual(shown('2026-07-04', '2026-07-05', 'America/New_York').slice(0, 2), ['2026-07-04T04:00:00Z', '2026-07-06T03:59:59Z'])
    assert.deepEqual(shown('2026-07-04', '2026-07-04', 'Asia/Kathmandu').slice(0, 2), ['2026-07-03T18:15:00Z', '2026-07-04T18:14:59Z'])
  })

  it('handles days of 23 and of 25 hours, and one without midnight', () => {
    assert.deepEqual(shown('2026-03-29', '2026-03-29', 'Europe/Berlin').slice(0, 2), ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'])
    assert.deepEqual(shown('2026-10-25', '2026-10-25', 'Europe/Berlin').slice(0, 2), ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'])
    // In Santiago clocks jump from 23:59:59 on 5 September to 01:00 on the 6th.
    assert.deepEqual(shown('2026-09-06', '2026-09-06', 'America/Santiago').slice(0, 2), ['2026-09-06T04:00:00Z', '2026-09-07T02:59:59Z'])
  })

  it('accepts instants with any offset', () => {
    assert.deepEqual(shown('2026-07-01T00:00:00Z', '2026-07-02T01:30:00+02:00').slice(0, 2), [
      '2026-07-01T00:00:00Z',
      '2026-07-01T23:30:00Z',
    ])
    assert.deepEqual(shown('2026-07-01T00:00Z', '2026-07-01T00:00:00.250Z').slice(0, 2), ['2026-07-01T00:00:00Z', '2026-07-01T00:00:00Z'])
  })

  it('derives an omitted end from the given one', () => {
    assert.deepEqual(shown(undefined, '2026-05-10').slice(0, 2), ['2026-05-03T23:59:59Z', '2026-05-10T23:59:59Z'])
    assert.deepEqual(shown('2026-05-10', undefined), [
      '2026-05-10T00:00:00Z',
      '2026-07-08T12:00:00Z',
      '2026-05-10T00:00:00Z',
      '2026-07-15T12:00:00Z',
    ])
    assert.deepEqual(shown('2026-07-10', undefined), [
      '2026-07-10T00:00:00Z',
      '2026-07-10T00:00:00Z',
      '2026-07-10T00:00:00Z',
      '2026-07-15T12:00:00Z',
    ])
    assert.deepEqual(shown('2026-09-01', undefined).slice(2), ['2026-09-01T00:00:00Z', '2026-09-01T00:00:00Z'])
  })

  it('refuses what is neither a date nor an instant, and names it', () => {
    const wrong = 'from must be a date (2026-11-21) or an instant (2026-11-21T03:00:00Z)'
    for (const text of [
      'yesterday',
      '2026-02-30',
      '2026-13-01',
      '2026-7-1',
      '20260701',
      '2026-07-01T25:00:00Z',
      '2026-07-01T10:00:00',
      '1751328000',
    ])
      assert.equal(faultOf(text), wrong, text)
    assert.match(faultOf(undefined, '2026-06-31'), /^to must be a date/)
    assert.equal(faultOf('1969-12-31'), 'from must be between 1970 and 2200')
    assert.equal(faultOf('0000-01-01'), 'from must be between 1970 and 2200')
    assert.equal(faultOf(undefined, '9999-12-31'), 'to must be between 1970 and 2200')
  })

  it('refuses a from after to', () => {
    assert.equal(faultOf('2026-07-02', '2026-07-01'), 'from must not be after `to`')
    assert.equal(faultOf('2026-07-02', '2026-07-02'), 'none')
    assert.equal(faultOf('2026-07-02T00:00:01Z', '2026-07-02T00:00:00Z'), 'from must not be after `to`')
  })
})
