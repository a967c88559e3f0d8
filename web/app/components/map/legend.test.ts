import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Units } from '../../visit/preferences.ts'
import { READER } from '../../visit/testing/visit.ts'
import { buildMapWords } from './legend.server.ts'

const wordsFor = (units: Units, tileSource: string | null = 'OpenWeather') =>
  buildMapWords({ ...READER, units }, { tileSource, hasRadar: false, hasWarningFeeds: true })

describe('the legend of a map', () => {
  it('has the ends of the colour scales in the reader’s units', () => {
    const ends = (units: Units) => {
      const { temp, wind, pressure } = wordsFor(units).legend
      return [...temp, ...wind, ...pressure].map((text) => text.replaceAll(/\s/g, ' '))
    }
    assert.deepEqual(ends('metric'), ['−40 °C', '30 °C', '0 km/h', '90 km/h', '940 hPa', '1,080 hPa'])
    assert.deepEqual(ends('imperial'), ['−40 °F', '86 °F', '0 mph', '56 mph', '27.76 inHg', '31.89 inHg'])
    assert.deepEqual(ends('uk').slice(0, 4), ['−40 °C', '30 °C', '0 mph', '56 mph'])
    assert.deepEqual(ends('si').slice(2, 4), ['0.0 m/s', '25 m/s'])
  })

  it('has the amounts of the other layers', () => {
    const amounts = (units: Units) => {
      const { precipitation, clouds } = wordsFor(units).legend
      return [...precipitation, ...clouds].map((text) => text.replaceAll(/\s/g, ' '))
    }
    assert.deepEqual(amounts('metric'), ['0.5 mm', '140 mm', '0%', '100%'])
    assert.deepEqual(amounts('imperial'), ['0.02 in', '5.5 in', '0%', '100%'])
  })
})

describe('the scale of the wind', () => {
  it('has where each class of arrows begins, and what a km/h is, in the reader’s unit', () => {
    const scale = (units: Units) => {
      const { unit, perKmh, steps } = wordsFor(units).windScale
      return [unit, (100 * perKmh).toFixed(2), steps.join(' ')]
    }
    assert.deepEqual((['metric', 'uk', 'imperial', 'si'] as const).map(scale), [
      ['km/h', '100.00', '0 20 39 62 89'],
      ['mph', '62.14', '0 12 24 39 55'],
      ['mph', '62.14', '0 12 24 39 55'],
      ['m/s', '27.78', '0 6 11 17 25'],
    ])
  })

  it('names the sixteen points from north on, and how a wind is said', () => {
    const { points, from } = wordsFor('metric').windScale
    assert.deepEqual([points.length, points[0], points[4], points[11]], [16, 'N', 'E', 'WSW'])
    assert.match(from, /\{speed\}.*\{point\}/)
  })
})

describe('the words of a map', () => {
  it('credit the provider of the overlays; without one there are none', () => {
    assert.match(wordsFor('metric').weatherCredit, /OpenWeather/)
    assert.deepEqual([wordsFor('metric').hasOverlays, wordsFor('metric', null).hasOverlays], [true, false])
  })

  it('are for degrees Fahrenheit where only these are used', () => {
    assert.deepEqual(
      (['metric', 'uk', 'imperial', 'si'] as const).map((units) => wordsFor(units).isFahrenheit),
      [false, false, true, false],
    )
  })
})
