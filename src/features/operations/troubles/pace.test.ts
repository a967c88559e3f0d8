import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_SECONDS } from '../../../time.ts'
import { formatTroubleTime, estimateExhaustion } from './pace.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}Z`)
const NOW = at('21T18:20:00')
const [MINUTE, HOUR, MONTH] = [60, 3_600, 31 * DAY_SECONDS]

describe('a budget at the present pace', () => {
  const cases: readonly [name: string, windowSeconds: number, limit: number, used: number, spent: number, until: number | null][] = [
    ['a minute: 30 of 60 left, 60 in the last minute', MINUTE, 60, 30, 60, NOW + 30_000],
    ['a minute: at this pace not before the next one', MINUTE, 60, 30, 20, null],
    ['an hour: 100 left, 50 in the last ten minutes', HOUR, 1_000, 900, 50, at('21T18:40:00')],
    ['an hour: 250 left would last until 19:10', HOUR, 1_000, 750, 50, null],
    ['a day: 100 left, 30 in the last hour', DAY_SECONDS, 1_000, 900, 30, at('21T21:40:00')],
    ['a day: a little slower, and it lasts the day', DAY_SECONDS, 1_000, 900, 17, null],
    ['a day: exactly until it resets is until it resets', DAY_SECONDS, 1_000, 1_000 - 340, 60, null],
    ['a day: half of its calls weigh 1.5', DAY_SECONDS, 1_000, 850, 75, at('21T20:20:00')],
    ['a month: 9,000 left, 3,000 in the last day', MONTH, 100_000, 91_000, 3_000, at('24T18:20:00')],
    ['a month: the calendar’s, which has 30 days', MONTH, 100_000, 72_000, 3_000, null],
    ['nothing was called', DAY_SECONDS, 1_000, 900, 0, null],
    ['it is spent', DAY_SECONDS, 1_000, 1_000, 0, NOW],
    ['more than all is spent', MONTH, 1_000, 1_000.5, 10, NOW],
  ]
  for (const [name, windowSeconds, limit, used, spent, until] of cases)
    it(name, () => assert.equal(estimateExhaustion({ windowSeconds, limit, used }, spent, NOW), until))
})

it('times in notices name the day', () => {
  assert.deepEqual(
    ['21T21:40:00', '04T00:05:59'].map((text) => formatTroubleTime(at(text))),
    ['21 Nov, 21:40 UTC', '4 Nov, 00:05 UTC'],
  )
})
