import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellOf } from '../../domain/cell.ts'
import { callWeight, FORECAST, forecastUrl } from './request.ts'

const variablesOf = (url: URL) => ['current', 'hourly', 'daily'].flatMap((block) => url.searchParams.get(block)?.split(',') ?? [])

describe('callWeight', () => {
  it('follows the documented formula', () => {
    assert.equal(callWeight(30, 16).toFixed(1), '3.4')
    assert.equal(callWeight(5, 7), 1)
    assert.equal(callWeight(20, 7), 2)
    assert.equal(callWeight(10, 14, 3), 3)
  })

  it('matches the actual request', () => {
    const url = forecastUrl(new URL('https://api.open-meteo.com'), cellOf(1, 2), null)
    assert.equal(FORECAST.weight, callWeight(variablesOf(url).length, Number(url.searchParams.get('forecast_days'))))
  })
})

describe('forecastUrl', () => {
  it('requests metres per second, unix times, the zone of the place and one hour more than 48', () => {
    const { searchParams, pathname } = forecastUrl(new URL('http://127.0.0.1:9/fake/'), cellOf(52.5, -13.40499), null)
    assert.equal(pathname, '/fake/v1/forecast')
    const asked = ['latitude', 'longitude', 'wind_speed_unit', 'timeformat', 'timezone', 'forecast_hours', 'forecast_days', 'apikey']
    assert.deepEqual(
      asked.map((name) => searchParams.get(name)),
      ['52.5', '-13.4', 'ms', 'unixtime', 'auto', '49', '8', null],
    )
  })

  it('repeats no variable and requests no current sums', () => {
    const { searchParams } = forecastUrl(new URL('http://127.0.0.1'), cellOf(0, 0), 'k')
    for (const block of ['current', 'hourly', 'daily']) {
      const variables = searchParams.get(block)?.split(',') ?? []
      assert.ok(variables.length > 0)
      assert.equal(new Set(variables).size, variables.length)
    }
    assert.doesNotMatch(searchParams.get('current') ?? '', /precipitation|rain|showers|snowfall/)
    assert.equal(searchParams.get('apikey'), 'k')
  })
})
