import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '@isobar/weather'
import { listForecastSources, listOfficialSources } from './agreement.ts'
import type { ForecastData, Showing } from './event.ts'
import type { OfficialView } from './official-view.ts'
import type { Opinion, PlaceState } from './place-state.ts'
import { buildTestForecastEvent, buildTestOfficialView } from './testing/decisions.ts'
import { formatInstantAfter } from './testing/events.ts'
import { buildPlaceState, buildSourceState } from './testing/states.ts'

const naming = (of: PlaceState) => ({
  state: of,
  sourceOf: (id: string) => ({ name: id.toUpperCase(), attribution: { name: id, text: '', url: '', license: '' } }),
})

describe('the sources next to an official warning', () => {
  const said = (change: Partial<PlaceState> = {}, view: OfficialView = buildTestOfficialView()) =>
    listOfficialSources(view, naming(buildPlaceState(change))).map(({ id, agrees, as }) => [id, agrees, as])

  it('are those that carry warnings, whether they carry this one, and whether they were read', () => {
    assert.deepEqual(said(), [
      ['openweather', false, 'warnings'],
      ['nws', true, 'warnings'],
    ])
    const sources = [
      buildSourceState('openweather', 'relay', null),
      buildSourceState('a', 'relay', 0, 'deferred'),
      buildSourceState('nws', 'feed', null, 'none'),
    ]
    assert.deepEqual(said({ sources, feeds: [buildSourceState('dwd', 'feed', 0)] }), [
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
  const spell = (change: Partial<ForecastData> = {}): ForecastData =>
    buildTestForecastEvent({ showings: [showing('openweather')], ...change }).data
  const warnings = (of: Partial<Alert>, change: Partial<PlaceState> = {}) =>
    listForecastSources(spell(), naming(buildPlaceState({ officials: [buildTestOfficialView(of)], ...change }))).flatMap(
      ({ id, agrees, as }) => (as === 'warnings' ? [[id, agrees]] : []),
    )

  it('are the forecasts, in the order of the sources, with what they expect', () => {
    const showings = [showing('open-meteo', { shows: false, peak: 14 }), showing('openweather', { probability: 0.4 })]
    const said = listForecastSources(spell({ showings }), naming(buildPlaceState({ sources: buildPlaceState().sources.slice(0, 2) })))
    assert.deepEqual(said, [
      { id: 'openweather', name: 'OPENWEATHER', agrees: true, value: 20, fetchedAt: formatInstantAfter(0), probability: 0.4 },
      { id: 'open-meteo', name: 'OPEN-METEO', agrees: false, value: 14, fetchedAt: formatInstantAfter(0) },
    ])
  })

  it('are the issuers’ own feeds: whether they warn of the hazard within the spell', () => {
    // The spell lasts from hour 2 to hour 6.
    const table: readonly (readonly [Partial<Alert>, boolean | null])[] = [
      [{ start: formatInstantAfter(1), end: formatInstantAfter(3) }, true],
      [{ start: formatInstantAfter(1), end: null }, true],
      [{ start: formatInstantAfter(0), end: formatInstantAfter(2) }, false],
      [{ start: formatInstantAfter(6), end: formatInstantAfter(8) }, false],
      [{ event: 'Flood Warning' }, false],
      [{ source: 'openweather' }, false],
    ]
    for (const [of, expected] of table) assert.deepEqual(warnings(of), [['nws', expected]], JSON.stringify(of))
    assert.deepEqual(warnings({}, { officials: [buildTestOfficialView({ event: 'Flood Warning' }), buildTestOfficialView()] }), [
      ['nws', true],
    ])
    assert.deepEqual(warnings({}, { officials: [buildTestOfficialView({}, 'cancelled')] }), [['nws', false]])
    assert.deepEqual(warnings({ event: 'Flood Warning' }, { sources: [buildSourceState('nws', 'feed', null, 'deferred')] }), [
      ['nws', null],
    ])
    assert.deepEqual(
      warnings(
        { source: 'dwd' },
        { sources: [buildSourceState('nws', 'feed', null, 'none')], feeds: [buildSourceState('dwd', 'feed', 1)] },
      ),
      [['dwd', true]],
    )
  })
})
