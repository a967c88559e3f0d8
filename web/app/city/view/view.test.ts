import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hourTable } from '../meteogram/values.ts'
import { EN } from '../testing/teller.ts'
import { current, daily, hourly, NOW, placeWeather } from '../testing/weather.ts'
import { cityView } from './city-view.server.ts'
import { daysView } from './days.ts'
import { hoursView } from './hours.ts'
import { nowView } from './now.ts'
import { skyView } from './sky.ts'

describe('an unknown value', () => {
  it('is a dash in charts and tables, and left out elsewhere; never a number', () => {
    const { facts, temperature, words, feelsLike } = nowView(current(), EN)
    assert.deepEqual([facts, temperature, words, feelsLike], [[], '–', '–', null])
    const { list } = daysView(daily([{ date: '2026-11-21' }]), EN)
    assert.deepEqual([list[0]?.min, list[0]?.rain, list[0]?.range], ['–', '–', null])
    const unknown = hourly(NOW, [{}])
    const hours = hoursView(unknown, EN)
    assert.deepEqual(hourTable({ hourly: unknown, air: null }, EN).rows, [Array.from({ length: 6 }, () => '–')])
    assert.deepEqual([hours?.line, hours?.bars], ['', ''])
  })

  it('has no card of its own', () => {
    const { moon, wind, uv, pressure, sun } = skyView(placeWeather({ current: current() }), 52, EN)
    assert.deepEqual([moon, wind, uv, pressure], [null, null, null, null])
    assert.equal(sun.text, EN.t('city.sunUnknown'))
  })

  it('does not break the page, even with a single scope', () => {
    const place = { name: 'Berlin', region: 'Germany', addressName: 'berlin', isLasting: true, isNamed: true, listedAt: null }
    const head = { place, lat: 52.52, lon: 13.41, path: '/weather/berlin-52.52,13.41', origin: 'https://example.org' }
    const chosen = { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask' } as const
    const reader = { lang: 'de', locale: 'de-DE', hour12: false, units: 'metric', chosen } as const
    const view = cityView(head, placeWeather({ daily: daily([{ date: '2026-11-21', temperatureMax: 4 }]) }), reader, {
      now: Date.parse(NOW),
      primarySources: ['openweather'],
    })
    assert.deepEqual([view.now, view.hours, view.days?.list.length, view.alerts.isUnknown], [null, null, 1, true])
    assert.equal(view.provenance.times, 'Alle Zeiten in Ortszeit (Europe/Berlin).')
  })
})
