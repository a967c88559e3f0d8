import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Case, decided, forecast, official, told } from './testing/decisions.ts'
import { at } from './testing/events.ts'

/** Why nothing is told of the one event of each case. */
function table(rows: readonly (readonly [string, Case, string])[]): void {
  for (const [what, situation, expected] of rows) {
    it(what, () => {
      const { matches, notTold } = decided(situation)
      assert.deepEqual([matches, notTold.map(({ reason }) => reason)], [[], [expected]])
    })
  }
}

const WIND = { wind: true }
const warning = official()
const off = official({}, 'cancelled')
const gale = forecast()
const galeOff = forecast({}, 'cancelled')

describe('why an official warning is not told', () => {
  table([
    ['other hazards are asked for', { officials: [warning], wishes: [{ prefs: { fog: true } }] }, 'not_asked'],
    [
      'a higher severity is asked for',
      { officials: [warning], wishes: [{ prefs: { ...WIND, minSeverity: 'extreme' } }] },
      'below_severity',
    ],
    ['it begins after the lead time', { officials: [official({ start: at(20), end: at(30) })], wishes: [{ prefs: WIND }] }, 'lead_time'],
    ['its issuer thinks it unlikely', { officials: [official({ certainty: 'unlikely' })], wishes: [{ prefs: WIND }] }, 'improbable'],
    ['it was told', { officials: [warning], told: [told(warning)] }, 'already_told'],
    ['it was called off and never told', { officials: [off], wishes: [{ prefs: { ...WIND, notifyCancelled: true } }] }, 'never_told'],
    [
      'it was called off, which is not asked for',
      { officials: [off], told: [told(warning)], wishes: [{ prefs: WIND }] },
      'cancellation_not_asked',
    ],
    ['it was told that it was called off', { officials: [off], told: [told(warning, { state: 'cancelled' })] }, 'already_told'],
    ['it is over', { officials: [official({}, 'over')] }, 'over'],
  ])

  it('the nearest of several subscriptions counts', () => {
    const wishes = [{ prefs: { fog: true } }, { prefs: { ...WIND, minSeverity: 'extreme' } }]
    assert.deepEqual(
      decided({ officials: [warning], wishes }).notTold.map(({ reason }) => reason),
      ['below_severity'],
    )
  })
})

describe('why a forecast hazard is not told', () => {
  table([
    ['another threshold is asked for', { forecasts: [gale], wishes: [{ prefs: { wind: { minGustKmh: 90 } } }] }, 'not_asked'],
    ['it is less grave than asked for', { forecasts: [gale], wishes: [{ prefs: { ...WIND, minSeverity: 'severe' } }] }, 'below_severity'],
    ['it begins after the lead time', { forecasts: [gale], wishes: [{ prefs: { ...WIND, leadHours: 1 } }] }, 'lead_time'],
    ['it was told', { forecasts: [gale], told: [told(gale)], wishes: [{ prefs: WIND }] }, 'already_told'],
    [
      'another of its kind was told not long ago',
      { forecasts: [gale], told: [told(forecast({ start: at(-30), end: at(-20) }, 'over', 'earlier'))], wishes: [{ prefs: WIND }] },
      'cooldown',
    ],
    ['it was called off and never told', { forecasts: [galeOff], wishes: [{ prefs: WIND }] }, 'never_told'],
    [
      'it was called off, which is not asked for',
      { forecasts: [galeOff], told: [told(galeOff)], wishes: [{ prefs: WIND }] },
      'cancellation_not_asked',
    ],
  ])
})
