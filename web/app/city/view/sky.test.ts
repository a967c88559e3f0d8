import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNKNOWN } from '../../format/numbers.ts'
import { EN } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildTestHourly, buildPlaceWeatherAnswer } from '../testing/weather.ts'
import { buildSkyView } from './sky.ts'

describe('the sky', () => {
  it('distinguishes polar day and polar night from what is not known', () => {
    const sun = (state: 'up' | 'down' | null) =>
      buildSkyView(buildPlaceWeatherAnswer({ current: buildTestCurrent({ sun: state }) }), 78, EN).sun
    assert.deepEqual([sun('up').text, sun('down').text], [EN.t('city.polarDay'), EN.t('city.polarNight')])
    assert.deepEqual([sun('up').course, sun('down').course], ['above', 'below'])
    assert.deepEqual([sun(null).text, sun(null).course], [EN.t('city.sunUnknown'), 'unknown'])
    assert.equal(sun('up').at, null)
  })

  it('shows the only time of a day next to polar day', () => {
    const { sun } = buildSkyView(
      buildPlaceWeatherAnswer({ current: buildTestCurrent({ sun: 'rises', sunrise: '2026-11-21T10:00:00Z' }) }),
      78,
      EN,
    )
    assert.deepEqual([sun.text, sun.times.map(([name]) => name)], [null, [EN.t('city.sunrise')]])
  })

  it('says of a day without moonrise that there is none, and of older data that it is not known', () => {
    const times = (sun: 'rises' | null) => {
      const today = buildTestDaily([{ date: '2026-11-21', moonPhase: 0.4, moonset: '2026-11-21T05:00:00Z', sun }])
      return buildSkyView(buildPlaceWeatherAnswer({ daily: today }), 52, EN).moon?.times.map(([, value]) => value)
    }
    assert.deepEqual(times('rises')?.[0], EN.t('city.noMoonrise'))
    assert.match(times('rises')?.[1] ?? '', /\d/)
    assert.deepEqual(times(null)?.[0], UNKNOWN)
  })

  it('says how high the UV index gets today, unless that is nothing', () => {
    const today = (uvIndex: number | null) => {
      const daily = buildTestDaily([{ date: '2026-11-21', uvIndex }])
      return buildSkyView(buildPlaceWeatherAnswer({ current: buildTestCurrent({ uvIndex: 0 }), daily }), 52, EN).uv?.today
    }
    assert.deepEqual([today(3), today(0.4), today(null)], ['Up to 3 today', null, null])
  })

  it('shows whether the pressure rises, holds or falls', () => {
    const trend = (now: number, later: number) => {
      const weather = buildPlaceWeatherAnswer({
        current: buildTestCurrent({ pressure: now }),
        hourly: buildTestHourly('2026-11-21T09:00:00Z', [{}, {}, {}, {}, { pressure: later }]),
      })
      return buildSkyView(weather, 52, EN).pressure?.turn
    }
    assert.deepEqual([trend(1010, 1013), trend(1010, 1010.5), trend(1010, 1007)], [1, 0, -1])
  })
})
