import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AMOUNT_CASES } from '../../../../../../test/helpers/amount-cases.ts'
import { mailWords, measuresOf } from '../../../../mail/catalogue/index.ts'
import { dayRows } from './week.ts'

describe('the precipitation of a day', () => {
  const words = mailWords('en', 'metric')
  for (const { name, scopes, amount } of AMOUNT_CASES)
    it(name, () => {
      const mailed = dayRows(scopes.daily?.points ?? [], words, measuresOf(words, 'metric'))[0]?.precipitation ?? null
      const isSnow = (scopes.daily?.points[0]?.snow ?? 0) > 0
      const shown = amount === null ? null : `${amount === 0 ? '0' : '1.5'} mm${isSnow ? ' as water' : ''}`
      assert.equal(mailed?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null, shown)
    })
})
