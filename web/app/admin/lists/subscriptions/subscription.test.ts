import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeSendingSwitch } from './subscription.ts'

it('the switch says that emails are sent only where they are', () => {
  for (const isActive of [true, false])
    for (const active of [true, false])
      for (const confirmed of [true, false]) {
        const isSent = isActive && active && confirmed
        assert.equal(
          describeSendingSwitch(isActive, { active, confirmed }) === 'Emails are sent',
          isSent,
          JSON.stringify({ isActive, active, confirmed }),
        )
      }
  assert.equal(describeSendingSwitch(false, { active: false, confirmed: true }), 'Ended: no emails are sent')
})
