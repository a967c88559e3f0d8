import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant, toCell } from '@isobar/weather'
import { buildTestSubscription } from '../../subscriptions/testing/rows.ts'
import { decideAlerts } from '../decide.ts'
import type { Notice } from '../decision.ts'
import type { PlaceState } from '../place-state.ts'
import { buildTestForecastEvent, buildTestOfficialView, buildTestSubscriber, buildTestNotice } from '../testing/decisions.ts'
import { formatInstantAfter, HOUR, NOW } from '../testing/events.ts'
import { buildPlaceState } from '../testing/states.ts'
import { formatAlertExplanation } from './explanation-text.ts'
import type { AlertExplanation } from './explanation.ts'
import { describeAge } from './preference-text.ts'

const CELL = toCell(0, 0).id

const state = buildPlaceState({
  sources: [
    { outcome: 'deferred', source: 'openweather', kind: 'relay', fetchedAt: formatInstantAfter(-3), alerts: null },
    { outcome: 'none', source: 'open-meteo', kind: 'forecast', fetchedAt: null, alerts: null },
    { outcome: 'ok', source: 'nws', kind: 'feed', fetchedAt: formatInstantAfter(0), alerts: 2 },
  ],
})

/** The explanation of the run at NOW for an address with these preferences. */
function explanationOf(officials: PlaceState['officials'], known: readonly Notice[], prefs: object): AlertExplanation {
  const subscriber = buildTestSubscriber({ prefs })
  const there = { ...state, officials }
  return {
    row: { ...buildTestSubscription(), cell: CELL },
    mode: 'then',
    askedAt: NOW,
    evaluation: { at: NOW, state: there, subscriber, notices: known, decision: decideAlerts(subscriber, there, known, NOW) },
    suppression: null,
    mails: [],
    callsLeft: null,
  }
}

const linesOf = (explanation: AlertExplanation) =>
  formatAlertExplanation(explanation, (source) => source.toUpperCase())
    .split('\n')
    .map((line) => line.trim())

describe('an explanation', () => {
  it('lists official warnings by title, severity, hazards, times and carriers', () => {
    const lines = linesOf(explanationOf([buildTestOfficialView({ end: null })], [], { official: true }))
    assert.ok(
      lines.includes(`warning "High Wind Warning" (severe; wind), ${formatInstantAfter(-1)} to further notice, open, from NWS: due (new)`),
      lines.join('\n'),
    )
  })

  it('shows what was sent about a warning that was called off, and when', () => {
    const off = buildTestOfficialView({}, 'cancelled')
    const lines = linesOf(explanationOf([off], [buildTestNotice(off)], { official: true }))
    const was = `told once, last ${formatInstant(NOW - HOUR)} (severe, until ${formatInstantAfter(5)})`
    assert.ok(
      lines.includes(
        `warning "High Wind Warning" (severe; wind), ${formatInstantAfter(-1)} to ${formatInstantAfter(5)}, called off, from no source any more: not told: called off, and cancellations are not asked for; ${was}`,
      ),
      lines.join('\n'),
    )
    assert.ok(lines.includes(`${formatInstant(NOW - HOUR)}: warning "High Wind Warning"`))
  })

  it('says that a source was not called because the budget was spent, and that another does not cover the place', () => {
    const lines = linesOf(explanationOf([], [], {}))
    assert.deepEqual(lines.slice(lines.indexOf('Sources') + 1, lines.indexOf('Events')), [
      `weather and warnings: OPENWEATHER was not heard: it was not asked, as jobs had used up their share of the budget; data of ${formatInstantAfter(-3)} (3 h 0 min old)`,
      'weather: OPEN-METEO is not in use or does not cover the place',
      `national feed: NWS was heard: data of ${formatInstantAfter(0)} (0 min old), 2 official alerts`,
    ])
  })

  const section = (explanation: AlertExplanation, title: string): string[] => {
    const lines = formatAlertExplanation(explanation, (source) => source).split('\n')
    const start = lines.indexOf(title) + 1
    const end = lines.findIndex((line, index) => index >= start && !line.startsWith(' '))
    return start === 0 ? [] : lines.slice(start, end === -1 ? undefined : end).map((line) => line.trim())
  }
  /** The explanation of a run for an address that wants wind, with changes to it and to its evaluation. */
  const explained = (
    change: Partial<AlertExplanation> = {},
    evaluated: Partial<NonNullable<AlertExplanation['evaluation']>> = {},
  ): AlertExplanation => {
    const base = explanationOf([], [], { wind: true })
    return { ...base, evaluation: base.evaluation && { ...base.evaluation, ...evaluated }, ...change }
  }

  it('says what each source would cost and when it was heard', () => {
    const [calls, simulated] = [
      new Map([
        ['openweather', 7],
        ['nws', Infinity],
      ]),
      { ...state, simulated: true, timezone: 'UTC' },
    ]
    const asked = explained(
      { mode: 'now', callsLeft: calls },
      { state: { ...simulated, feeds: [{ outcome: 'ok', source: 'dwd', kind: 'feed', fetchedAt: formatInstantAfter(0), alerts: 3 }] } },
    )
    assert.deepEqual(section(asked, 'Sources'), [
      `weather and warnings: openweather was not heard: it is not asked here; data of ${formatInstantAfter(-3)} (3 h 0 min old); jobs may make 7 calls to it now`,
      'weather: open-meteo is not in use or does not cover the place',
      `national feed: nws was heard: data of ${formatInstantAfter(0)} (0 min old), 2 official alerts; jobs may make any number of calls to it now`,
      'official: dwd was heard: 3 official alerts',
    ])
    assert.deepEqual(section(asked, 'Place 0, 0'), ['evaluated now, from what is held', 'time zone UTC; simulated weather'])
    const failed = { outcome: 'failed', failure: 'timeout', source: 'a', kind: 'relay', fetchedAt: null, alerts: null } as const
    assert.deepEqual(section(explained({}, { state: { ...state, sources: [failed] } }), 'Sources'), [
      'weather and warnings: a was not heard (timeout): no data',
    ])
  })

  it('says which run it explains, and if the subscription was changed since', () => {
    const run = formatInstant(NOW)
    assert.deepEqual(section(explained(), 'Place 0, 0'), [`evaluated by the run of ${run}`, 'time zone not known'])
    assert.deepEqual(
      section(explained({ askedAt: NOW + HOUR }), 'Place 0, 0')[0],
      `evaluated by the run of ${run}, the last one before ${formatInstantAfter(1)}`,
    )
    const head = (change: Partial<AlertExplanation['row']>, mode: AlertExplanation['mode'] = 'then') =>
      section(explained({ mode, row: { ...buildTestSubscription(), cell: CELL, ...change } }), 'Subscription id').filter((line) =>
        line.startsWith('changed'),
      )
    assert.deepEqual([head({ updatedAt: NOW }), head({ updatedAt: NOW + 1 }).length, head({ updatedAt: NOW + 1 }, 'now')], [[], 1, []])
  })

  it('says what the forecasts expect of what is asked for and not forecast', () => {
    const outlook = (source: string, shows: boolean | null, peak: number | null) =>
      ({ hazard: 'wind', source, shows, peak, peakAt: null }) as const
    const outlooks = [
      outlook('a', true, 10),
      outlook('b', false, null),
      outlook('c', null, null),
      { ...outlook('d', true, 1), hazard: 'rain' as const },
    ]
    const events = (of: PlaceState) => section(explained({}, { state: of, decision: null }), 'Events')
    assert.deepEqual(events({ ...state, outlooks }), [
      'wind from 60 km/h on: not forecast (a expects 36 km/h at most; b expects none; c cannot tell)',
    ])
    const likely = buildTestSubscriber({ prefs: { rain: { minProbability: 0.6 } } })
    const atChance = [...outlooks, ...outlooks.map((one) => ({ ...one, hazard: 'rain' as const, minProbability: 0.6 }))]
    assert.deepEqual(section(explained({}, { state: { ...state, outlooks: atChance }, subscriber: likely, decision: null }), 'Events'), [
      'rain from 4 mm/h on (from a chance of 60 % on): not forecast (a expects 10 mm/h at most at that chance; b expects none at that chance; c cannot tell; d expects 1 mm/h at most at that chance)',
    ])
    assert.deepEqual(events(state), ['wind from 60 km/h on: not forecast (no forecast was heard)'])
    assert.deepEqual(section(explained({}, { subscriber: null, decision: null }), 'Events'), ['none'])
  })

  it('lists what was sent before: the latest ten', () => {
    const sent = Array.from({ length: 11 }, (_, index) =>
      buildTestNotice(buildTestForecastEvent({}, 'over', `${index}`), { at: NOW - index * HOUR, times: 2 }),
    )
    const lines = section(explained({}, { notices: sent.toReversed() }), 'Notified before')
    assert.deepEqual(
      [lines.length, lines[0], lines[9]],
      [10, `${formatInstantAfter(0)}: forecast of wind`, `${formatInstantAfter(-9)}: forecast of wind`],
    )
    const off = buildTestNotice(buildTestOfficialView(), { state: 'cancelled' })
    assert.deepEqual(section(explained({}, { notices: [off] }), 'Notified before'), [
      `${formatInstantAfter(-1)}: warning "High Wind Warning", that it was called off`,
    ])
  })

  it('ends with one sentence: whether there is a mail, and why', () => {
    const result = (...of: Parameters<typeof explained>) => section(explained(...of), 'Result')[0]
    const row = (change: Partial<AlertExplanation['row']>) =>
      [{ row: { ...buildTestSubscription(), cell: CELL, ...change } }, { subscriber: null }] as const
    const [match] = decideAlerts(buildTestSubscriber({}), { officials: [buildTestOfficialView()], forecasts: [] }, [], NOW).matches
    const warned = { ...state, officials: [buildTestOfficialView()] }
    const due = { state: warned, decision: { matches: match === undefined ? [] : [match], skipped: [], held: null, cooling: 0 } }
    const suppression = { addressHash: 'h', reason: 'complaint', since: NOW, note: '' } as const
    const table: readonly (readonly [string, string | undefined])[] = [
      ['not known: evaluations are kept for three days, and this one is gone or never was', result({ evaluation: null })],
      ['no mail: the subscription did not exist yet', result(...row({ createdAt: NOW + 1 }))],
      ['no mail: the subscription has ended', result(...row({ ended: { at: NOW, by: 'mail' } }))],
      ['no mail: the subscription was not among those that are told', result(...row({ ended: { at: NOW + 1, by: 'mail' } }))],
      ['no mail: the subscription was not confirmed', result(...row({ confirmation: { isConfirmed: false, before: NOW + 9 } }))],
      ['no mail: the subscription was not confirmed', result(...row({ confirmation: { isConfirmed: true, at: NOW + 1, provedAt: null } }))],
      ['no mail: there is no event at the place that anyone has subscribed to', result({}, { decision: null })],
      ['no mail: no event is due', result()],
      ['a mail was due and is not in the outbox: the run failed for this address, or the mail is older than 30 days', result({}, due)],
      ['a mail is due: the next run writes it', result({ mode: 'now' }, due)],
      ['a mail is due, and will not be sent: the address is suppressed', result({ mode: 'now', suppression }, due)],
      [
        `no mail yet: told immediate at most, and last ${formatInstantAfter(-1)}; decided anew in each run`,
        result(
          {},
          {
            state: warned,
            decision: { ...due.decision, held: 'frequency' },
            notices: [buildTestNotice(buildTestOfficialView()), buildTestNotice(buildTestOfficialView(), { at: NOW - 2 * HOUR })],
          },
        ),
      ],
    ]
    for (const [expected, found] of table) assert.equal(found, expected)
  })

  it('writes ages in at most two units', () => {
    assert.deepEqual([-1, 59_000, 3_540_000, 3_600_000, 90_000_000].map(describeAge), ['0 min', '0 min', '59 min', '1 h 0 min', '1 d 1 h'])
  })
})
