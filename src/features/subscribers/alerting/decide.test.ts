import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ForecastHazardName } from '../../../domain/hazards/index.ts'
import { type Case, decided, forecast, official, outcome, noticeOf, withRelay } from './testing/decisions.ts'
import { at, HOUR, NOW } from './testing/events.ts'

type Expected = string | readonly string[]

function table(rows: readonly (readonly [string, Case, Expected])[]): void {
  for (const [what, situation, expected] of rows) {
    it(what, () => {
      const matches = typeof expected === 'string' ? [expected] : expected
      assert.deepEqual(outcome(decided(situation)), { matches, held: null, cooling: 0 })
    })
  }
}

const warning = official()
const gale = forecast()
const WIND = [{ prefs: { wind: true } }]
const CANCELLATIONS = [{ prefs: { official: true, wind: true, notifyCancelled: true } }]

describe('an official warning', () => {
  const extended = (hours: number) => official({ end: at(5 + hours) })
  table([
    ['is sent', { officials: [warning] }, 'new official'],
    ['is sent once', { officials: [warning], notices: [noticeOf(warning)] }, []],
    [
      'is sent again when its severity increases',
      { officials: [official({ severity: 'extreme' })], notices: [noticeOf(warning)] },
      'upgraded official',
    ],
    [
      'is not sent again when its severity decreases',
      { officials: [official({ severity: 'minor' })], notices: [noticeOf(warning)], preferences: WIND },
      [],
    ],
    ['is not sent again when its severity becomes known', { officials: [warning], notices: [noticeOf(warning, { severity: null })] }, []],
    [
      'is sent again when it lasts a quarter of an hour longer',
      { officials: [extended(0.25)], notices: [noticeOf(warning)] },
      'extended official',
    ],
    ['is not sent again for less than that', { officials: [extended(0.24)], notices: [noticeOf(warning)] }, []],
    ['is not sent again when it ends earlier', { officials: [extended(-2)], notices: [noticeOf(warning)] }, []],
    [
      'is sent again when it no longer has an end',
      { officials: [official({ end: null })], notices: [noticeOf(warning)] },
      'extended official',
    ],
    [
      'is not sent again when its issuer, read after the relay, states no end',
      { officials: [withRelay({ end: null })], notices: [noticeOf(warning)] },
      [],
    ],
    ['is not sent again when it gets an end', { officials: [warning], notices: [noticeOf(warning, { end: Infinity })] }, []],
    [
      'is sent once when it becomes both more severe and longer',
      { officials: [official({ severity: 'extreme', end: at(9) })], notices: [noticeOf(warning)] },
      'upgraded official',
    ],
    [
      'that was called off is sent to subscribers who want that',
      { officials: [official({}, 'cancelled')], notices: [noticeOf(warning)], preferences: CANCELLATIONS },
      'cancelled official',
    ],
    ['that was called off is not sent to others', { officials: [official({}, 'cancelled')], notices: [noticeOf(warning)] }, []],
    [
      'that was called off is not sent to those who were never notified of it',
      { officials: [official({}, 'cancelled')], preferences: CANCELLATIONS },
      [],
    ],
    [
      'is called off once',
      { officials: [official({}, 'cancelled')], notices: [noticeOf(warning, { state: 'cancelled' })], preferences: CANCELLATIONS },
      [],
    ],
    [
      'is not called off once it would be over anyway',
      {
        officials: [official({ end: at(-0.1) }, 'cancelled')],
        notices: [noticeOf(official({ end: at(-0.1) }))],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'is not called off at the moment at which it ends anyway',
      { officials: [official({ end: at(0) }, 'cancelled')], notices: [noticeOf(official({ end: at(0) }))], preferences: CANCELLATIONS },
      [],
    ],
    [
      'is called off to the end',
      {
        officials: [official({ end: at(0.01) }, 'cancelled')],
        notices: [noticeOf(official({ end: at(0.01) }))],
        preferences: CANCELLATIONS,
      },
      'cancelled official',
    ],
    [
      'that comes back is sent again to those who were told that it was off',
      { officials: [warning], notices: [noticeOf(warning, { state: 'cancelled' })] },
      'new official',
    ],
    ['that comes back is not sent to the others', { officials: [warning], notices: [noticeOf(warning)] }, []],
    ['that is over is not sent', { officials: [official({}, 'over')] }, []],
    ['below the least severity is not sent', { officials: [official({ severity: 'minor' })] }, []],
    ['of unknown severity counts as moderate', { officials: [official({ severity: null })] }, 'new official'],
    ['within the lead time is sent', { officials: [official({ start: at(12), end: at(20) })] }, 'new official'],
    ['beyond the lead time is not sent', { officials: [official({ start: at(12.1), end: at(20) })] }, []],
    ['that its issuer calls unlikely is not sent', { officials: [official({ certainty: 'unlikely' })] }, []],
    ['that its issuer calls past is not sent', { officials: [official({ urgency: 'past' })] }, []],
    [
      'that its relay had given another end is extended',
      { officials: [withRelay({ end: null })], notices: [noticeOf(official({ end: at(4) }))] },
      'extended official',
    ],
    [
      'whose severity was unknown is sent again when it exceeds the first known one',
      {
        officials: [{ ...official({ severity: 'extreme' }), event: official({ severity: 'severe' }).event }],
        notices: [noticeOf(warning, { severity: null })],
      },
      'upgraded official',
    ],
    ['of another hazard is not sent', { officials: [warning], preferences: [{ prefs: { flood: true } }] }, []],
    ['of a selected hazard is sent', { officials: [warning], preferences: WIND }, 'new official'],
    [
      'is sent if one of several subscriptions selects it',
      { officials: [warning], preferences: [{ prefs: { flood: true } }, ...WIND] },
      'new official',
    ],
    [
      'is not sent for the severity of one subscription and the hazard of another',
      {
        officials: [official({ severity: 'minor' })],
        preferences: [{ prefs: { official: true, minSeverity: 'severe' } }, { prefs: { flood: true } }],
      },
      [],
    ],
  ])
})

describe('a forecast hazard', () => {
  const asked = (hazard: ForecastHazardName, prefs: object, threshold: number | null) => ({
    forecasts: [forecast({ hazard, threshold })],
    preferences: [{ prefs: { [hazard]: prefs } }],
  })
  const later = forecast({ start: at(10), end: at(12) }, 'open', 'later')
  const LONG_AGO = NOW - 7 * HOUR
  table([
    ['is sent', { forecasts: [gale], preferences: WIND }, 'new forecast'],
    [
      'is sent once, however it changes',
      { forecasts: [forecast({ end: at(20) })], notices: [noticeOf(gale, { at: LONG_AGO })], preferences: WIND },
      [],
    ],
    ['of a threshold that is not in the preferences is not sent', asked('wind', { minGustKmh: 70 }, 60), []],
    ['of a threshold in the preferences is sent', asked('wind', { minGustKmh: 70 }, 70), 'new forecast'],
    ['without a threshold is sent', asked('fog', {}, null), 'new forecast'],
    ['within the lead time is sent', { forecasts: [forecast({ start: at(12) })], preferences: WIND }, 'new forecast'],
    ['beyond the lead time is not sent', { forecasts: [forecast({ start: at(13), end: at(14) })], preferences: WIND }, []],
    ['counts as moderate', { forecasts: [gale], preferences: [{ prefs: { wind: true, minSeverity: 'moderate' } }] }, 'new forecast'],
    [
      'is not sent to those who want only higher severities',
      { forecasts: [gale], preferences: [{ prefs: { wind: true, minSeverity: 'severe' } }] },
      [],
    ],
    [
      'is not sent again under another threshold',
      {
        forecasts: [forecast({ threshold: 50, start: at(1) }, 'open', 'other')],
        notices: [noticeOf(gale, { at: LONG_AGO })],
        preferences: [{ prefs: { wind: { minGustKmh: 50 } } }],
      },
      [],
    ],
    [
      'of two thresholds of one person is sent once',
      {
        forecasts: [gale, forecast({ threshold: 80, start: at(3) }, 'open', 'worse')],
        preferences: [{ prefs: { wind: { minGustKmh: 80 } } }, ...WIND],
      },
      'new worse',
    ],
    [
      'that was part of a longer one when that was sent is not sent',
      {
        forecasts: [gale, later],
        notices: [noticeOf(gale, { at: LONG_AGO, end: Date.parse(later.data.start) + HOUR })],
        preferences: WIND,
      },
      [],
    ],
    [
      'is sent later, after the cooldown',
      { forecasts: [later], notices: [noticeOf(gale, { at: LONG_AGO })], preferences: WIND },
      'new later',
    ],
    [
      'is sent together with another one',
      { forecasts: [gale, forecast({ start: at(9), end: at(11) }, 'open', 'second')], preferences: WIND },
      ['new forecast', 'new second'],
    ],
    [
      'that was called off is sent to subscribers who want that',
      { forecasts: [forecast({}, 'cancelled')], notices: [noticeOf(forecast({}, 'cancelled'))], preferences: CANCELLATIONS },
      'cancelled forecast',
    ],
    [
      'that was called off is not sent to others',
      { forecasts: [forecast({}, 'cancelled')], notices: [noticeOf(forecast({}, 'cancelled'))], preferences: WIND },
      [],
    ],
    [
      'is not called off at the moment at which it begins',
      {
        forecasts: [forecast({ start: at(0) }, 'cancelled')],
        notices: [noticeOf(forecast({ start: at(0) }, 'cancelled'))],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'is called off until it begins',
      {
        forecasts: [forecast({ start: at(0.01) }, 'cancelled')],
        notices: [noticeOf(forecast({ start: at(0.01) }, 'cancelled'))],
        preferences: CANCELLATIONS,
      },
      'cancelled forecast',
    ],
    [
      'is called off once',
      {
        forecasts: [forecast({}, 'cancelled')],
        notices: [noticeOf(forecast({}, 'cancelled'), { state: 'cancelled' })],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'of which a part is left is not called off',
      {
        forecasts: [later],
        notices: [noticeOf(forecast({}, 'cancelled'), { at: LONG_AGO, end: Date.parse(later.data.start) })],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'that another threshold still shows is not called off',
      { forecasts: [gale], notices: [noticeOf(forecast({ threshold: 80 }, 'cancelled', 'worse'))], preferences: CANCELLATIONS },
      [],
    ],
  ])

  it('waits for the cooldown of its own hazard only', () => {
    const situation = { forecasts: [later, forecast({ hazard: 'rain', threshold: 4 }, 'open', 'rain')], notices: [noticeOf(gale)] }
    const preferences = [{ prefs: { wind: true, rain: true } }]
    assert.deepEqual(outcome(decided({ ...situation, preferences })), { matches: ['new rain'], held: null, cooling: 1 })
  })

  it('uses the cooldown of the preferences', () => {
    const withCooldown = (cooldownMinutes: number) =>
      decided({ forecasts: [later], notices: [noticeOf(gale)], preferences: [{ prefs: { wind: true, cooldownMinutes } }] })
    assert.deepEqual(
      [outcome(withCooldown(61)).matches, outcome(withCooldown(60)).matches, outcome(withCooldown(0)).matches],
      [[], ['new later'], ['new later']],
    )
  })
})

describe('a forecast hazard that returns after it was called off', () => {
  const after = (times: number) =>
    outcome(decided({ forecasts: [gale], notices: [noticeOf(gale, { state: 'cancelled', times })], preferences: CANCELLATIONS }))

  it('is sent at once the first time', () => {
    assert.deepEqual(after(2), { matches: ['new forecast'], held: null, cooling: 0 })
    assert.deepEqual(after(3).matches, [])
  })
  it('waits for the cooldown if it flips back and forth', () => assert.deepEqual(after(4), { matches: [], held: null, cooling: 1 }))
})

it('a match has the last notice about its event, if there is one', () => {
  const before = noticeOf(gale, { state: 'cancelled', times: 2 })
  const other = noticeOf(forecast({ hazard: 'rain', threshold: 4 }, 'open', 'other'))
  const [repeated] = decided({ forecasts: [gale], notices: [other, before], preferences: WIND }).matches
  const [first] = decided({ forecasts: [gale], notices: [other], preferences: WIND }).matches
  assert.deepEqual([repeated?.notice, first?.notice], [before, undefined])
})
