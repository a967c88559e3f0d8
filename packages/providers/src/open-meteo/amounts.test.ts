import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeOpenMeteoForecast } from './schema.ts'
import { transformOpenMeteoForecast } from './transform.ts'

const NOON = Date.parse('2026-01-10T12:00:00Z') / 1_000

interface Sent {
  readonly precipitation: number | null
  readonly rain: number | null
  readonly showers: number | null
  /** In cm. */
  readonly snowfall: number | null
}

/** The same amounts for an hour, for a day and for the current hour. */
function read({ precipitation, rain, showers, snowfall }: Sent) {
  const nothing = [null, null]
  const answer = {
    timezone: 'UTC',
    utc_offset_seconds: 0,
    current: { time: NOON, temperature_2m: 1 },
    hourly: {
      time: [NOON, NOON + 3_600],
      temperature_2m: [1, 1],
      precipitation: [precipitation, precipitation],
      rain: [rain, rain],
      showers: [showers, showers],
      snowfall: [snowfall, snowfall],
      weather_code: nothing,
    },
    daily: {
      time: [NOON - 12 * 3_600],
      temperature_2m_min: [1],
      precipitation_sum: [precipitation],
      rain_sum: [rain],
      showers_sum: [showers],
      snowfall_sum: [snowfall],
    },
  }
  const forecast = decodeOpenMeteoForecast(answer, NOON * 1_000)
  const scopes = forecast && transformOpenMeteoForecast(forecast, NOON * 1_000)?.scopes
  return [scopes?.current, scopes?.hourly?.points[0], scopes?.daily?.points[0]].map((point) => {
    assert.ok(point !== undefined)
    return { precipitation: point.precipitation, rain: point.rain, snow: point.snow }
  })
}

const amount = fc.option(fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10))
const sent = fc.record({ precipitation: amount, rain: amount, showers: amount, snowfall: amount })

describe('amounts', () => {
  it('count snow showers, which the upstream reports as showers, only as snow', () => {
    for (const point of read({ precipitation: 4, rain: 0, showers: 4, snowfall: 2.8 }))
      assert.deepEqual(point, { precipitation: 4, rain: 0, snow: 4 })
    for (const point of read({ precipitation: 5, rain: 1, showers: 4, snowfall: 2.1 }))
      assert.deepEqual(point, { precipitation: 5, rain: 2, snow: 3 })
  })

  it('do not guess how much of the showers was rain if the total is unknown', () => {
    for (const point of read({ precipitation: null, rain: 1, showers: 4, snowfall: 2.1 })) assert.equal(point.rain, null)
    for (const point of read({ precipitation: null, rain: 1, showers: 4, snowfall: 0 })) assert.equal(point.rain, 5)
    for (const point of read({ precipitation: null, rain: 1, showers: 0, snowfall: 2.1 })) assert.equal(point.rain, 1)
  })

  it('never contain more rain than the precipitation that is not snow, nor a negative amount', () => {
    fc.assert(
      fc.property(sent, (amounts) => {
        for (const { precipitation, rain, snow } of read(amounts)) {
          if (rain === null) continue
          assert.ok(rain >= 0 && rain <= (amounts.rain ?? 0) + (amounts.showers ?? 0) + 1e-9)
          if (precipitation !== null) assert.ok(rain <= Math.max(0, precipitation - (snow ?? 0)) + 1e-4)
        }
      }),
    )
  })
})
