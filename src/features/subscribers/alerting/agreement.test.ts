import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../../../domain/alert.ts'
import { forecastSources, officialSources } from './agreement.ts'
import type { ForecastData, Showing } from './event.ts'
import type { OfficialView } from './official-view.ts'
import type { Opinion, PlaceState } from './place-state.ts'
import { forecast, official } from './testing/decisions.ts'
import { at } from './testing/events.ts'
import { placeState, sourceState } from './testing/states.ts'

const naming = (of: PlaceState) => ({
  state: of,
  sourceOf: (id: string) => ({ name: id.toUpperCase(), attribution: { name: id, text: '', url: '', license: '' } }),
})

describe('the sources next to an official warning', () => {
  const said = (change: Partial<PlaceState> = {}, view: OfficialView = official()) =>
    officialSources(view, naming(placeState(change))).map(({ id, agrees, as }) => [id, agrees, as])

  it('are those that carry warnings, whether they carry this one, and whether they were read', () => {
    assert.deepEqual(said(), [
      ['openweather', false, 'warnings'],
      ['nws', true, 'warnings'],
    ])
    const sources = [
      sourceState('openweather', 'relay', null),
      sourceState('a', 'relay', 0, 'deferred'),
      sourceState('nws', 'feed', null, 'none'),
    ]
    assert.deepEqual(said({ sources, feeds: [sourceState('dwd', 'feed', 0)] }), [
      ['openweather', null, 'warnings'],
      ['a', null, 'warnings'],
      ['dwd', false, 'warnings'],
    ])
  })

  it('are the forecasts that have an opinion', () => {
    const opinions = (...of: Opinion[]) => ({ opinions: { official: of } })
    assert.deepEqual(said(opinions({ source: 'open-meteo', shows: true })).slice(2), [['open-meteo', true, undefined]])
    assert.deepEqual(said(opinions({ source: 'open-meteo', shows: null })).slice(2), [['open-meteo', null, undefined]])
    assert.deepEqual(said(opinions({ source: 'unknown', shows: true })).slice(2), [])
  })
})

describe('the sources next to a forecast hazard', () => {
  const showing = (id: string, change: Partial<Showing> = {}): Showing => ({
    source: id,
    shows: true,
    peak: 20,
    peakAt: null,
    fetchedAt: null,
    ...change,
  })
  const spell = (change: Partial<ForecastData> = {}): ForecastData => forecast({ showings: [showing('openweather')], ...change }).data
  const warnings = (of: Partial<Alert>, change: Partial<PlaceState> = {}) =>
    forecastSources(spell(), naming(placeState({ officials: [official(of)], ...change }))).flatMap(({ id, agrees, as }) =>
      as === 'warnings' ? [[id, agrees]] : [],
    )

  it('are the forecasts, in the order of the sources, with what they expect', () => {
    const showings = [showing('open-meteo', { shows: false, peak: 14 }), showing('openweather', { probability: 0.4 })]
    const said = forecastSources(spell({ showings }), naming(placeState({ sources: placeState().sources.slice(0, 2) })))
    assert.deepEqual(said, [
      { id: 'openweather', name: 'OPENWEATHER', agrees: true, value: 20, fetchedAt: at(0), probability: 0.4 },
      { id: 'open-meteo', name: 'OPEN-METEO', agrees: false, value: 14, fetchedAt: at(0) },
    ])
  })

  it('are the issuers’ own feeds: whether they warn of the hazard within the spell', () => {
    // The spell lasts from hour 2 to hour 6.
    const table: readonly (readonly [Partial<Alert>, boolean | null])[] = [
      [{ start: at(1), end: at(3) }, true],
      [{ start: at(1), end: null }, true],
      [{ start: at(0), end: at(2) }, false],
      [{ start: at(6), end: at(8) }, false],
      [{ event: 'Flood Warning' }, false],
      [{ source: 'openweather' }, false],
    ]
    for (const [of, expected] of table) assert.deepEqual(warnings(of), [['nws', expected]], JSON.stringify(of))
    assert.deepEqual(warnings({}, { officials: [official({ event: 'Flood Warning' }), official()] }), [['nws', true]])
    assert.deepEqual(warnings({}, { officials: [official({}, 'cancelled')] }), [['nws', false]])
    assert.deepEqual(warnings({ event: 'Flood Warning' }, { sources: [sourceState('nws', 'feed', null, 'deferred')] }), [['nws', null]])
    assert.deepEqual(
      warnings({ source: 'dwd' }, { sources: [sourceState('nws', 'feed', null, 'none')], feeds: [sourceState('dwd', 'feed', 1)] }),
      [['dwd', true]],
    )
  })
})
