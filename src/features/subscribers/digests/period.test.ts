import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'
import { DIGEST_FREQUENCIES, computeDigestPeriod } from './period.ts'

describe('periods', () => {
  const table: readonly (readonly [instant: string, frequency: DigestFrequency, from: string, to: string])[] = [
    ['2026-07-01T12:00:00Z', 'daily', '2026-07-01', '2026-07-01'],
    ['2026-07-01T23:59:59.999Z', 'daily', '2026-07-01', '2026-07-01'],
    ['2026-07-02T00:00:00Z', 'daily', '2026-07-02', '2026-07-02'],
    ['2026-07-01T12:00:00Z', 'weekly', '2026-06-29', '2026-07-05'],
    ['2026-07-05T23:59:59.999Z', 'weekly', '2026-06-29', '2026-07-05'],
    ['2026-07-06T00:00:00Z', 'weekly', '2026-07-06', '2026-07-12'],
    // 2026 has 53 ISO weeks: the 53rd ends in January, so two odd weeks are adjacent.
    ['2026-12-28T00:00:00Z', 'weekly', '2026-12-28', '2027-01-03'],
    ['2027-01-03T23:00:00Z', 'weekly', '2026-12-28', '2027-01-03'],
    ['2027-01-04T00:00:00Z', 'weekly', '2027-01-04', '2027-01-10'],
    ['2026-12-20T23:59:59Z', 'biweekly', '2026-12-07', '2026-12-20'],
    ['2026-12-21T00:00:00Z', 'biweekly', '2026-12-21', '2027-01-03'],
    ['2027-01-03T23:59:00Z', 'biweekly', '2026-12-21', '2027-01-03'],
    ['2027-01-04T00:00:00Z', 'biweekly', '2027-01-04', '2027-01-17'],
    ['1970-01-04T12:00:00Z', 'biweekly', '1969-12-22', '1970-01-04'],
    ['2026-07-31T23:59:59Z', 'monthly', '2026-07-01', '2026-07-31'],
    ['2026-08-01T00:00:00Z', 'monthly', '2026-08-01', '2026-08-31'],
    ['2028-02-29T06:00:00Z', 'monthly', '2028-02-01', '2028-02-29'],
    ['2026-12-31T23:00:00Z', 'monthly', '2026-12-01', '2026-12-31'],
  ]
  for (const [instant, frequency, from, to] of table)
    it(`${frequency} at ${instant} is ${from} to ${to}`, () => {
      assert.deepEqual(computeDigestPeriod(frequency, Date.parse(instant)), { from, to })
    })

  it('follow each other without gap or overlap, and cover every moment', () => {
    for (const frequency of DIGEST_FREQUENCIES) {
      let previous = computeDigestPeriod(frequency, Date.parse('2026-01-01'))
      for (let day = Date.parse('2026-01-01'); day < Date.parse('2029-03-01'); day += 86_400_000) {
        const period = computeDigestPeriod(frequency, day)
        const today = new Date(day).toISOString().slice(0, 10)
        assert.ok(period.from <= today && today <= period.to)
        if (period.from === previous.from) continue
        assert.equal(Date.parse(period.from), Date.parse(previous.to) + 86_400_000)
        previous = period
      }
    }
  })
})
