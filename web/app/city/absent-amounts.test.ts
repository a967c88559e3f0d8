import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PlaceClock, renderScope } from '@isobar/weather'
import { getPlainTexts } from '../../../src/messages/messages.ts'
import { AMOUNT_CASES, NOON } from '../../../test/helpers/amount-cases.ts'
import { buildHourTable } from './meteogram/values.ts'
import { EN, normaliseSpaces } from './testing/teller.ts'
import * as answers from './testing/weather.ts'
import { buildDaysView } from './view/days.ts'
import { buildNowView } from './view/now.ts'

const CLOCK: PlaceClock = { timezone: 'UTC', utcOffsetSeconds: 0 }

describe('an amount is the same in the answer and on the page', () => {
  for (const { name, scopes, amount } of AMOUNT_CASES)
    it(name, () => {
      const { current, hourly, daily } = scopes
      assert.ok(current !== undefined && hourly !== undefined && daily !== undefined)
      const answer = {
        current: renderScope('current', current, CLOCK, 'metric', getPlainTexts('en'), null, NOON * 1_000),
        hourly: renderScope('hourly', hourly, CLOCK, 'metric', getPlainTexts('en'), null, NOON * 1_000).points[0],
        daily: renderScope('daily', daily, CLOCK, 'metric', getPlainTexts('en'), null, NOON * 1_000).points[0],
      }
      assert.ok(answer.hourly !== undefined && answer.daily !== undefined)
      assert.deepEqual(
        [answer.current, answer.hourly, answer.daily].map(({ precipitation }) => precipitation),
        [amount, amount, amount],
      )

      const fact = buildNowView(answers.buildTestCurrent({ ...answer.current, alertIds: null }), EN).facts.find(([label]) =>
        label.endsWith('last hour'),
      )
      const hours = buildHourTable({ hourly: answers.buildTestHourly(answer.hourly.time, [answer.hourly]), air: null }, EN)
      const days = buildDaysView(answers.buildTestDaily([answer.daily]), null, EN)
      const isSnow = (current.snow ?? 0) > 0
      const shown = amount === null ? '–' : `${amount === 0 ? '0' : amount.toFixed(1)} mm`
      // Now, what is not known is left out.
      const waterOf = (text: string | undefined) => normaliseSpaces(text)?.replace(/^about \d+ cm \((.*) as water\)$/, isSnow ? '$1' : '')
      assert.deepEqual([fact?.[1] ?? '–', hours.rows[0]?.[3], days.list[0]?.rain].map(waterOf), [shown, shown, shown])
    })
})
