import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '../../../../domain/instant.ts'
import { decide } from '../decide.ts'
import type { Notice } from '../decision.ts'
import type { PlaceState } from '../place-state.ts'
import { official, subscriberOf, noticeOf } from '../testing/decisions.ts'
import { at, HOUR, NOW } from '../testing/events.ts'
import { describeAge } from './preference-text.ts'
import { subscriptionOf } from '../../subscriptions/testing/rows.ts'
import type { AlertExplanation } from './explanation.ts'
import { explanationText } from './explanation-text.ts'

const state: PlaceState = {
  timezone: null,
  simulated: false,
  sources: [
    { outcome: 'deferred', source: 'openweather', kind: 'relay', fetchedAt: at(-3), alerts: null },
    { outcome: 'none', source: 'open-meteo', kind: 'forecast', fetchedAt: null, alerts: null },
    { outcome: 'ok', source: 'nws', kind: 'feed', fetchedAt: at(0), alerts: 2 },
  ],
  officials: [],
  opinions: {},
  forecasts: [],
  outlooks: [],
}

/** The explanation of the run at NOW for an address with these preferences. */
function explanationOf(officials: PlaceState['officials'], known: readonly Notice[], prefs: object): AlertExplanation {
  const subscriber = subscriberOf({ prefs })
  const there = { ...state, officials }
  return {
    row: { ...subscriptionOf(), cell: 0 },
    mode: 'then',
    askedAt: NOW,
    evaluation: { at: NOW, state: there, subscriber, notices: known, decision: decide(subscriber, there, known, NOW) },
    suppression: null,
    mails: [],
    callsLeft: null,
  }
}

const linesOf = (explanation: AlertExplanation) =>
  explanationText(explanation, (source) => source.toUpperCase())
    .split('\n')
    .map((line) => line.trim())

describe('an explanation', () => {
  it('lists official warnings by title, severity, hazards, times and carriers', () => {
    const lines = linesOf(explanationOf([official({ end: null })], [], { official: true }))
    assert.ok(
      lines.includes(`warning "High Wind Warning" (severe; wind), ${at(-1)} to further notice, open, from NWS: to be told (new)`),
      lines.join('\n'),
    )
  })

  it('shows what was sent about a warning that was called off, and when', () => {
    const off = official({}, 'cancelled')
    const lines = linesOf(explanationOf([off], [noticeOf(off)], { official: true }))
    const was = `told once, last ${formatInstant(NOW - HOUR)} (severe, until ${at(5)})`
    assert.ok(
      lines.includes(
        `warning "High Wind Warning" (severe; wind), ${at(-1)} to ${at(5)}, called off, from no source any more: not told: called off, and cancellations are not asked for; ${was}`,
      ),
      lines.join('\n'),
    )
    assert.ok(lines.includes(`${formatInstant(NOW - HOUR)}: warning "High Wind Warning"`))
  })

  it('says that a source was not called because the budget was spent, and that another does not cover the place', () => {
    const lines = linesOf(explanationOf([], [], {}))
    assert.deepEqual(lines.slice(lines.indexOf('Sources') + 1, lines.indexOf('Events')), [
      `weather and warnings: OPENWEATHER was not heard: it was not asked, as jobs had used up their share of the budget; data of ${at(-3)} (3 h 0 min old)`,
      'weather: OPEN-METEO is not in use or does not cover the place',
      `national feed: NWS was heard: data of ${at(0)} (0 min old), 2 official alerts`,
    ])
  })

  it('writes ages in at most two units', () => {
    assert.deepEqual([-1, 59_000, 3_540_000, 3_600_000, 90_000_000].map(describeAge), ['0 min', '0 min', '59 min', '1 h 0 min', '1 d 1 h'])
  })
})
