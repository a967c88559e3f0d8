import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildHourTable } from '../meteogram/values.ts'
import { EN } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildTestHourly, NOW, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import { buildCityView } from './city-view.server.ts'
import { buildDaysView } from './days.ts'
import { buildHoursView } from './hours.ts'
import { buildNowView } from './now.ts'
import { buildSkyView } from './sky.ts'

describe('an unknown value', () => {
  it('is a dash in charts and tables, and left out elsewhere; never a number', () => {
    const { facts, temperature, words, feelsLike } = buildNowView(buildTestCurrent(), EN)
    assert.deepEqual({ facts, temperature, words, feelsLike }, { facts: [], temperature: '–', words: '–', feelsLike: null })
    const { list } = buildDaysView(buildTestDaily([{ date: '2026-11-21' }]), null, EN)
    assert.deepEqual({ min: list[0]?.min, rain: list[0]?.rain, range: list[0]?.range }, { min: '–', rain: '–', range: null })
    const unknown = buildTestHourly(NOW, [{}])
    const hours = buildHoursView(unknown, EN)
    assert.deepEqual(buildHourTable({ hourly: unknown, air: null }, EN).rows, [Array.from({ length: 6 }, () => '–')])
    assert.deepEqual({ line: hours?.line, bars: hours?.bars }, { line: '', bars: '' })
  })

  it('has no card of its own', () => {
    const cards = buildSkyView(buildPlaceWeatherAnswer({ current: buildTestCurrent() }), 52, EN)
    assert.deepEqual(cards, [{ title: 'Sun', value: '–', lines: [EN.t('city.sunUnknown')] }])
  })

  it('does not break the page, even with a single scope', () => {
    const place = { name: 'Berlin', region: 'Germany', addressName: 'berlin', isLasting: true, isNamed: true, listedAt: null }
    const head = { place, lat: 52.52, lon: 13.41, path: '/weather/berlin-52.52,13.41', origin: 'https://example.org' }
    const chosen = { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask' } as const
    const reader = { lang: 'de', locale: 'de-DE', hour12: false, units: 'metric', chosen } as const
    const view = buildCityView(
      head,
      buildPlaceWeatherAnswer({ daily: buildTestDaily([{ date: '2026-11-21', temperatureMax: 4 }]) }),
      reader,
      {
        now: Date.parse(NOW),
        primarySources: ['openweather'],
      },
    )
    assert.deepEqual(
      { now: view.now, hours: view.hours, list: view.days?.list.length, isUnknown: view.alerts.isUnknown },
      { now: null, hours: null, list: 1, isUnknown: true },
    )
    assert.equal(view.provenance.times, 'Alle Zeiten in Ortszeit (Europe/Berlin).')
  })
})
