import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '@isobar/weather'
import { decideAlerts } from './decide.ts'
import { evaluateReadings } from './evaluate.ts'
import { isEventful } from './place-state.ts'
import type { CellReading, CellReadings } from './readings.ts'
import { readStoredState, toStoredState } from './stored-state.ts'
import { buildTestForecastEvent, buildTestOfficialView, buildTestSubscriber } from './testing/decisions.ts'
import {
  buildTestWarning,
  formatInstantAfter,
  createIdCounter,
  gusts,
  HOUR,
  buildTestHourlySeries,
  NOW,
  buildRelayedWarning,
  buildTestWaves,
} from './testing/events.ts'

const NOTHING = {
  calls: 0,
  called: false,
  hourly: null,
  daily: null,
  alerts: null,
  alertsFetchedAt: null,
  timezone: null,
  simulated: false,
} as const
const KINDS = { openweather: 'relay', 'open-meteo': 'forecast', nws: 'feed' } as const
type SourceId = keyof typeof KINDS

function heard(source: SourceId, words: Partial<Pick<CellReading, 'hourly' | 'alerts' | 'timezone' | 'simulated'>>): CellReading {
  return { ...NOTHING, ...words, outcome: 'ok', source, kind: KINDS[source], fetchedAt: NOW, alertsFetchedAt: NOW }
}
const absent = (source: SourceId): CellReading => ({ ...NOTHING, outcome: 'none', source, kind: KINDS[source], fetchedAt: null })

const GALE = buildTestHourlySeries(gusts(2, 6))
const PRIMARY = heard('openweather', { hourly: GALE, alerts: [], timezone: 'Europe/Berlin' })
const FAILED: CellReading = { ...NOTHING, outcome: 'failed', failure: 'timeout', source: 'open-meteo', kind: 'forecast', fetchedAt: null }
const NATIONAL = heard('nws', { alerts: [buildTestWarning({ end: null })] })
const readings: CellReadings = { sources: [PRIMARY, FAILED, NATIONAL], stored: [] }
const WIND = { hazard: 'wind', threshold: 60 } as const
const evaluated = (change: Partial<Parameters<typeof evaluateReadings>[0]> = {}) =>
  evaluateReadings({ readings, known: [], questions: [WIND], now: NOW, newId: createIdCounter(), ...change })

describe('the state of a place', () => {
  it('survives JSON: a decision from the parsed copy is the same', () => {
    const { state } = evaluated()
    const printed = JSON.parse(JSON.stringify(state)) as typeof state
    assert.deepEqual(printed, state)
    const subscriber = buildTestSubscriber({ prefs: { wind: true, official: true } })
    const decision = decideAlerts(subscriber, printed, [], NOW)
    assert.equal(decision.matches.length, 2)
    assert.deepEqual(decision, decideAlerts(subscriber, state, [], NOW))
  })

  it('is stored without the texts of warnings, and leads to the same decision', () => {
    const { state } = evaluated()
    const kept = toStoredState(state)
    assert.deepEqual([JSON.stringify(state).includes('Gusts up to'), JSON.stringify(kept).includes('Gusts up to')], [true, false])
    const stages = (of: typeof state) =>
      decideAlerts(buildTestSubscriber({ prefs: { wind: true, official: true } }), of, [], NOW).matches.map((match) => [
        match.kind,
        match.stage,
      ])
    assert.deepEqual(stages(kept), stages(state))
  })

  it('is readable as earlier releases stored it: a source for each of three roles', () => {
    const stored = toStoredState(evaluated().state)
    assert.equal(readStoredState(stored), stored)
    const [primary, , national] = stored.sources
    const former = { ...stored, sources: { primary, second: { outcome: 'none', source: '', fetchedAt: null, alerts: null }, national } }
    assert.deepEqual(readStoredState(former as never).sources, [stored.sources[0], stored.sources[2]])
  })

  it('records the outcome of each source', () => {
    assert.deepEqual(evaluated().state.sources, [
      { outcome: 'ok', source: 'openweather', kind: 'relay', fetchedAt: formatInstantAfter(0), alerts: 0 },
      { outcome: 'failed', failure: 'timeout', source: 'open-meteo', kind: 'forecast', fetchedAt: null, alerts: null },
      { outcome: 'ok', source: 'nws', kind: 'feed', fetchedAt: formatInstantAfter(0), alerts: 1 },
    ])
  })

  it('holds only the hazards in question, and keeps other known events', () => {
    const { state, events } = evaluated()
    const [event] = state.forecasts
    const later = evaluated({ known: events, questions: [{ hazard: 'fog', threshold: null }] })
    assert.deepEqual(later.state.forecasts, [])
    assert.ok(event !== undefined && later.events.includes(event))
    assert.deepEqual(later.changes, [])
  })

  it('holds the worst that forecasts expect below every threshold, or null if no source can tell', () => {
    const breeze = { ...readings, sources: [heard('openweather', { hourly: buildTestHourlySeries(gusts(2, 6, 10)) }), FAILED, NATIONAL] }
    const { state } = evaluated({ readings: breeze })
    assert.deepEqual(state.forecasts, [])
    assert.deepEqual(state.outlooks, [
      { hazard: 'wind', source: 'openweather', shows: true, peak: 10, peakAt: formatInstantAfter(2) },
      { hazard: 'wind', source: 'open-meteo', shows: null, peak: null, peakAt: null },
    ])
  })

  it('evaluates air and sea by the readings of these alone', () => {
    const marine = buildTestWaves((hour) => (hour === 4 ? 3 : 1), 9)
    const sea: CellReading = { ...heard('open-meteo', {}), kind: 'marine', marine }
    const asked = { questions: [WIND, { hazard: 'marine', threshold: 2.5 }] as const, readings: { ...readings, sources: [PRIMARY, sea] } }
    const { state } = evaluated(asked)
    assert.deepEqual(
      state.forecasts.map(({ data }) => [data.hazard, data.start, data.showings.map(({ source, shows }) => `${source} ${shows}`)]),
      [
        ['wind', formatInstantAfter(2), ['openweather true']],
        ['marine', formatInstantAfter(4), ['open-meteo true']],
      ],
    )
    assert.deepEqual(state.sources[1], {
      outcome: 'ok',
      source: 'open-meteo',
      kind: 'marine',
      fetchedAt: formatInstantAfter(0),
      alerts: null,
    })
    // The weather was not read from that source, so nothing is said about its wind.
    assert.deepEqual(
      state.outlooks.map(({ hazard, source }) => `${hazard} ${source}`),
      ['wind openweather', 'marine open-meteo'],
    )
    // Its failure neither ends the sea's event nor concerns the wind's.
    const failed: CellReading = { ...NOTHING, outcome: 'failed', failure: 'timeout', source: 'open-meteo', kind: 'marine', fetchedAt: null }
    const later = evaluated({ ...asked, readings: { ...readings, sources: [PRIMARY, failed] }, known: state.forecasts })
    assert.deepEqual(
      later.state.forecasts.map(({ state: of }) => of),
      ['open', 'open'],
    )
  })

  it('is simulated if any source is, or the stored warnings are', () => {
    const simulated = { ...heard('open-meteo', {}), simulated: true }
    const of = (change: Partial<CellReadings>) => evaluated({ readings: { ...readings, ...change } }).state.simulated
    assert.deepEqual([of({}), of({ sources: [PRIMARY, simulated] }), of({ stored: [simulated] })], [false, true, true])
  })

  it('has the zone of the first source that knows it', () => {
    const of = (...sources: CellReading[]) => evaluated({ readings: { sources, stored: [] } }).state.timezone
    const [berlin, utc] = ['Europe/Berlin', 'UTC'].map((timezone) => heard('open-meteo', { timezone }))
    assert.ok(berlin && utc)
    assert.deepEqual([of(FAILED, berlin, utc), of(utc, berlin), of(FAILED)], ['Europe/Berlin', 'UTC', null])
  })

  it('says of each source whether the job would call it', () => {
    const { state } = evaluated({
      readings: {
        sources: [
          { ...PRIMARY, wouldBeAsked: true },
          { ...FAILED, wouldBeAsked: false },
        ],
        stored: [],
      },
    })
    assert.deepEqual(
      state.sources.map((source) => source.wouldBeAsked),
      [true, undefined],
    )
  })

  it('has the forecasts’ opinion of a warning: those of sources that carry no warnings, and that can foresee it', () => {
    const opinionsOf = (change: Partial<Alert>, ...sources: CellReading[]) => {
      const national = heard('nws', { alerts: [buildTestWarning(change)] })
      return Object.values(evaluated({ readings: { sources: [PRIMARY, ...sources, national], stored: [] } }).state.opinions)[0]
    }
    const seen = (change: Parameters<typeof buildTestHourlySeries>[0]) => heard('open-meteo', { hourly: buildTestHourlySeries(change) })
    const shows = (is: boolean | null) => [{ source: 'open-meteo', shows: is }]
    const calm = seen(() => ({}))
    assert.deepEqual(opinionsOf({}, seen(gusts(2, 6))), shows(true))
    assert.deepEqual(opinionsOf({}, calm), shows(false))
    assert.deepEqual(opinionsOf({}, FAILED), shows(null))
    assert.equal(opinionsOf({}), undefined)
    assert.equal(opinionsOf({}, absent('open-meteo')), undefined)
    assert.equal(opinionsOf({ event: 'Tornado Warning' }, calm), undefined)
    assert.equal(opinionsOf({ event: 'Civil Emergency Message' }, calm), undefined)
    // Gusts before it starts, after it ends, or beyond what a warning without an end can mean.
    assert.deepEqual(opinionsOf({ start: formatInstantAfter(3) }, seen(gusts(1, 2))), shows(false))
    assert.deepEqual(opinionsOf({}, seen(gusts(8, 10))), shows(false))
    assert.deepEqual(opinionsOf({ end: null }, seen(gusts(8, 10))), shows(true))
  })

  it('takes the warnings of any source that carries them: a relay’s and its issuer’s are one, whichever comes first', () => {
    const second: CellReading = { ...heard('open-meteo', { alerts: [buildRelayedWarning({ source: 'open-meteo' })] }), kind: 'relay' }
    const of = (...sources: CellReading[]) =>
      evaluated({ readings: { sources, stored: [] } }).state.officials.map((view) => [view.lead.source, view.sources.toSorted()])
    assert.deepEqual(of(absent('openweather'), second, NATIONAL), [['nws', ['nws', 'open-meteo']]])
    assert.deepEqual(of(absent('openweather'), second), [['open-meteo', ['open-meteo']]])
  })

  it('has the feeds of stored warnings that have a say about the place, and what stands there', () => {
    const dwd = buildTestWarning({ id: 'dwd-1', source: 'dwd' })
    const alerts = [dwd, buildTestWarning({ id: 'dwd-2', source: 'dwd', event: 'Flood Warning', cancelled: true })]
    const stored = (isAtPlace: boolean, change: Partial<Pick<CellReading, 'alerts' | 'alertsFetchedAt'>> = {}): CellReading => ({
      ...heard('nws', { alerts }),
      ...change,
      feeds: [{ id: 'dwd', isAtPlace }],
    })
    const of = (...list: CellReading[]) => evaluated({ readings: { sources: [PRIMARY], stored: list } }).state
    assert.deepEqual(of(stored(true)).feeds, [{ outcome: 'ok', source: 'dwd', kind: 'feed', fetchedAt: formatInstantAfter(0), alerts: 1 }])
    assert.deepEqual(
      of(stored(true)).officials.map(({ lead }) => lead.id),
      ['dwd-1'],
    )
    for (const none of [of(stored(false)), of(stored(true, { alertsFetchedAt: null })), of(stored(true, { alerts: null })), of()])
      assert.ok(!('feeds' in none))
  })

  it('that lacks a stored warning proves nothing, though its feed lists others: absence is judged where it is stored', () => {
    const [gale, flood] = [
      buildTestWarning({ id: 'dwd-1', source: 'dwd' }),
      buildTestWarning({ id: 'dwd-2', source: 'dwd', event: 'Flood Warning' }),
    ]
    const stored = (...alerts: Alert[]): CellReadings => ({ sources: [PRIMARY], stored: [heard('nws', { alerts })] })
    let { events } = evaluated({ readings: stored(gale, flood), questions: [] })
    for (const hours of [1, 2, 3]) {
      const now = NOW + hours * HOUR
      const readings = stored(flood)
      const next = evaluated({
        readings: { ...readings, stored: readings.stored.map((one) => ({ ...one, alertsFetchedAt: now })) },
        known: events,
        questions: [],
        now,
      })
      assert.deepEqual(
        next.state.officials.map(({ event }) => event.state),
        ['open', 'open'],
      )
      events = next.events
    }
  })

  it('changes with the state, the data or the time at which an event was seen', () => {
    const { events } = evaluated()
    assert.deepEqual(evaluated({ known: events }).changes, [])
    const known = (change: object) => events.map((event) => ({ ...event, ...change }))
    assert.equal(evaluated({ known: known({ seenAt: NOW - HOUR }) }).changes.length, 2)
    assert.equal(evaluated({ known: known({ state: 'cancelled' }) }).changes.length, 2)
    const longer = events.map((event) => ({ ...event, data: { ...event.data, end: formatInstantAfter(7) } })) as unknown as typeof events
    assert.equal(evaluated({ known: longer }).changes.length, 1)
  })

  it('is eventful while a warning lasts, and while a forecast that was called off has not begun', () => {
    const nothing = { officials: [], forecasts: [] }
    const eventful = (change: Partial<Parameters<typeof isEventful>[0]>) => isEventful({ ...nothing, ...change }, NOW)
    const ends = (end: string) => eventful({ officials: [buildTestOfficialView({ end })] })
    const off = (start: string) => eventful({ forecasts: [buildTestForecastEvent({ start }, 'cancelled')] })
    assert.deepEqual(
      [
        eventful({}),
        ends(formatInstantAfter(0)),
        ends(formatInstantAfter(0.01)),
        off(formatInstantAfter(0)),
        off(formatInstantAfter(0.01)),
      ],
      [false, false, true, false, true],
    )
    assert.deepEqual(
      [
        eventful({ forecasts: [buildTestForecastEvent({ start: formatInstantAfter(-1) })] }),
        eventful({ forecasts: [buildTestForecastEvent({}, 'over')] }),
      ],
      [true, false],
    )
  })

  it('is eventful until its events are over', () => {
    const calm = { ...readings, sources: [PRIMARY, FAILED, absent('nws')] }
    const { state, events, changes } = evaluated({ readings: calm })
    assert.deepEqual({ isEventful: isEventful(state, NOW), changes }, { isEventful: true, changes: events })
    const over = evaluated({
      readings: { ...calm, sources: [absent('openweather'), FAILED, absent('nws')] },
      known: events,
      now: NOW + 7 * HOUR,
    })
    assert.deepEqual(
      { isEventful: isEventful(over.state, NOW + 7 * HOUR), changes: over.changes.map((event) => event.state) },
      { isEventful: false, changes: ['over'] },
    )
  })
})
