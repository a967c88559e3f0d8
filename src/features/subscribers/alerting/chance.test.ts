import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completePreferences, type HourlyPoint, parseInstant } from '@isobar/weather'
import { decideAlerts } from './decide.ts'
import { getMatchEvent, type Notice } from './decision.ts'
import { type Evaluation, evaluateReadings } from './evaluate.ts'
import type { ForecastEvent } from './event.ts'
import { describePlaceEvents } from './explaining/event-text.ts'
import { buildQuestionKey, listDistinctQuestions, listPreferenceQuestions } from './questions.ts'
import type { CellReading } from './readings.ts'
import { buildTestForecastEvent, buildTestNotice, buildTestSubscriber, decideCase } from './testing/decisions.ts'
import { buildTestHourlySeries, createIdCounter, formatInstantAfter, HOUR, NOW } from './testing/events.ts'

type Rain = (hour: number) => Partial<HourlyPoint>

/** Rain from hour 4 to hour 6, in mm/h, with its chance. */
const rain =
  (precipitationProbability: number | null, amount = 8): Rain =>
  (hour) =>
    hour >= 4 && hour < 6 ? { rain: amount, precipitation: amount, precipitationProbability } : {}
const wanting = (minProbability?: number, more: object = {}) => ({
  rain: { minMmPerHour: 4, ...(minProbability === undefined ? {} : { minProbability }) },
  notifyCancelled: true,
  ...more,
})
const questionsOf = (prefs: object) => listPreferenceQuestions(completePreferences(prefs, { alertOnRain: false, alertOnStorm: false }))

function readingOf(change: Rain, now: number): CellReading {
  return {
    source: 'open-meteo',
    kind: 'forecast',
    outcome: 'ok',
    calls: 0,
    called: false,
    hourly: buildTestHourlySeries(change, now),
    daily: null,
    alerts: null,
    alertsFetchedAt: null,
    fetchedAt: now,
    timezone: 'UTC',
    simulated: false,
  }
}

/** A place over runs, an hour apart, with what each of its subscribers was notified of: `stage event`. */
function createPlace(known: readonly ForecastEvent[] = [], notified: Readonly<Record<string, readonly Notice[]>> = {}) {
  const newId = createIdCounter()
  const notices = new Map<string, readonly Notice[]>(Object.entries(notified))
  let evaluation: Pick<Evaluation, 'events'> = { events: known }
  let runs = 0
  return {
    run(change: Rain, subscribers: Readonly<Record<string, object>>): { mails: Record<string, string[]>; evaluation: Evaluation } {
      const now = NOW + runs++ * HOUR
      const questions = listDistinctQuestions(Object.values(subscribers).flatMap(questionsOf))
      const evaluated = evaluateReadings({
        readings: { sources: [readingOf(change, now)], stored: [] },
        known: evaluation.events,
        questions,
        now,
        newId,
      })
      evaluation = evaluated
      const byId = new Map(evaluated.events.map((event) => [event.id, event]))
      const mails = Object.entries(subscribers).map(([who, prefs]) => {
        const before = (notices.get(who) ?? []).map((notice) => ({ ...notice, event: byId.get(notice.event.id) ?? notice.event }))
        const { matches } = decideAlerts(buildTestSubscriber({ prefs }), evaluated.state, before, now)
        const sent = matches.map((match): Notice => {
          const event = getMatchEvent(match) as ForecastEvent
          const state = match.stage === 'cancelled' ? 'cancelled' : 'open'
          return { event, state, severity: 'moderate', end: parseInstant(event.data.end), at: now, times: (match.notice?.times ?? 0) + 1 }
        })
        notices.set(who, [...before.filter((old) => sent.every(({ event }) => event.id !== old.event.id)), ...sent])
        return [who, matches.map((match) => `${match.stage} ${buildQuestionKey((getMatchEvent(match) as ForecastEvent).data)}`)]
      })
      return { mails: Object.fromEntries(mails) as Record<string, string[]>, evaluation: evaluated }
    },
  }
}

describe('a question', () => {
  it('of every chance has the key that it had before there were chances', () => {
    assert.equal(buildQuestionKey({ hazard: 'rain', threshold: 4 }), 'rain 4')
    assert.equal(buildQuestionKey({ hazard: 'ice', threshold: null }), 'ice null')
    const stored = JSON.parse(JSON.stringify(buildTestForecastEvent({ hazard: 'rain', threshold: 4 }).data)) as ForecastEvent['data']
    assert.deepEqual(questionsOf(wanting()).map(buildQuestionKey), [buildQuestionKey(stored)])
  })

  it('has a key and an event of its own at each chance', () => {
    const [likely] = questionsOf(wanting(0.6))
    assert.deepEqual(likely, { hazard: 'rain', threshold: 4, minProbability: 0.6 })
    assert.equal(buildQuestionKey({ hazard: 'rain', threshold: 4, minProbability: 0.6 }), 'rain 4 0.6')
    const prefs = [0.58, 0.6, 0.61, 0.62, undefined, 0].map((chance) => wanting(chance))
    assert.deepEqual(listDistinctQuestions(prefs.flatMap(questionsOf)).map(buildQuestionKey), ['rain 4 0.6', 'rain 4'])
  })
})

describe('two subscribers with different chances', () => {
  const both = { sure: wanting(0.6), any: wanting() }

  it('are notified at their own, once', () => {
    const place = createPlace()
    assert.deepEqual(place.run(rain(0.4), both).mails, { sure: [], any: ['new rain 4'] })
    assert.deepEqual(place.run(rain(0.7), both).mails, { sure: ['new rain 4 0.6'], any: [] })
    assert.deepEqual(place.run(rain(0.7), both).mails, { sure: [], any: [] })
  })

  it('are sent no all-clear while it may still rain: a chance that sinks calls nothing off, nor does one that rises again mail it twice', () => {
    const place = createPlace()
    place.run(rain(0.7), both)
    const sunk = place.run(rain(0.4), both)
    assert.deepEqual(sunk.mails, { sure: [], any: [] })
    assert.deepEqual(
      sunk.evaluation.state.forecasts.map(({ state, data }) => `${state} ${buildQuestionKey(data)}`),
      ['open rain 4 0.6', 'open rain 4'],
    )
    assert.deepEqual(place.run(rain(0.7), both).mails, { sure: [], any: [] })
    assert.deepEqual(place.run(rain(0.4, 1), both).mails, { sure: ['cancelled rain 4 0.6'], any: ['cancelled rain 4'] })
  })

  it('of whom one comes while the chance is below: not notified, and told why', () => {
    const place = createPlace()
    place.run(rain(0.7), { first: wanting(0.6) })
    const late = { first: wanting(0.6), second: wanting(0.6) }
    const { mails, evaluation } = place.run(rain(0.4), late)
    assert.deepEqual(mails, { first: [], second: [] })
    const { skipped } = decideAlerts(buildTestSubscriber({ prefs: wanting(0.6) }), evaluation.state, [], NOW)
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ['below_chance'],
    )
    assert.deepEqual(place.run(rain(0.7), late).mails, { first: [], second: ['new rain 4 0.6'] })
  })

  it('are both notified of what no source gives a chance for', () => {
    assert.deepEqual(createPlace().run(rain(null), both).mails, { sure: ['new rain 4 0.6'], any: ['new rain 4'] })
  })

  it('keep their events while the source states no chance any more', () => {
    const place = createPlace()
    place.run(rain(0.7), both)
    assert.deepEqual(place.run(rain(null), both).mails, { sure: [], any: [] })
  })
})

describe('one person', () => {
  it('is not mailed again after an upgrade from a release that knew no chances', () => {
    const data = { hazard: 'rain', threshold: 4, start: formatInstantAfter(4), end: formatInstantAfter(6), isEndKnown: true } as const
    const showings = [{ source: 'open-meteo', shows: true, peak: 8, peakAt: formatInstantAfter(4), fetchedAt: formatInstantAfter(0) }]
    const stored = buildTestForecastEvent({ ...data, showings }, 'open', 'stored')
    const place = createPlace([stored], { ann: [buildTestNotice(stored)] })
    const { mails, evaluation } = place.run(rain(0.4), { ann: wanting() })
    assert.deepEqual(mails, { ann: [] })
    assert.deepEqual(evaluation.changes, [])
    assert.equal(JSON.stringify(evaluation.events), JSON.stringify([stored]))
  })

  it('who changes the chance is not mailed again of the same event', () => {
    const place = createPlace()
    assert.deepEqual(place.run(rain(0.7), { ann: wanting() }).mails, { ann: ['new rain 4'] })
    const now = { cooldownMinutes: 0 }
    assert.deepEqual(place.run(rain(0.7), { ann: wanting(0.6, now) }).mails, { ann: [] })
    assert.deepEqual(place.run(rain(0.7), { ann: wanting(undefined, now) }).mails, { ann: [] })
  })

  it('with both chances is notified once, and sent no cancellation while one of them is forecast', () => {
    const event = (minProbability?: number, state: 'open' | 'cancelled' = 'open') =>
      buildTestForecastEvent(
        { hazard: 'rain', threshold: 4, ...(minProbability === undefined ? {} : { minProbability }) },
        state,
        String(minProbability),
      )
    const preferences = [{ prefs: wanting(0.6) }, { prefs: wanting() }]
    assert.equal(decideCase({ forecasts: [event(0.6), event()], preferences }).matches.length, 1)
    const off = event(0.6, 'cancelled')
    const after = { forecasts: [off, event()], notices: [buildTestNotice(off)] }
    assert.deepEqual(decideCase({ ...after, preferences }).matches, [])
    assert.deepEqual(decideCase({ ...after, preferences: preferences.slice(0, 1) }).matches, [], 'nor who asks for the higher one alone')
  })
})

describe('why', () => {
  const linesOf = (chance: number, prefs: object) => {
    const { state } = createPlace().run(rain(chance), { ann: prefs }).evaluation
    const subscriber = buildTestSubscriber({ prefs })
    const decision = decideAlerts(subscriber, state, [], NOW)
    return describePlaceEvents({ at: NOW, state, subscriber, notices: [], decision }, (source) => source)
  }

  it('names the chance where it decides', () => {
    assert.deepEqual(linesOf(0.7, wanting(0.6)), [
      `forecast of rain from 4 mm/h on (from a chance of 60 % on), ${formatInstantAfter(4)} to ${formatInstantAfter(6)}, open (open-meteo shows it, 8 mm/h at most): due (new)`,
    ])
    assert.deepEqual(linesOf(0.4, wanting(0.6)), [
      'rain from 4 mm/h on (from a chance of 60 % on): not forecast (open-meteo expects none at that chance)',
    ])
    assert.match(linesOf(0.4, wanting())[0] ?? '', /^forecast of rain from 4 mm\/h on, /)
  })

  it('says of a source that does not show it what it expects at that chance', () => {
    const showings = [
      { source: 'a', shows: true, peak: 8, peakAt: null, fetchedAt: null },
      { source: 'b', shows: false, peak: 2, peakAt: null, fetchedAt: null },
    ]
    const event = buildTestForecastEvent({ hazard: 'rain', threshold: 4, minProbability: 0.6, showings })
    const { state } = createPlace().run(rain(0), {}).evaluation
    const [line] = describePlaceEvents(
      { at: NOW, state: { ...state, forecasts: [event] }, subscriber: null, notices: [], decision: null },
      (source) => source,
    )
    assert.match(line ?? '', /\(a shows it, 8 mm\/h at most; b does not, 2 mm\/h at most at that chance\)$/)
  })
})
