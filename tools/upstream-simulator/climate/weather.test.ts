import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { siteAt } from './geography.ts'
import { apparentTemperature, TRUTH, weatherAt } from './weather.ts'

const START = Date.UTC(2020, 0, 1) / 3_600_000
const lat = fc.double({ min: -90, max: 90, noNaN: true })
const lon = fc.double({ min: -180, max: 180, noNaN: true })
const hour = fc.double({ min: START, max: START + 20 * 8766, noNaN: true })
const run = fc.record({ issuedAt: hour, model: fc.integer({ min: 0, max: 1 }) })

const near = (a: ReturnType<typeof weatherAt>, b: ReturnType<typeof weatherAt>): void => {
  assert.ok(Math.abs(a.temperature - b.temperature) < 0.5, `temperature ${a.temperature} ${b.temperature}`)
  assert.ok(Math.abs(a.pressure - b.pressure) < 0.3)
  assert.ok(Math.abs(a.precipitation - b.precipitation) < 3)
}

const mean = (y: number, x: number, month: number): number => {
  const site = siteAt(y, x)
  const from = Date.UTC(2026, month, 1) / 3_600_000
  return Array.from({ length: 240 }, (_, i) => weatherAt(site, from + 3 * i, TRUTH).temperature).reduce((a, b) => a + b) / 240
}

const errorAt = (lead: number): number => {
  let total = 0
  for (let i = 0; i < 200; i++) {
    const site = siteAt(-60 + (i % 13) * 10, -170 + i * 1.7)
    const t = START + 1_000 + i * 97
    total += Math.abs(weatherAt(site, t, { issuedAt: t - lead, model: 0 }).temperature - weatherAt(site, t, TRUTH).temperature)
  }
  return total / 200
}

describe('the demo climate', () => {
  it('stays within values that occur on Earth', () => {
    fc.assert(
      fc.property(lat, lon, hour, run, (y, x, t, model) => {
        const state = weatherAt(siteAt(y, x), t, model)
        assert.ok(state.temperature > -95 && state.temperature < 60, `temperature ${state.temperature}`)
        assert.ok(state.dewPoint <= state.temperature)
        assert.ok(state.humidity >= 1 && state.humidity <= 100)
        assert.ok(state.pressure > 900 && state.pressure < 1090, `pressure ${state.pressure}`)
        assert.ok(state.cloud >= 0 && state.cloud <= 100)
        assert.ok(state.windSpeed >= 0 && state.windSpeed < 60)
        assert.ok(state.windGust >= state.windSpeed)
        assert.ok(state.windDirection >= 0 && state.windDirection < 360)
        assert.ok(state.precipitation >= 0 && state.precipitation < 80)
        assert.ok(state.snowShare >= 0 && state.snowShare <= 1)
        assert.ok(state.visibility >= 60 && state.visibility < 60_000)
        assert.ok(Number.isFinite(apparentTemperature(state)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('is a pure function of place and time', () => {
    fc.assert(
      fc.property(lat, lon, hour, run, (y, x, t, model) =>
        assert.deepEqual(weatherAt(siteAt(y, x), t, model), weatherAt(siteAt(y, x), t, model)),
      ),
    )
  })

  it('is continuous in time: a minute changes little', () => {
    fc.assert(
      fc.property(lat, lon, hour, (y, x, t) => {
        const site = siteAt(y, x)
        const before = weatherAt(site, t, TRUTH)
        const after = weatherAt(site, t + 1 / 60, TRUTH)
        assert.ok(Math.abs(after.temperature - before.temperature) < 0.35)
        assert.ok(Math.abs(after.pressure - before.pressure) < 0.4)
        assert.ok(Math.abs(after.precipitation - before.precipitation) < 1.5)
      }),
    )
  })

  it('is continuous in space: a few hundred metres change little, across the antimeridian too', () => {
    fc.assert(
      fc.property(fc.double({ min: -89, max: 89, noNaN: true }), lon, hour, (y, x, t) => {
        near(weatherAt(siteAt(y, x), t, TRUTH), weatherAt(siteAt(y + 0.003, x), t, TRUTH))
        near(weatherAt(siteAt(y, 180), t, TRUTH), weatherAt(siteAt(y, -180), t, TRUTH))
      }),
    )
  })

  it('is warmer in summer than in winter, on both hemispheres, and at noon than at night', () => {
    assert.ok(mean(52, 13, 6) > mean(52, 13, 0) + 12)
    assert.ok(mean(-34, 151, 0) > mean(-34, 151, 6) + 3)
    const site = siteAt(40, 100)
    const noons = Array.from(
      { length: 60 },
      (_, i) => weatherAt(site, START + 24 * i + 7, TRUTH).temperature - weatherAt(site, START + 24 * i + 21, TRUTH).temperature,
    )
    assert.ok(noons.reduce((a, b) => a + b) / 60 > 2)
  })
})

describe('a forecast', () => {
  it('is exact up to its issue, and its error grows with the lead and is never zero', () => {
    assert.equal(errorAt(0), 0)
    assert.ok(errorAt(6) > 0.02)
    assert.ok(errorAt(24) > errorAt(6))
    assert.ok(errorAt(120) > errorAt(24))
    assert.ok(errorAt(120) < 6)
  })

  it('changes only a little from one fetch to the next', () => {
    fc.assert(
      fc.property(lat, lon, hour, fc.integer({ min: 2, max: 240 }), (y, x, t, lead) => {
        const site = siteAt(y, x)
        const earlier = weatherAt(site, t, { issuedAt: t - lead, model: 0 })
        const later = weatherAt(site, t, { issuedAt: t - lead + 1, model: 0 })
        assert.ok(Math.abs(earlier.temperature - later.temperature) < 2.5, `${earlier.temperature} ${later.temperature}`)
      }),
    )
  })

  it('differs slightly in another model, also for now', () => {
    const differences = Array.from({ length: 100 }, (_, i) => {
      const site = siteAt(-50 + i, i * 3)
      const t = START + i * 50
      return Math.abs(weatherAt(site, t, { issuedAt: t, model: 1 }).temperature - weatherAt(site, t, TRUTH).temperature)
    })
    const mean = differences.reduce((a, b) => a + b) / differences.length
    assert.ok(mean > 0.05 && mean < 2, `mean difference ${mean}`)
  })
})
