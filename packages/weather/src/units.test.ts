import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { UNIT_SYSTEMS, getUnitWriter } from './units.ts'

describe('unitWriter', () => {
  it('labels each system as the contract does', () => {
    assert.deepEqual(
      UNIT_SYSTEMS.map((system) => Object.values(getUnitWriter(system).labels).join(' ')),
      ['°C km/h mm hPa km mm', '°C mph mm hPa mi mm', '°F mph in inHg mi in', '°C m/s mm hPa m mm'],
    )
    assert.deepEqual(Object.keys(getUnitWriter('uk').labels), [
      'temperature',
      'windSpeed',
      'precipitation',
      'pressure',
      'visibility',
      'snow',
    ])
  })

  it('converts known values', () => {
    const metric = getUnitWriter('metric')
    const imperial = getUnitWriter('imperial')
    const uk = getUnitWriter('uk')
    assert.equal(metric.windSpeed(10), 36)
    assert.equal(metric.windSpeed(2.35), 8.46)
    assert.equal(metric.visibility(6_358), 6.36)
    assert.equal(uk.windSpeed(10), 22.37)
    assert.equal(uk.visibility(10_000), 6.21)
    assert.equal(uk.temperature(6.313), 6.313)
    assert.equal(imperial.temperature(-40), -40)
    assert.equal(imperial.temperature(6.31), 43.36)
    assert.equal(imperial.windSpeed(4.4704), 10)
    assert.equal(imperial.precipitation(0.1), 0.004)
    assert.equal(imperial.snow(25.4), 1)
    assert.equal(imperial.pressure(1013.25), 29.921)
    assert.equal(imperial.visibility(1_609.344), 1)
    assert.equal(imperial.waveHeight(3.048), 10)
    assert.equal(uk.waveHeight(3.048), 3.048)
  })

  it('rounds half away from zero if the exact product is a half', () => {
    assert.equal(getUnitWriter('metric').visibility(5), 0.01)
    assert.equal(getUnitWriter('metric').visibility(1_005), 1.01)
    assert.equal(getUnitWriter('imperial').temperature(-17.775), 0.01)
    assert.equal(getUnitWriter('imperial').precipitation(0.0127), 0.001)
    assert.ok(Object.is(getUnitWriter('imperial').temperature(-17.778), 0))
  })

  it('keeps null, and sends every si value unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.constantFrom(...UNIT_SYSTEMS), (value, system) => {
        const { labels: _labels, ...conversions } = getUnitWriter(system)
        for (const convert of Object.values(conversions)) assert.equal(convert(null), null)
        const { labels: _si, ...same } = getUnitWriter('si')
        for (const convert of Object.values(same)) assert.ok(Object.is(convert(value), value))
      }),
    )
  })

  it('agrees with exact rational arithmetic for wind in km/h', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (tenThousandths) => {
        const hundredths = Math.floor((tenThousandths * 36 + 500) / 1_000)
        assert.equal(getUnitWriter('metric').windSpeed(tenThousandths / 10_000), hundredths / 100)
      }),
    )
  })
})
