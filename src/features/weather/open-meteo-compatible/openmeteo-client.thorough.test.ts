import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Aggregation } from '@openmeteo/sdk/aggregation.js'
import { Model } from '@openmeteo/sdk/model.js'
import { Unit } from '@openmeteo/sdk/unit.js'
import { Variable } from '@openmeteo/sdk/variable.js'
import { fetchWeatherApi } from 'openmeteo'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const HOURLY = ['temperature_2m', 'precipitation', 'soil_moisture_0_to_1cm', 'temperature_850hPa', 'wind_speed_10m', 'weather_code']
const DAILY = ['temperature_2m_max', 'sunrise', 'precipitation_sum', 'wind_direction_10m_dominant']

type Numbers = (number | null)[]

/** The package openmeteo of npm, unchanged, against this service: Open-Meteo's own client. */
describe('openmeteo 1.2.3 from npm', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** 32-bit floats, and NaN for null. */
  const floats = (values: Numbers) => values.map((value) => (value === null ? Number.NaN : Math.fround(value)))

  it('reads places, blocks and variables, and finds the values of the JSON answer in them', async () => {
    const params = {
      latitude: [52.52, 35.68],
      longitude: [13.41, 139.69],
      current: ['relative_humidity_2m', 'is_day'],
      hourly: HOURLY,
      daily: DAILY,
      minutely_15: ['precipitation'],
      timezone: 'auto',
      forecast_days: 3,
    }
    const responses = await fetchWeatherApi(`${app.url}/v1/forecast`, params)
    assert.equal(responses.length, 2)
    const query = new URLSearchParams(params as unknown as Record<string, string>)
    const json = (await app.get(`/v1/forecast?${query.toString()}&timeformat=unixtime`)).body
    assert.equal(app.simulator.calls().total, 4, 'one to each source for each place')

    for (const [index, response] of responses.entries()) {
      const expected = json[index]
      assert.equal(response.latitude(), Math.fround(expected.latitude))
      assert.equal(response.longitude(), Math.fround(expected.longitude))
      assert.equal(response.elevation(), Math.fround(expected.elevation))
      assert.equal(response.locationId(), BigInt(index))
      assert.equal(response.model(), Model.best_match)
      assert.equal(response.utcOffsetSeconds(), expected.utc_offset_seconds)
      assert.deepEqual(
        { timezone: response.timezone(), timezoneAbbreviation: response.timezoneAbbreviation() },
        { timezone: expected.timezone, timezoneAbbreviation: expected.timezone_abbreviation },
      )

      const current = response.current()
      assert.ok(current)
      assert.deepEqual(
        { time: Number(current.time()), interval: current.interval(), variablesLength: current.variablesLength() },
        { time: expected.current.time, interval: 3_600, variablesLength: 2 },
      )
      assert.equal(current.variables(0)?.value(), Math.fround(expected.current.relative_humidity_2m))
      assert.deepEqual(
        { variable: current.variables(0)?.variable(), altitude: current.variables(0)?.altitude() },
        { variable: Variable.relative_humidity, altitude: 2 },
      )
      assert.equal(current.variables(1)?.value(), expected.current.is_day)

      const hourly = response.hourly()
      assert.ok(hourly)
      assert.deepEqual(
        Array.from(
          { length: Number(hourly.timeEnd() - hourly.time()) / hourly.interval() },
          (_, row) => Number(hourly.time()) + row * hourly.interval(),
        ),
        expected.hourly.time,
      )
      assert.equal(hourly.variablesLength(), HOURLY.length)
      for (const [position, name] of HOURLY.entries()) {
        const values: Float32Array | null = hourly.variables(position)?.valuesArray() ?? null
        assert.deepEqual([...(values ?? [])], floats(expected.hourly[name]), name)
      }
      const moisture = hourly.variables(2)
      assert.deepEqual(
        { variable: moisture?.variable(), depth: moisture?.depth(), depthTo: moisture?.depthTo() },
        { variable: Variable.soil_moisture, depth: 0, depthTo: 1 },
      )
      assert.equal(hourly.variables(3)?.pressureLevel(), 850)
      assert.deepEqual([hourly.variables(4)?.unit(), hourly.variables(5)?.unit()], [Unit.kilometres_per_hour, Unit.wmo_code])

      const daily = response.daily()
      assert.ok(daily)
      assert.equal(Number(daily.time()), expected.daily.time[0])
      assert.equal(daily.variables(0)?.aggregation(), Aggregation.maximum)
      assert.deepEqual([...(daily.variables(0)?.valuesArray() ?? [])], floats(expected.daily.temperature_2m_max))
      const sunrise = daily.variables(1)
      assert.equal(sunrise?.valuesInt64Length(), 3)
      assert.deepEqual(
        [0, 1, 2].map((row) => Number(sunrise?.valuesInt64(row))),
        expected.daily.sunrise,
      )
      assert.equal(daily.variables(3)?.aggregation(), Aggregation.dominant)

      const quarters = response.minutely15()
      assert.equal(quarters?.interval(), 900)
      assert.deepEqual([...(quarters?.variables(0)?.valuesArray() ?? [])], floats(expected.minutely_15.precipitation))
    }
  })

  it('reads an answer of fifty places to its last byte', async () => {
    const latitude = Array.from({ length: 50 }, (_, index) => 40 + index / 10)
    const responses = await fetchWeatherApi(`${app.url}/v1/forecast`, { latitude, longitude: latitude, daily: ['temperature_2m_max'] })
    assert.deepEqual(
      responses.map((response) => response.latitude()),
      latitude.map((value) => Math.fround(Math.round(value * 100) / 100)),
    )
    assert.ok(responses.every((response) => response.daily()?.variables(0)?.valuesLength() === 7))
  })

  it('reads the air quality and the archive', async () => {
    const place = { latitude: 48.14, longitude: 11.58 }
    const [air] = await fetchWeatherApi(`${app.url}/v1/air-quality`, { ...place, hourly: ['pm2_5', 'european_aqi'] })
    assert.deepEqual(
      [0, 1].map((position) => [air?.hourly()?.variables(position)?.variable(), air?.hourly()?.variables(position)?.unit()]),
      [
        [Variable.pm2p5, Unit.micrograms_per_cubic_metre],
        [Variable.european_aqi, Unit.european_air_quality_index],
      ],
    )
    const today = new Date(app.clock.now()).toISOString().slice(0, 10)
    const [archive] = await fetchWeatherApi(`${app.url}/v1/archive`, {
      ...place,
      start_date: today,
      end_date: today,
      hourly: 'temperature_2m',
    })
    assert.equal(archive?.hourly()?.variables(0)?.valuesLength(), 24)
  })

  it('shows the reason of a refusal as its error', async () => {
    await assert.rejects(
      fetchWeatherApi(`${app.url}/v1/forecast`, { latitude: 91, longitude: 0, hourly: ['temperature_2m'] }),
      /^Error: Latitude must be in range of -90 to 90°\. Given: 91\.0\.$/,
    )
    await assert.rejects(
      fetchWeatherApi(`${app.url}/v1/forecast`, { latitude: 1, longitude: 0, hourly: ['temprature'] }),
      /Cannot initialize WeatherVariable from invalid String value temprature for key hourly/,
    )
  })
})
