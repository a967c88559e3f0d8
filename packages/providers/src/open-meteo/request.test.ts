import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Cell, toCell } from '@isobar/weather'
import { AIR, AIR_QUERY } from './air.ts'
import { MARINE, MARINE_QUERY } from './marine.ts'
import { computeCallWeight, FORECAST, FORECAST_QUERY, buildRequestUrl } from './request.ts'

const forecastUrl = (baseUrl: URL, cell: Cell, key: string | null) => buildRequestUrl(baseUrl, 'forecast', FORECAST_QUERY, cell, key)

const variablesOf = (url: URL) => ['current', 'hourly', 'daily'].flatMap((block) => url.searchParams.get(block)?.split(',') ?? [])

describe('callWeight', () => {
  it('follows the documented formula', () => {
    assert.equal(computeCallWeight(30, 16).toFixed(1), '3.4')
    assert.equal(computeCallWeight(5, 7), 1)
    assert.equal(computeCallWeight(20, 7), 2)
    assert.equal(computeCallWeight(10, 14, 3), 3)
  })

  it('matches the actual request', () => {
    const url = forecastUrl(new URL('https://api.open-meteo.com'), toCell(1, 2), null)
    const days = Number(url.searchParams.get('forecast_days')) + Number(url.searchParams.get('past_days'))
    assert.equal(FORECAST.weight, computeCallWeight(variablesOf(url).length, days))
  })
})

describe('the other APIs', () => {
  it('weigh what is asked for', () => {
    const air = AIR_QUERY.hourly.split(',').length
    assert.deepEqual(
      { AIRWeight: AIR.weight, MARINEWeight: MARINE.weight },
      { AIRWeight: computeCallWeight(air, 6), MARINEWeight: computeCallWeight(MARINE_QUERY.hourly.split(',').length, 5) },
    )
    assert.equal(AIR.weight, 1.3)
  })

  for (const [base, api, host] of [
    ['https://api.open-meteo.com', 'air-quality', 'air-quality-api.open-meteo.com'],
    ['https://customer-api.open-meteo.com', 'air-quality', 'customer-air-quality-api.open-meteo.com'],
    ['https://api.open-meteo.com', 'marine', 'marine-api.open-meteo.com'],
    ['https://customer-api.open-meteo.com', 'forecast', 'customer-api.open-meteo.com'],
    ['https://weather.example/own/', 'marine', 'weather.example'],
  ] as const) {
    it(`${api} of ${base} is asked at ${host}`, () => {
      const url = buildRequestUrl(new URL(base), api, {}, toCell(1, 2), null)
      assert.equal(url.hostname, host)
      assert.ok(url.pathname.endsWith(`/v1/${api}`), url.pathname)
    })
  }
})

describe('requestUrl', () => {
  it('requests metres per second, unix times, the zone of the place, and all hours from yesterday on', () => {
    const { searchParams, pathname } = forecastUrl(new URL('http://127.0.0.1:9/fake/'), toCell(52.5, -13.40499), null)
    assert.equal(pathname, '/fake/v1/forecast')
    const asked = ['latitude', 'longitude', 'wind_speed_unit', 'timeformat', 'timezone', 'past_days', 'forecast_days', 'apikey']
    assert.deepEqual(
      asked.map((name) => searchParams.get(name)),
      ['52.5', '-13.4', 'ms', 'unixtime', 'auto', '1', '16', null],
    )
  })

  it('repeats no variable and requests no current sums', () => {
    const { searchParams } = forecastUrl(new URL('http://127.0.0.1'), toCell(0, 0), 'k')
    for (const block of ['current', 'hourly', 'daily']) {
      const variables = searchParams.get(block)?.split(',') ?? []
      assert.ok(variables.length > 0)
      assert.equal(new Set(variables).size, variables.length)
    }
    assert.doesNotMatch(searchParams.get('current') ?? '', /precipitation|rain|showers|snowfall/)
    assert.equal(searchParams.get('apikey'), 'k')
  })
})
