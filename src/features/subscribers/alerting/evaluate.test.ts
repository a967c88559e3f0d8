import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellReading, CellReadings } from './readings.ts'
import { decide } from './decide.ts'
import { evaluate } from './evaluate.ts'
import { isEventful } from './place-state.ts'
import { storedStateOf } from './stored-state.ts'
import { subscriberOf } from './testing/decisions.ts'
import { alertOf, at, counter, gusts, HOUR, hoursWith, NOW } from './testing/events.ts'

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
const ABSENT: CellReading = { ...NOTHING, outcome: 'none', source: '', fetchedAt: null }

function heard(source: string, words: Partial<Pick<CellReading, 'hourly' | 'alerts' | 'timezone'>>): CellReading {
  return { ...NOTHING, ...words, outcome: 'ok', source, fetchedAt: NOW, alertsFetchedAt: NOW }
}

const GALE = hoursWith(gusts(2, 6))
const readings: CellReadings = {
  primary: heard('openweather', { hourly: GALE, alerts: [], timezone: 'Europe/Berlin' }),
  second: { ...NOTHING, outcome: 'failed', failure: 'timeout', source: 'open-meteo', fetchedAt: null },
  national: heard('nws', { alerts: [alertOf({ end: null })] }),
  official: ABSENT,
}
const WIND = { hazard: 'wind', threshold: 60 } as const
const evaluated = (change: Partial<Parameters<typeof evaluate>[0]> = {}) =>
  evaluate({ readings, known: [], questions: [WIND], now: NOW, newId: counter(), ...change })

describe('the state of a place', () => {
  it('survives JSON: a decision from the parsed copy is the same', () => {
    const { state } = evaluated()
    const printed = JSON.parse(JSON.stringify(state)) as typeof state
    assert.deepEqual(printed, state)
    const subscriber = subscriberOf({ prefs: { wind: true, official: true } })
    const decision = decide(subscriber, printed, [], NOW)
    assert.equal(decision.matches.length, 2)
    assert.deepEqual(decision, decide(subscriber, state, [], NOW))
  })

  it('is stored without the texts of warnings, and leads to the same decision', () => {
    const { state } = evaluated()
    const kept = storedStateOf(state)
    assert.deepEqual([JSON.stringify(state).includes('Gusts up to'), JSON.stringify(kept).includes('Gusts up to')], [true, false])
    const stages = (of: typeof state) =>
      decide(subscriberOf({ prefs: { wind: true, official: true } }), of, [], NOW).matches.map((match) => [match.kind, match.stage])
    assert.deepEqual(stages(kept), stages(state))
  })

  it('records the outcome of each source', () => {
    assert.deepEqual(evaluated().state.sources, {
      primary: { outcome: 'ok', source: 'openweather', fetchedAt: at(0), alerts: 0 },
      second: { outcome: 'failed', failure: 'timeout', source: 'open-meteo', fetchedAt: null, alerts: null },
      national: { outcome: 'ok', source: 'nws', fetchedAt: at(0), alerts: 1 },
    })
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
    const breeze = { ...readings, primary: heard('openweather', { hourly: hoursWith(gusts(2, 6, 10)) }) }
    const { state } = evaluated({ readings: breeze })
    assert.deepEqual(state.forecasts, [])
    assert.deepEqual(state.outlooks, [
      { hazard: 'wind', source: 'openweather', shows: true, peak: 10, peakAt: at(2) },
      { hazard: 'wind', source: 'open-meteo', shows: null, peak: null, peakAt: null },
    ])
  })

  it('is eventful until its events are over', () => {
    const calm = { ...readings, national: ABSENT }
    const { state, events, changes } = evaluated({ readings: calm })
    assert.deepEqual([isEventful(state, NOW), changes], [true, events])
    const over = evaluated({ readings: { ...calm, primary: ABSENT }, known: events, now: NOW + 7 * HOUR })
    assert.deepEqual([isEventful(over.state, NOW + 7 * HOUR), over.changes.map((event) => event.state)], [false, ['over']])
  })
})
