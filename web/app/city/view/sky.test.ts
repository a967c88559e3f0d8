import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN } from '../testing/teller.ts'
import { current, hourly, placeWeather } from '../testing/weather.ts'
import { skyView } from './sky.ts'

describe('the sky', () => {
  it('distinguishes polar day and polar night', () => {
    const sun = (isDay: boolean) => skyView(placeWeather({ current: current({ isDay }) }), 78, EN).sun
    assert.deepEqual([sun(true).text, sun(false).text], [EN.t('city.polarDay'), EN.t('city.polarNight')])
    assert.deepEqual([sun(true).course, sun(false).course], ['above', 'below'])
    assert.equal(skyView(placeWeather({ current: current({ isDay: true }) }), 41, EN).sun.text, EN.t('city.sunUnknown'))
    assert.equal(sun(true).at, null)
  })

  it('shows whether the pressure rises, holds or falls', () => {
    const trend = (now: number, later: number) => {
      const weather = placeWeather({
        current: current({ pressure: now }),
        hourly: hourly('2026-11-21T09:00:00Z', [{}, {}, {}, {}, { pressure: later }]),
      })
      return skyView(weather, 52, EN).pressure?.turn
    }
    assert.deepEqual([trend(1010, 1013), trend(1010, 1010.5), trend(1010, 1007)], [1, 0, -1])
  })
})
