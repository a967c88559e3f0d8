import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Aggregation } from '@openmeteo/sdk/aggregation.js'
import { Variable } from '@openmeteo/sdk/variable.js'
import { processorMs } from '../../../../test/helpers/processor-time.ts'
import { readDailyName, readName } from './variable-name.ts'

describe('the name of a variable', () => {
  for (const [asked, today] of [
    ['windspeed_10m', 'wind_speed_10m'],
    ['windgusts_10m', 'wind_gusts_10m'],
    ['winddirection_80m', 'wind_direction_80m'],
    ['relativehumidity_2m', 'relative_humidity_2m'],
    ['relativehumidity_500hPa', 'relative_humidity_500hPa'],
    ['dewpoint_2m', 'dew_point_2m'],
    ['weathercode', 'weather_code'],
    ['cloudcover_low', 'cloud_cover_low'],
    ['vapor_pressure_deficit', 'vapour_pressure_deficit'],
    ['freezinglevel_height', 'freezing_level_height'],
    ['soil_moisture_0_1cm', 'soil_moisture_0_to_1cm'],
  ] as const) {
    it(`may be the former one: ${asked}`, () => {
      assert.equal(readName(asked)?.name, today)
      assert.equal(readName(asked)?.asked, asked)
      assert.deepEqual({ ...readName(asked), asked: '' }, { ...readName(today), asked: '' })
    })
  }

  it('says at which height, level or depth', () => {
    const placed = (name: string) => {
      const { variable, altitude, pressureLevel, depth, depthTo } = readName(name) ?? {}
      return [variable, altitude, pressureLevel, depth, depthTo]
    }
    assert.deepEqual(placed('wind_speed_120m'), [Variable.wind_speed, 120, 0, 0, 0])
    assert.deepEqual(placed('temperature_850hPa'), [Variable.temperature, 0, 850, 0, 0])
    assert.deepEqual(placed('soil_temperature_54cm'), [Variable.soil_temperature, 0, 0, 54, 0])
    assert.deepEqual(placed('soil_moisture_27_to_81cm'), [Variable.soil_moisture, 0, 0, 27, 81])
    assert.deepEqual(placed('precipitation'), [Variable.precipitation, 0, 0, 0, 0])
    assert.deepEqual(placed('pm2_5'), [Variable.pm2p5, 0, 0, 0, 0])
    assert.deepEqual(placed('us_aqi_pm2_5'), [Variable.us_aqi_pm2p5, 0, 0, 0, 0])
  })

  it('of a day says how its hours are summed up', () => {
    const daily = (name: string) => [readDailyName(name)?.variable, readDailyName(name)?.aggregation]
    assert.deepEqual(daily('temperature_2m_max'), [Variable.temperature, Aggregation.maximum])
    assert.deepEqual(daily('windspeed_10m_max'), [Variable.wind_speed, Aggregation.maximum])
    assert.deepEqual(daily('winddirection_10m_dominant'), [Variable.wind_direction, Aggregation.dominant])
    assert.deepEqual(daily('precipitation_sum'), [Variable.precipitation, Aggregation.sum])
    assert.deepEqual(daily('relative_humidity_2m_mean'), [Variable.relative_humidity, Aggregation.mean])
    for (const plain of ['weathercode', 'sunrise', 'moon_phase', 'precipitation_hours', 'sunshine_duration', 'et0_fao_evapotranspiration'])
      assert.equal(readDailyName(plain)?.aggregation, Aggregation.none, plain)
  })

  it('is refused if theirs has none of it', () => {
    const hourly = [
      '',
      'temperature',
      'temperature_2',
      'temperature_2m_',
      'wind_speed',
      'soil_moisture',
      'cape_2m',
      'rain_850hPa',
      '__proto__',
      'toString',
      '0',
    ]
    for (const name of [...hourly, 'low_cloudcover', 'sunset', 'precipitation_sum', 'temperature_2_to_3m'])
      assert.equal(readName(name), undefined, name)
    for (const name of [...hourly, 'precipitation', 'sunset_max', 'temperature_max', 'moon_phase_mean'])
      assert.equal(readDailyName(name), undefined, name)
  })

  it('is read in linear time', () => {
    const start = processorMs()
    for (const name of [`temperature_${'1'.repeat(8_000)}m`, `${'a_'.repeat(4_000)}max`, `soil_moisture_${'0_to_'.repeat(2_000)}`]) {
      assert.equal(readName(name), undefined)
      assert.equal(readDailyName(name), undefined)
    }
    assert.ok(processorMs() - start < 500)
  })
})
