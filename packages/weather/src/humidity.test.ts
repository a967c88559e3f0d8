import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { computeFeltTemperature } from './felt-temperature.ts'
import { computeDewPoint, computeHumidity } from './humidity.ts'

describe('relative humidity', () => {
  it('agrees with observed pairs', () => {
    assert.equal(computeHumidity(20, 20), 100)
    // Observed by the National Weather Service: 92.8 % at −3 and −4 °C, 63.8 % at −1 and −7 °C.
    assert.equal(computeHumidity(-3, -4), 93)
    assert.equal(computeHumidity(-1, -7), 64)
    assert.equal(computeHumidity(10, 11), 100)
    assert.equal(computeHumidity(null, 3), null)
  })

  it('gives the dew point back, to within what whole percents leave open, and never above the temperature', () => {
    assert.equal(computeDewPoint(20, 100), 20)
    assert.equal(computeDewPoint(-1, 64), -7)
    assert.equal(computeDewPoint(20, 0), null)
    assert.equal(computeDewPoint(20, null), null)
    fc.assert(
      fc.property(fc.double({ min: -60, max: 50, noNaN: true }), fc.integer({ min: 1, max: 100 }), (temperature, humidity) => {
        const dewPoint = computeDewPoint(temperature, humidity) as number
        assert.ok(dewPoint <= temperature)
        assert.ok(Math.abs((computeHumidity(temperature, dewPoint) as number) - humidity) <= 1)
      }),
    )
  })
})

describe('the felt temperature', () => {
  it('is Steadman’s, and unknown without one of its values', () => {
    // By hand: e = 21.159 hPa at 30 °C and 50 %, 7.356 hPa at 10 °C and 60 %.
    assert.equal(computeFeltTemperature(30, 50, 10 / 3.6), 31)
    assert.equal(computeFeltTemperature(10, 60, 10), 1.4)
    assert.equal(computeFeltTemperature(10, 60, null), null)
    assert.equal(computeFeltTemperature(null, 60, 1), null)
    assert.equal(computeFeltTemperature(10, null, 1), null)
  })
})
