import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { AirPoint } from '@isobar/weather'
import { transformAirPollution } from './air-pollution.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/air-quality/', import.meta.url)
const skip = existsSync(RECORDED) ? false : 'the recorded answers are not here'

const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`openweather_air_pollution_${name}.json`, RECORDED), 'utf8')) as { list: Entry[] }
interface Entry {
  readonly dt: number
  readonly components: Record<string, number>
}

describe('recorded air pollution', { skip }, () => {
  for (const name of ['chambly_2021', 'forecast_chambly_2021', 'history_chambly_2020', 'sydney_good_2026', 'beijing_poor_2026']) {
    it(`${name}: every component of every hour`, () => {
      const body = recorded(name)
      const points: readonly AirPoint[] = transformAirPollution(body, 0)?.points ?? []
      assert.equal(points.length, body.list.length)
      for (const [index, { dt, components }] of body.list.entries()) {
        const point: AirPoint | undefined = points[index]
        assert.ok(point)
        assert.equal(Date.parse(point.time), dt * 1_000 - ((dt * 1_000) % 3_600_000))
        const { pm2_5: pm25, pm10, no2, o3, so2, co } = components
        const { europeanIndex: _european, usIndex: _us, ...values } = point
        assert.deepEqual(values, { time: point.time, pm25, pm10, no2, o3, so2, co, dust: null, pollen: null })
      }
    })
  }

  it('of a week with past hours begins now, with indices from them', () => {
    const { list } = recorded('forecast_chambly_2021')
    const now = ((list[100] as Entry).dt + 60) * 1_000
    const air = transformAirPollution({ list }, now)
    assert.equal(air?.points.length, list.length - 100)
    assert.ok(air?.points[0]?.europeanIndex && air.points[0].usIndex)
  })

  it('without data is unavailable', () =>
    assert.deepEqual(transformAirPollution(recorded('history_empty_2026'), 0), { available: false, points: [] }))
  it('that refuses is no answer', () => assert.equal(transformAirPollution(recorded('error_400_latitude_2026'), 0), null))
})

describe('air pollution', () => {
  it('leaves out what is no hour, and knows nothing of what is no number', () => {
    const entry = (dt: unknown, components: unknown) => ({ dt, components })
    const air = transformAirPollution(
      { list: [entry(0, { pm10: 1 }), entry('0', { pm10: 2 }), entry(3_600, null), null, entry(7_200, { pm10: 'x', o3: 5 })] },
      0,
    )
    assert.deepEqual(
      air?.points.map(({ time, pm10, o3 }) => [time, pm10, o3]),
      [
        ['1970-01-01T00:00:00Z', 1, null],
        ['1970-01-01T02:00:00Z', null, 5],
      ],
    )
    for (const body of [null, [], {}, { list: {} }, 'x']) assert.equal(transformAirPollution(body, 0), null)
  })
})
