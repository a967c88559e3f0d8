import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '@isobar/weather'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestCurrent, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import type { Air, Marine, PlaceWeather } from '../weather.ts'
import { buildExtraView } from './extra.ts'
import { buildProvenanceView } from './provenance.ts'

const HOUR_MS = 3_600_000
/** The current hour. */
const FIRST = EN.now - (EN.now % HOUR_MS)
const ENVELOPE = buildTestCurrent()

const air = (grass: number | null, value: number | null = 72): Air => {
  const index = value === null ? null : { value, category: 'poor', pollutant: 'pm25' }
  const pollen = { alder: null, birch: null, grass, mugwort: null, olive: null, ragweed: null }
  const points = Array.from({ length: 30 }, (_, hour) => ({
    time: formatInstant(FIRST + hour * HOUR_MS),
    europeanIndex: index,
    usIndex: null,
    pollen,
  }))
  return {
    ...ENVELOPE,
    scope: 'air',
    source: 'open-meteo',
    kind: 'forecast',
    localIndex: 'europeanIndex',
    available: true,
    points,
  } as never
}
const sea = (waveHeight: number | null, waterTemperature: number | null, available = true): Marine =>
  ({
    ...ENVELOPE,
    scope: 'marine',
    source: 'open-meteo',
    available,
    points: [{ time: formatInstant(FIRST), waveHeight, waterTemperature }],
  }) as never

describe('air and sea', () => {
  const shown = (extra: PlaceWeather['extra'], units: 'metric' | 'imperial' = 'metric') =>
    buildExtraView(buildPlaceWeatherAnswer({ current: ENVELOPE, extra }), units, EN)
  const facts = (...args: Parameters<typeof shown>) => shown(...args).facts.map(([name, value]) => `${name}: ${normaliseSpaces(value)}`)

  it('are a link until somebody asks for them', () => {
    assert.deepEqual(shown(undefined), { facts: [], text: 'Show air quality, pollen and sea', href: '?extra#sky' })
  })

  it('are the index now, the pollen of the day and the waves, in the reader’s units', () => {
    const extra = { air: air(30), marine: sea(2.5, 14) }
    assert.deepEqual(facts(extra), ['Air quality: European AQI 72 (poor)', 'Pollen: grasses: high', 'Sea: waves of 2.5 m', 'Water: 14 °C'])
    assert.deepEqual(facts(extra, 'imperial').slice(2), ['Sea: waves of 8 ft', 'Water: 57 °F'])
  })

  it('are left out where unknown, and said to be so if all are', () => {
    assert.deepEqual(facts({ air: air(null), marine: null }), ['Air quality: European AQI 72 (poor)'])
    const nothing = { air: air(null, null), marine: sea(null, null, false) }
    assert.deepEqual(shown(nothing), { facts: [], text: 'There is no data on the air or the sea here at present.', href: undefined })
    assert.deepEqual(shown({ air: null, marine: null }).facts, [])
  })

  it('name their source as a normal one, if they have data', () => {
    const parts = (marine: Marine) =>
      buildProvenanceView(buildPlaceWeatherAnswer({ current: ENVELOPE, extra: { air: air(30), marine } }), ['openweather'], EN).parts.map(
        ({ name, mark }) => [name, mark],
      )
    assert.deepEqual(parts(sea(1, 1)).slice(1), [
      ['Air quality', null],
      ['Sea', null],
    ])
    assert.deepEqual(parts(sea(null, null, false)).slice(1), [['Air quality', null]])
  })
})
