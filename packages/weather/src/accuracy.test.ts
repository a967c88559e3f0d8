import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LEAD_HOURS, getLowerLeadBound } from './accuracy.ts'

it('a band of lead time begins above the bound of the one before, the first at 0', () => {
  assert.deepEqual(LEAD_HOURS.map(getLowerLeadBound), [0, ...LEAD_HOURS.slice(0, -1)])
})
