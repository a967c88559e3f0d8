import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { chooseCases, isThorough } from '../../../../test/helpers/thorough.ts'

const BERLIN = 'latitude=52.52&longitude=13.41'
const SAMPLES = new URL('../../../../../shared/upstream-samples/open-meteo/', import.meta.url)
const UNEQUAL = "Parameter 'latitude' and 'longitude' must have the same number of elements"
const NO_DATA = 'No data is available for this location'

/** Requests and the reasons for which theirs refuses them (its documentation and its server's messages). */
const REFUSED: Readonly<Record<string, string>> = {
  'latitude=91&longitude=0': 'Latitude must be in range of -90 to 90°. Given: 91.0.',
  'latitude=-90.5&longitude=0': 'Latitude must be in range of -90 to 90°. Given: -90.5.',
  'latitude=0&longitude=180.25': 'Longitude must be in range of -180 to 180°. Given: 180.25.',
  '': UNEQUAL,
  'latitude=1': UNEQUAL,
  'latitude=1,2&longitude=3': UNEQUAL,
  'latitude=1,2&longitude=3,4&timezone=GMT,GMT,GMT': UNEQUAL,
  'latitude=1,2&longitude=3,4&location_id=7': UNEQUAL,
  'latitude=abc&longitude=3': 'Cannot initialize Float from invalid String value abc for key latitude',
  'latitude=NaN&longitude=3': 'Cannot initialize Float from invalid String value NaN for key latitude',
  'latitude=0x10&longitude=3': 'Cannot initialize Float from invalid String value 0x10 for key latitude',
  [`${BERLIN}&hourly=tempeture_2m`]: 'Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly',
  [`${BERLIN}&hourly=temperature_2m, rain`]: 'Cannot initialize WeatherVariable from invalid String value  rain for key hourly',
  [`${BERLIN}&hourly=temperature`]: 'Cannot initialize WeatherVariable from invalid String value temperature for key hourly',
  [`${BERLIN}&hourly=temperature_3m`]: 'Cannot initialize WeatherVariable from invalid String value temperature_3m for key hourly',
  [`${BERLIN}&hourly=temperature_2m_max`]: 'Cannot initialize WeatherVariable from invalid String value temperature_2m_max for key hourly',
  [`${BERLIN}&hourly=sunrise`]: 'Cannot initialize WeatherVariable from invalid String value sunrise for key hourly',
  [`${BERLIN}&hourly=undefined`]: 'Cannot initialize WeatherVariable from invalid String value undefined for key hourly',
  [`${BERLIN}&hourly=47`]: 'Cannot initialize WeatherVariable from invalid String value 47 for key hourly',
  [`${BERLIN}&hourly=constructor`]: 'Cannot initialize WeatherVariable from invalid String value constructor for key hourly',
  [`${BERLIN}&daily=temperature_2m`]: 'Cannot initialize WeatherVariable from invalid String value temperature_2m for key daily',
  [`${BERLIN}&daily=sunrise_max`]: 'Cannot initialize WeatherVariable from invalid String value sunrise_max for key daily',
  [`${BERLIN}&current=nothing`]: 'Cannot initialize WeatherVariable from invalid String value nothing for key current',
  [`${BERLIN}&timezone=Europe/Nowhere`]: 'Invalid timezone',
  [`${BERLIN}&timezone=%2B02:00`]: 'Invalid timezone',
  [`${BERLIN}&timeformat=rfc`]: 'Cannot initialize Timeformat from invalid String value rfc for key timeformat',
  [`${BERLIN}&format=xlsx`]: 'Cannot initialize ForecastResultFormat from invalid String value xlsx for key format',
  [`${BERLIN}&temperature_unit=kelvin`]: 'Cannot initialize TemperatureUnit from invalid String value kelvin for key temperature_unit',
  [`${BERLIN}&windspeed_unit=bft`]: 'Cannot initialize WindspeedUnit from invalid String value bft for key windspeed_unit',
  [`${BERLIN}&precipitation_unit=l`]: 'Cannot initialize PrecipitationUnit from invalid String value l for key precipitation_unit',
  [`${BERLIN}&forecast_days=17`]: 'Forecast days is invalid. Allowed range 0 to 16. Given 17.',
  [`${BERLIN}&past_days=93`]: 'Past days is invalid. Allowed range 0 to 92. Given 93.',
  [`${BERLIN}&past_days=-1`]: 'Past days is invalid. Allowed range 0 to 92. Given -1.',
  [`${BERLIN}&forecast_days=3.5`]: 'Cannot initialize Int from invalid String value 3.5 for key forecast_days',
  [`${BERLIN}&start_date=2026-07-01`]: "Both 'start_date' and 'end_date' must be set in the url",
  [`${BERLIN}&start_date=2026-07-01&end_date=2026-06-30`]: 'End-date must be larger or equals than start-date',
  [`${BERLIN}&start_date=2026-02-31&end_date=2026-07-01`]: "Invalid date format. Make sure to use 'YYYY-MM-DD'",
  [`${BERLIN}&start_date=2026-07-01&end_date=2026-07-01&past_days=1`]:
    "Parameter 'past_days' is mutually exclusive with 'start_date' and 'end_date'",
  [`${BERLIN}&start_date=2020-01-01&end_date=2020-01-02`]: "Parameter 'start_date' is out of allowed range from 2026-03-31 to 2026-07-16",
  [`${BERLIN}&models=icon_seamless`]: NO_DATA,
  [`${BERLIN}&current_weather=maybe`]: 'Cannot initialize Bool from invalid String value maybe for key current_weather',
}

describe('a refused request', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-07-01T12:00:00Z', env: { RATE_LIMITS: `weather=0,history=0,${NO_SHARES}` } })
  })
  after(() => app.close())

  for (const [query, reason] of Object.entries(REFUSED)) {
    it(`400: ${query || 'no parameters'}`, async () => {
      const { status, body, headers } = await app.get(`/v1/forecast?${query.replaceAll(' ', '%20')}`)
      assert.deepEqual({ status, body }, { status: 400, body: { error: true, reason } })
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('access-control-allow-origin'), '*')
    })
  }

  it('is worded as it was recorded', { skip: existsSync(SAMPLES) ? false : `${SAMPLES.pathname} is missing` }, async () => {
    const { text } = await app.get(`/v1/forecast?${BERLIN}&hourly=tempeture_2m`)
    assert.deepEqual(JSON.parse(text), JSON.parse(readFileSync(new URL('error_400_unknown_variable.json', SAMPLES), 'utf8')))
  })

  it('costs no call', () => assert.equal(app.simulator.calls().total, 0))

  it('is too large: places, values, the URL', async () => {
    const many = (count: number, value: string): string => Array.from({ length: count }, () => value).join(',')
    const places = await app.get(`/v1/forecast?latitude=${many(51, '1')}&longitude=${many(51, '2')}`)
    assert.deepEqual(
      { status: places.status, reason: places.body.reason },
      { status: 400, reason: "Parameter 'latitude' and 'longitude' must not exceed 50 coordinates." },
    )
    const values = await app.get(
      `/v1/forecast?latitude=${many(50, '1')}&longitude=${many(50, '2')}&past_days=92&hourly=${many(20, 'rain')}`,
    )
    assert.equal(values.status, 400)
    assert.match(values.body.reason, /^Only up to 210000 values can be requested at once\. Given \d+\.$/)
    const periods = await app.get(`/v1/forecast?${BERLIN}&start_date=${many(51, '2026-07-01')}&end_date=${many(51, '2026-07-01')}`)
    assert.equal(periods.status, 400)
    assert.equal((await app.get(`/v1/forecast?${BERLIN}&hourly=${many(2_000, 'rain')}`)).status, 414)
    const archive = await app.get(`/v1/archive?${BERLIN}&start_date=1940-01-01&end_date=2026-06-30&hourly=rain`)
    assert.match(archive.body.reason, /^Only up to/)
  })

  it('has odd values of every parameter without a defect', async () => {
    const odd = [
      '',
      ',',
      ',,',
      '-',
      '1e999',
      '9'.repeat(400),
      'null',
      '[]',
      '%F0%9F%8C%A6',
      '../..',
      "'",
      '0',
      '-0',
      '1,',
      'auto,auto',
      '0x1',
      '1_0',
    ]
    const names =
      `latitude longitude timezone location_id current hourly daily minutely_15 current_weather timeformat format temperature_unit wind_speed_unit windspeed_unit precipitation_unit forecast_days past_days forecast_hours past_hours past_minutely_15 start_date end_date start_hour end_hour models cell_selection domains elevation apikey`.split(
        ' ',
      )
    for (const path of ['forecast', 'air-quality', 'archive']) {
      for (const name of names) {
        for (const value of path === 'forecast' ? chooseCases(odd, 4) : odd.slice(0, isThorough ? 4 : 1)) {
          const rest = ['latitude', 'longitude']
            .filter((each) => each !== name)
            .map((each) => `${each}=1`)
            .join('&')
          const { status, body } = await app.get(`/v1/${path}?${rest}&${name}=${value}&hourly=rain,pm10`)
          assert.ok(status === 200 || status === 400, `${path} ${name}=${value}: ${status} ${JSON.stringify(body)}`)
          if (status === 400) assert.deepEqual(Object.keys(body), ['error', 'reason'])
        }
      }
    }
  })
})
