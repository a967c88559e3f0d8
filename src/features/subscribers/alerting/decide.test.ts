import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ForecastHazardName } from '@isobar/weather'
import {
  type Case,
  decideCase,
  buildTestForecastEvent,
  buildTestOfficialView,
  summariseDecision,
  buildTestNotice,
  withRelay,
} from './testing/decisions.ts'
import { formatInstantAfter, HOUR, NOW } from './testing/events.ts'

type Expected = string | readonly string[]

function table(rows: readonly (readonly [string, Case, Expected])[]): void {
  for (const [what, situation, expected] of rows) {
    it(what, () => {
      const matches = typeof expected === 'string' ? [expected] : expected
      assert.deepEqual(summariseDecision(decideCase(situation)), { matches, held: null, cooling: 0 })
    })
  }
}

const warning = buildTestOfficialView()
const gale = buildTestForecastEvent()
const WIND = [{ prefs: { wind: true } }]
const CANCELLATIONS = [{ prefs: { official: true, wind: true, notifyCancelled: true } }]

describe('an official warning', () => {
  const extended = (hours: number) => buildTestOfficialView({ end: formatInstantAfter(5 + hours) })
  table([
    ['is sent', { officials: [warning] }, 'new official'],
    ['is sent once', { officials: [warning], notices: [buildTestNotice(warning)] }, []],
    [
      'is sent again when its severity increases',
      { officials: [buildTestOfficialView({ severity: 'extreme' })], notices: [buildTestNotice(warning)] },
      'upgraded official',
    ],
    [
      'is not sent again when its severity decreases',
      { officials: [buildTestOfficialView({ severity: 'minor' })], notices: [buildTestNotice(warning)], preferences: WIND },
      [],
    ],
    [
      'is not sent again when its severity becomes known',
      { officials: [warning], notices: [buildTestNotice(warning, { severity: null })] },
      [],
    ],
    [
      'is sent again when it lasts a quarter of an hour longer',
      { officials: [extended(0.25)], notices: [buildTestNotice(warning)] },
      'extended official',
    ],
    ['is not sent again for less than that', { officials: [extended(0.24)], notices: [buildTestNotice(warning)] }, []],
    ['is not sent again when it ends earlier', { officials: [extended(-2)], notices: [buildTestNotice(warning)] }, []],
    [
      'is sent again when it no longer has an end',
      { officials: [buildTestOfficialView({ end: null })], notices: [buildTestNotice(warning)] },
      'extended official',
    ],
    [
      'is not sent again when its issuer, read after the relay, states no end',
      { officials: [withRelay({ end: null })], notices: [buildTestNotice(warning)] },
      [],
    ],
    ['is not sent again when it gets an end', { officials: [warning], notices: [buildTestNotice(warning, { end: Infinity })] }, []],
    [
      'is sent once when it becomes both more severe and longer',
      { officials: [buildTestOfficialView({ severity: 'extreme', end: formatInstantAfter(9) })], notices: [buildTestNotice(warning)] },
      'upgraded official',
    ],
    [
      'that was called off is sent to subscribers who want that',
      { officials: [buildTestOfficialView({}, 'cancelled')], notices: [buildTestNotice(warning)], preferences: CANCELLATIONS },
      'cancelled official',
    ],
    [
      'that was called off is not sent to others',
      { officials: [buildTestOfficialView({}, 'cancelled')], notices: [buildTestNotice(warning)] },
      [],
    ],
    [
      'that was called off is not sent to those who were never notified of it',
      { officials: [buildTestOfficialView({}, 'cancelled')], preferences: CANCELLATIONS },
      [],
    ],
    [
      'is called off once',
      {
        officials: [buildTestOfficialView({}, 'cancelled')],
        notices: [buildTestNotice(warning, { state: 'cancelled' })],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'is not called off once it would be over anyway',
      {
        officials: [buildTestOfficialView({ end: formatInstantAfter(-0.1) }, 'cancelled')],
        notices: [buildTestNotice(buildTestOfficialView({ end: formatInstantAfter(-0.1) }))],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'is not called off at the moment at which it ends anyway',
      {
        officials: [buildTestOfficialView({ end: formatInstantAfter(0) }, 'cancelled')],
        notices: [buildTestNotice(buildTestOfficialView({ end: formatInstantAfter(0) }))],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'is called off to the end',
      {
        officials: [buildTestOfficialView({ end: formatInstantAfter(0.01) }, 'cancelled')],
        notices: [buildTestNotice(buildTestOfficialView({ end: formatInstantAfter(0.01) }))],
        preferences: CANCELLATIONS,
      },
      'cancelled official',
    ],
    [
      'that comes back is sent again to those who were told that it was off',
      { officials: [warning], notices: [buildTestNotice(warning, { state: 'cancelled' })] },
      'new official',
    ],
    ['that comes back is not sent to the others', { officials: [warning], notices: [buildTestNotice(warning)] }, []],
    ['that is over is not sent', { officials: [buildTestOfficialView({}, 'over')] }, []],
    ['below the least severity is not sent', { officials: [buildTestOfficialView({ severity: 'minor' })] }, []],
    ['of unknown severity counts as moderate', { officials: [buildTestOfficialView({ severity: null })] }, 'new official'],
    [
      'within the lead time is sent',
      { officials: [buildTestOfficialView({ start: formatInstantAfter(12), end: formatInstantAfter(20) })] },
      'new official',
    ],
    [
      'beyond the lead time is not sent',
      { officials: [buildTestOfficialView({ start: formatInstantAfter(12.1), end: formatInstantAfter(20) })] },
      [],
    ],
    ['that its issuer calls unlikely is not sent', { officials: [buildTestOfficialView({ certainty: 'unlikely' })] }, []],
    ['that its issuer calls past is not sent', { officials: [buildTestOfficialView({ urgency: 'past' })] }, []],
    [
      'that its relay had given another end is extended',
      { officials: [withRelay({ end: null })], notices: [buildTestNotice(buildTestOfficialView({ end: formatInstantAfter(4) }))] },
      'extended official',
    ],
    [
      'whose severity was unknown is sent again when it exceeds the first known one',
      {
        officials: [{ ...buildTestOfficialView({ severity: 'extreme' }), event: buildTestOfficialView({ severity: 'severe' }).event }],
        notices: [buildTestNotice(warning, { severity: null })],
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
        officials: [buildTestOfficialView({ severity: 'minor' })],
        preferences: [{ prefs: { official: true, minSeverity: 'severe' } }, { prefs: { flood: true } }],
      },
      [],
    ],
  ])
})

describe('a forecast hazard', () => {
  const asked = (hazard: ForecastHazardName, prefs: object, threshold: number | null) => ({
    forecasts: [buildTestForecastEvent({ hazard, threshold })],
    preferences: [{ prefs: { [hazard]: prefs } }],
  })
  const later = buildTestForecastEvent({ start: formatInstantAfter(10), end: formatInstantAfter(12) }, 'open', 'later')
  const LONG_AGO = NOW - 7 * HOUR
  table([
    ['is sent', { forecasts: [gale], preferences: WIND }, 'new forecast'],
    [
      'is sent once, however it changes',
      {
        forecasts: [buildTestForecastEvent({ end: formatInstantAfter(20) })],
        notices: [buildTestNotice(gale, { at: LONG_AGO })],
        preferences: WIND,
      },
      [],
    ],
    ['of a threshold that is not in the preferences is not sent', asked('wind', { minGustKmh: 70 }, 60), []],
    ['of a threshold in the preferences is sent', asked('wind', { minGustKmh: 70 }, 70), 'new forecast'],
    ['without a threshold is sent', asked('fog', {}, null), 'new forecast'],
    [
      'within the lead time is sent',
      { forecasts: [buildTestForecastEvent({ start: formatInstantAfter(12) })], preferences: WIND },
      'new forecast',
    ],
    [
      'beyond the lead time is not sent',
      { forecasts: [buildTestForecastEvent({ start: formatInstantAfter(13), end: formatInstantAfter(14) })], preferences: WIND },
      [],
    ],
    ['counts as moderate', { forecasts: [gale], preferences: [{ prefs: { wind: true, minSeverity: 'moderate' } }] }, 'new forecast'],
    [
      'is not sent to those who want only higher severities',
      { forecasts: [gale], preferences: [{ prefs: { wind: true, minSeverity: 'severe' } }] },
      [],
    ],
    [
      'is not sent again under another threshold',
      {
        forecasts: [buildTestForecastEvent({ threshold: 50, start: formatInstantAfter(1) }, 'open', 'other')],
        notices: [buildTestNotice(gale, { at: LONG_AGO })],
        preferences: [{ prefs: { wind: { minGustKmh: 50 } } }],
      },
      [],
    ],
    [
      'of two thresholds of one person is sent once',
      {
        forecasts: [gale, buildTestForecastEvent({ threshold: 80, start: formatInstantAfter(3) }, 'open', 'worse')],
        preferences: [{ prefs: { wind: { minGustKmh: 80 } } }, ...WIND],
      },
      'new worse',
    ],
    [
      'that was part of a longer one when that was sent is not sent',
      {
        forecasts: [gale, later],
        notices: [buildTestNotice(gale, { at: LONG_AGO, end: Date.parse(later.data.start) + HOUR })],
        preferences: WIND,
      },
      [],
    ],
    [
      'is sent later, after the cooldown',
      { forecasts: [later], notices: [buildTestNotice(gale, { at: LONG_AGO })], preferences: WIND },
      'new later',
    ],
    [
      'is sent together with another one',
      {
        forecasts: [gale, buildTestForecastEvent({ start: formatInstantAfter(9), end: formatInstantAfter(11) }, 'open', 'second')],
        preferences: WIND,
      },
      ['new forecast', 'new second'],
    ],
    [
      'that was called off is sent to subscribers who want that',
      {
        forecasts: [buildTestForecastEvent({}, 'cancelled')],
        notices: [buildTestNotice(buildTestForecastEvent({}, 'cancelled'))],
        preferences: CANCELLATIONS,
      },
      'cancelled forecast',
    ],
    [
      'that was called off is not sent to others',
      {
        forecasts: [buildTestForecastEvent({}, 'cancelled')],
        notices: [buildTestNotice(buildTestForecastEvent({}, 'cancelled'))],
        preferences: WIND,
      },
      [],
    ],
    [
      'is not called off at the moment at which it begins',
      {
        forecasts: [buildTestForecastEvent({ start: formatInstantAfter(0) }, 'cancelled')],
        notices: [buildTestNotice(buildTestForecastEvent({ start: formatInstantAfter(0) }, 'cancelled'))],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'is called off until it begins',
      {
        forecasts: [buildTestForecastEvent({ start: formatInstantAfter(0.01) }, 'cancelled')],
        notices: [buildTestNotice(buildTestForecastEvent({ start: formatInstantAfter(0.01) }, 'cancelled'))],
        preferences: CANCELLATIONS,
      },
      'cancelled forecast',
    ],
    [
      'is called off once',
      {
        forecasts: [buildTestForecastEvent({}, 'cancelled')],
        notices: [buildTestNotice(buildTestForecastEvent({}, 'cancelled'), { state: 'cancelled' })],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'of which a part is left is not called off',
      {
        forecasts: [later],
        notices: [buildTestNotice(buildTestForecastEvent({}, 'cancelled'), { at: LONG_AGO, end: Date.parse(later.data.start) })],
        preferences: CANCELLATIONS,
      },
      [],
    ],
    [
      'that another threshold still shows is not called off',
      {
        forecasts: [gale],
        notices: [buildTestNotice(buildTestForecastEvent({ threshold: 80 }, 'cancelled', 'worse'))],
        preferences: CANCELLATIONS,
      },
      [],
    ],
  ])

  it('waits for the cooldown of its own hazard only', () => {
    const situation = {
      forecasts: [later, buildTestForecastEvent({ hazard: 'rain', threshold: 4 }, 'open', 'rain')],
      notices: [buildTestNotice(gale)],
    }
    const preferences = [{ prefs: { wind: true, rain: true } }]
    assert.deepEqual(summariseDecision(decideCase({ ...situation, preferences })), { matches: ['new rain'], held: null, cooling: 1 })
  })

  it('uses the cooldown of the preferences', () => {
    const withCooldown = (cooldownMinutes: number) =>
      decideCase({ forecasts: [later], notices: [buildTestNotice(gale)], preferences: [{ prefs: { wind: true, cooldownMinutes } }] })
    assert.deepEqual(
      [
        summariseDecision(withCooldown(61)).matches,
        summariseDecision(withCooldown(60)).matches,
        summariseDecision(withCooldown(0)).matches,
      ],
      [[], ['new later'], ['new later']],
    )
  })
})

describe('a forecast hazard that returns after it was called off', () => {
  const after = (times: number) =>
    summariseDecision(
      decideCase({ forecasts: [gale], notices: [buildTestNotice(gale, { state: 'cancelled', times })], preferences: CANCELLATIONS }),
    )

  it('is sent at once the first time', () => {
    assert.deepEqual(after(2), { matches: ['new forecast'], held: null, cooling: 0 })
    assert.deepEqual(after(3).matches, [])
  })
  it('waits for the cooldown if it flips back and forth', () => assert.deepEqual(after(4), { matches: [], held: null, cooling: 1 }))
})

it('a match has the last notice about its event, if there is one', () => {
  const before = buildTestNotice(gale, { state: 'cancelled', times: 2 })
  const other = buildTestNotice(buildTestForecastEvent({ hazard: 'rain', threshold: 4 }, 'open', 'other'))
  const [repeated] = decideCase({ forecasts: [gale], notices: [other, before], preferences: WIND }).matches
  const [first] = decideCase({ forecasts: [gale], notices: [other], preferences: WIND }).matches
  assert.deepEqual({ repeatedNotice: repeated?.notice, firstNotice: first?.notice }, { repeatedNotice: before, firstNotice: undefined })
})
