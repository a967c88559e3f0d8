import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Case, decideCase, buildTestForecastEvent, buildTestOfficialView, buildTestNotice } from './testing/decisions.ts'
import { formatInstantAfter } from './testing/events.ts'

/** The reason why the one event of each case is not sent. */
function table(rows: readonly (readonly [string, Case, string])[]): void {
  for (const [what, situation, expected] of rows) {
    it(what, () => {
      const { matches, skipped } = decideCase(situation)
      assert.deepEqual({ matches, skipped: skipped.map(({ reason }) => reason) }, { matches: [], skipped: [expected] })
    })
  }
}

const WIND = { wind: true }
const warning = buildTestOfficialView()
const off = buildTestOfficialView({}, 'cancelled')
const gale = buildTestForecastEvent()
const galeOff = buildTestForecastEvent({}, 'cancelled')

describe('an official warning is not sent because', () => {
  table([
    ['other hazards are selected', { officials: [warning], preferences: [{ prefs: { fog: true } }] }, 'not_asked'],
    [
      'a higher severity is required',
      { officials: [warning], preferences: [{ prefs: { ...WIND, minSeverity: 'extreme' } }] },
      'below_severity',
    ],
    [
      'it begins after the lead time',
      {
        officials: [buildTestOfficialView({ start: formatInstantAfter(20), end: formatInstantAfter(30) })],
        preferences: [{ prefs: WIND }],
      },
      'lead_time',
    ],
    [
      'its issuer considers it unlikely',
      { officials: [buildTestOfficialView({ certainty: 'unlikely' })], preferences: [{ prefs: WIND }] },
      'improbable',
    ],
    ['it was sent already', { officials: [warning], notices: [buildTestNotice(warning)] }, 'already_notified'],
    [
      'it was called off but never sent',
      { officials: [off], preferences: [{ prefs: { ...WIND, notifyCancelled: true } }] },
      'never_notified',
    ],
    [
      'it was called off, which the subscriber does not want to know',
      { officials: [off], notices: [buildTestNotice(warning)], preferences: [{ prefs: WIND }] },
      'cancellation_not_asked',
    ],
    [
      'its cancellation was sent already',
      { officials: [off], notices: [buildTestNotice(warning, { state: 'cancelled' })] },
      'already_notified',
    ],
    ['it is over', { officials: [buildTestOfficialView({}, 'over')] }, 'over'],
    ['its issuer only informs', { officials: [{ ...warning, isWarning: false }] }, 'no_warning'],
    ['its lead has run out', { officials: [{ ...warning, lead: { ...warning.lead, end: formatInstantAfter(0) } }] }, 'no_warning'],
    ['its issuer considers it past', { officials: [buildTestOfficialView({ urgency: 'past' })] }, 'improbable'],
    [
      'it was called off after its end',
      {
        officials: [buildTestOfficialView({ end: formatInstantAfter(0) }, 'cancelled')],
        notices: [buildTestNotice(buildTestOfficialView({ end: formatInstantAfter(0) }))],
      },
      'over',
    ],
  ])

  it('of several subscriptions, the one that came closest gives the reason', () => {
    const preferences = [{ prefs: { fog: true } }, { prefs: { ...WIND, minSeverity: 'extreme' } }]
    assert.deepEqual(
      decideCase({ officials: [warning], preferences }).skipped.map(({ reason }) => reason),
      ['below_severity'],
    )
  })
})

describe('a forecast hazard is not sent because', () => {
  table([
    ['another threshold is selected', { forecasts: [gale], preferences: [{ prefs: { wind: { minGustKmh: 90 } } }] }, 'not_asked'],
    [
      'its severity is below the required one',
      { forecasts: [gale], preferences: [{ prefs: { ...WIND, minSeverity: 'severe' } }] },
      'below_severity',
    ],
    ['it begins after the lead time', { forecasts: [gale], preferences: [{ prefs: { ...WIND, leadHours: 1 } }] }, 'lead_time'],
    ['it was sent already', { forecasts: [gale], notices: [buildTestNotice(gale)], preferences: [{ prefs: WIND }] }, 'already_notified'],
    [
      'another one of its hazard was sent recently',
      {
        forecasts: [gale],
        notices: [
          buildTestNotice(buildTestForecastEvent({ start: formatInstantAfter(-30), end: formatInstantAfter(-20) }, 'over', 'earlier')),
        ],
        preferences: [{ prefs: WIND }],
      },
      'cooldown',
    ],
    ['it was called off but never sent', { forecasts: [galeOff], preferences: [{ prefs: WIND }] }, 'never_notified'],
    [
      'it was called off, which the subscriber does not want to know',
      { forecasts: [galeOff], notices: [buildTestNotice(galeOff)], preferences: [{ prefs: WIND }] },
      'cancellation_not_asked',
    ],
    [
      'its cancellation was sent already',
      { forecasts: [galeOff], notices: [buildTestNotice(galeOff, { state: 'cancelled' })], preferences: [{ prefs: WIND }] },
      'already_notified',
    ],
    [
      'it would have begun before it was called off',
      {
        forecasts: [buildTestForecastEvent({ start: formatInstantAfter(0) }, 'cancelled')],
        notices: [buildTestNotice(buildTestForecastEvent({ start: formatInstantAfter(0) }, 'cancelled'))],
        preferences: [{ prefs: WIND }],
      },
      'over',
    ],
  ])

  it('a part of it is left', () => {
    const later = buildTestForecastEvent({ start: formatInstantAfter(5), end: formatInstantAfter(8) }, 'open', 'later')
    const { skipped } = decideCase({
      forecasts: [galeOff, later],
      notices: [buildTestNotice(galeOff)],
      preferences: [{ prefs: { ...WIND, notifyCancelled: true } }],
    })
    assert.deepEqual(
      skipped.map(({ event, reason }) => [event.id, reason]),
      [
        ['forecast', 'already_notified'],
        ['later', 'already_notified'],
      ],
    )
  })
})
