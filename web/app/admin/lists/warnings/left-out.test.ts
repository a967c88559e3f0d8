import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeOmissions } from './left-out.ts'

it('says what was left out and why, the largest number first', () => {
  assert.equal(
    describeOmissions({ test: 1, green: 12, marker: 3 }),
    'On the green level: 12; Marked as no warning by the sender: 3; Tests and exercises: 1',
  )
  assert.equal(describeOmissions({ newReason: 2 }), 'New reason: 2')
  assert.equal(describeOmissions({}), '')
})
