import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Measurements, NOTHING_MEASURED } from '@isobar/weather'
import { buildAmountFields, splitRainAndSnow, buildMeasurementFields, buildVisibilityField } from './fields.ts'
import { getOpenWeatherWriter } from './units.ts'

const point = (change: Partial<Measurements>): Measurements => ({ ...NOTHING_MEASURED, condition: null, providerCode: null, ...change })

describe('amounts', () => {
  for (const [what, change, expected] of [
    ['are rain and snow as the source has them', { rain: 1.234, snow: 0.5, precipitation: 1.7 }, { rain: 1.23, snow: 0.5 }],
    [
      'are not made of a sum that is already split',
      { rain: 0, snow: null, precipitation: 2, condition: 'snow' },
      { rain: null, snow: null },
    ],
    [
      'are not made of a sum that is already split, the other way',
      { rain: null, snow: 1, precipitation: 2, condition: 'rain' },
      { rain: null, snow: 1 },
    ],
    ['are rain if only the sum is known', { precipitation: 2, condition: 'rain_showers' }, { rain: 2, snow: null }],
    ['are snow if only the sum is known and it snows', { precipitation: 2, condition: 'snow_showers' }, { rain: null, snow: 2 }],
    ['are none where it is dry', { rain: 0, snow: 0, precipitation: 0 }, { rain: null, snow: null }],
    ['are none where less falls than is written', { rain: 0.004 }, { rain: null, snow: null }],
    ['are none where they are unknown', {}, { rain: null, snow: null }],
  ] as const) {
    it(what, () => assert.deepEqual(splitRainAndSnow(point(change)), expected))
  }

  it('are written under their period, and absent without any', () => {
    assert.deepEqual(buildAmountFields({ rain: 1, snow: null }, '1h'), { rain: { '1h': 1 } })
    assert.deepEqual(buildAmountFields({ rain: null, snow: 2 }, '3h'), { snow: { '3h': 2 } })
    assert.deepEqual(buildAmountFields({ rain: null, snow: null }, '1h'), {})
  })
})

describe('measurements', () => {
  it('are absent if unknown', () => assert.deepEqual(buildMeasurementFields(point({}), getOpenWeatherWriter('metric')), {}))

  it('have OpenWeather’s decimals', () => {
    const { pressure, humidity, dew_point, uvi, clouds, wind_speed, wind_deg, wind_gust } = buildMeasurementFields(
      point({
        pressure: 1_012.5,
        humidity: 80.6,
        dewPoint: 1.006,
        uvIndex: 0.125,
        cloudCover: 0.4,
        windSpeed: 3.456,
        windDirection: 12.5,
        windGust: 9,
      }),
      getOpenWeatherWriter('standard'),
    )
    assert.deepEqual(
      { pressure, humidity, dew_point, uvi, clouds },
      { pressure: 1_013, humidity: 81, dew_point: 274.16, uvi: 0.13, clouds: 0 },
    )
    assert.deepEqual({ wind_speed, wind_deg, wind_gust }, { wind_speed: 3.46, wind_deg: 13, wind_gust: 9 })
  })

  it('have no visibility beyond ten kilometres', () => {
    assert.deepEqual(
      [buildVisibilityField(point({ visibility: 24_140 })), buildVisibilityField(point({ visibility: 33.4 }))],
      [{ visibility: 10_000 }, { visibility: 33 }],
    )
  })
})
