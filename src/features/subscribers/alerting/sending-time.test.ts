import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertSubscription } from './subscriber.ts'
import {
  type Case,
  decideCase,
  buildTestForecastEvent,
  buildTestNotice,
  buildTestOfficialView,
  summariseDecision,
} from './testing/decisions.ts'
import { HOUR, NOW } from './testing/events.ts'

const warning = buildTestOfficialView()

describe('the time of sending', () => {
  // NOW is noon in UTC.
  const quiet = (prefs: object = {}) => ({ prefs: { official: true, quietHours: { from: '11:00', to: '13:00', ...prefs } } })
  const extreme = buildTestOfficialView({ severity: 'extreme' })
  const held = (situation: Case) => decideCase(situation).held
  const earlier = (hours: number) => [buildTestNotice(buildTestForecastEvent({}, 'over', 'earlier'), { at: NOW - hours * HOUR })]

  it('is not in quiet hours, by the clock of the subscriber', () => {
    assert.equal(held({ officials: [warning], preferences: [quiet()] }), 'quiet_hours')
    assert.equal(held({ officials: [warning], preferences: [{ ...quiet(), timezone: 'America/Chicago' }] }), null)
  })

  it('may be in quiet hours if the warning is extreme, unless the subscriber declines that', () => {
    assert.equal(held({ officials: [extreme], preferences: [quiet()] }), null)
    assert.equal(held({ officials: [extreme], preferences: [quiet({ exceptExtreme: false })] }), 'quiet_hours')
  })

  it('is not in quiet hours for the all-clear of an extreme warning', () => {
    const off = buildTestOfficialView({ severity: 'extreme' }, 'cancelled')
    const preferences = [{ prefs: { ...quiet().prefs, notifyCancelled: true } }]
    assert.equal(held({ officials: [off], notices: [buildTestNotice(off)], preferences }), 'quiet_hours')
  })

  it('is at most once an hour or a day if the subscriber wants that', () => {
    const at = (frequency: AlertSubscription['frequency'], hours: number) =>
      held({ officials: [warning], notices: earlier(hours), preferences: [{ frequency }] })
    assert.deepEqual([at('hourly', 0.99), at('hourly', 1)], ['frequency', null])
    assert.deepEqual([at('daily', 23.9), at('daily', 24)], ['frequency', null])
    assert.equal(at('immediate', 0.25), null)
    assert.equal(held({ officials: [warning], preferences: [{ frequency: 'daily' }] }), null)
  })

  it('is immediate if the warning is extreme', () => {
    assert.equal(held({ officials: [extreme], notices: earlier(0.25), preferences: [{ frequency: 'daily' }] }), null)
  })

  it('follows the subscription that was changed last', () => {
    assert.equal(held({ officials: [warning], preferences: [quiet(), {}] }), 'quiet_hours')
    assert.equal(held({ officials: [warning], preferences: [{}, quiet()] }), null)
  })

  it('is not held back if there is nothing to send', () => {
    assert.deepEqual(summariseDecision(decideCase({ preferences: [quiet()] })), { matches: [], held: null, cooling: 0 })
  })
})
