import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

/** What MagicMirror's module `weather` asks for (2026-04), old names and all. */
const MAGIC_MIRROR = {
  hourly:
    'temperature_2m,relativehumidity_2m,dewpoint_2m,apparent_temperature,pressure_msl,surface_pressure,cloudcover,cloudcover_low,cloudcover_mid,cloudcover_high,windspeed_10m,windspeed_80m,windspeed_120m,windspeed_180m,winddirection_10m,winddirection_80m,winddirection_120m,winddirection_180m,windgusts_10m,shortwave_radiation,direct_radiation,direct_normal_irradiance,diffuse_radiation,vapor_pressure_deficit,cape,evapotranspiration,et0_fao_evapotranspiration,precipitation,snowfall,precipitation_probability,rain,showers,weathercode,snow_depth,freezinglevel_height,visibility,soil_temperature_0cm,soil_temperature_6cm,soil_temperature_18cm,soil_temperature_54cm,soil_moisture_0_1cm,soil_moisture_1_3cm,soil_moisture_3_9cm,soil_moisture_9_27cm,soil_moisture_27_81cm,uv_index,uv_index_clear_sky,is_day,terrestrial_radiation,terrestrial_radiation_instant,shortwave_radiation_instant,diffuse_radiation_instant,direct_radiation_instant,direct_normal_irradiance_instant',
  daily:
    'temperature_2m_max,temperature_2m_min,apparent_temperature_min,apparent_temperature_max,precipitation_sum,rain_sum,showers_sum,snowfall_sum,precipitation_hours,weathercode,sunrise,sunset,windspeed_10m_max,windgusts_10m_max,winddirection_10m_dominant,shortwave_radiation_sum,uv_index_max,et0_fao_evapotranspiration,sunshine_duration',
}
const MAGIC_MIRROR_URL = `/v1/forecast?latitude=52.52&longitude=13.41&timeformat=unixtime&timezone=auto&past_days=0&daily=${MAGIC_MIRROR.daily}&hourly=${MAGIC_MIRROR.hourly}&temperature_unit=celsius&windspeed_unit=ms&precipitation_unit=mm&forecast_days=1&current_weather=true`

/** QuickWeather for Android (2025-10). */
const QUICK_WEATHER_URL =
  '/v1/forecast?latitude=52.520000&longitude=13.410000&daily=weathercode,temperature_2m_max,temperature_2m_min,sunrise,sunset,precipitation_sum,windspeed_10m_max&hourly=temperature_2m,weathercode,windspeed_10m,relativehumidity_2m,precipitation,visibility,dewpoint_2m&current_weather=true&temperature_unit=fahrenheit&windspeed_unit=mph&precipitation_unit=inch&timeformat=unixtime&timezone=auto'

/** Breezy Weather for Android (2026-08); the names of its variables are those of its answers’ model. */
const BREEZY_URL =
  '/v1/forecast?timezone=auto&timeformat=unixtime&latitude=52.52&longitude=13.41&models=best_match&daily=temperature_2m_max,temperature_2m_min,apparent_temperature_max,apparent_temperature_min,sunrise,sunset,sunshine_duration,uv_index_max,relative_humidity_2m_mean,relative_humidity_2m_max,relative_humidity_2m_min,dew_point_2m_mean,pressure_msl_mean,cloud_cover_mean,visibility_mean&hourly=temperature_2m,apparent_temperature,precipitation_probability,precipitation,rain,showers,snowfall,weather_code,wind_speed_10m,wind_direction_10m,wind_gusts_10m,uv_index,is_day,relative_humidity_2m,dew_point_2m,pressure_msl,cloud_cover,visibility&minutely_15=precipitation&current=temperature_2m,apparent_temperature,weather_code,wind_speed_10m,wind_direction_10m,wind_gusts_10m,uv_index,relative_humidity_2m,dew_point_2m,pressure_msl,cloud_cover,visibility&forecast_days=16&past_days=1&windspeed_unit=ms'
const BREEZY_EMPTY_URL =
  '/v1/forecast?timezone=auto&timeformat=unixtime&latitude=52.52&longitude=13.41&models=best_match&daily=&hourly=&minutely_15=&current=temperature_2m&forecast_days=16&past_days=1&windspeed_unit=ms'

type Columns = Readonly<Record<string, readonly (number | null)[]>>

/** Programs that cannot be had as packages: the requests that their sources make, and what those read of the answers. */
describe('a client', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** Each column as long as the times, and under the name that was asked for. */
  function assertColumns(block: Columns, names: string): void {
    assert.deepEqual(Object.keys(block), ['time', ...names.split(',')])
    for (const [name, values] of Object.entries(block)) assert.equal(values.length, block['time']?.length, name)
  }

  it('MagicMirror: finds the running hour, today and numbers where it shows some', async () => {
    const { status, body } = await app.get(MAGIC_MIRROR_URL)
    assert.equal(status, 200)
    assertColumns(body.hourly, MAGIC_MIRROR.hourly)
    assertColumns(body.daily, MAGIC_MIRROR.daily)
    const index = body.hourly.time.findLastIndex((time: number) => time <= body.current_weather.time)
    assert.ok(index >= 0)
    for (const name of ['relativehumidity_2m', 'apparent_temperature', 'uv_index'])
      assert.equal(typeof body.hourly[name][index], 'number', name)
    for (const name of ['sunrise', 'sunset', 'temperature_2m_min', 'temperature_2m_max', 'weathercode'])
      assert.equal(typeof body.daily[name][0], 'number')
    assert.equal(typeof body.current_weather.windspeed, 'number')
  })

  it('MagicMirror: is answered from memory when it repeats its request', async () => {
    await app.get(MAGIC_MIRROR_URL)
    assert.equal((await app.get(MAGIC_MIRROR_URL)).headers.get('x-cache'), 'memory')
  })

  it('QuickWeather: gets its units, and old names', async () => {
    const { status, body } = await app.get(QUICK_WEATHER_URL)
    assert.equal(status, 200)
    assert.deepEqual(
      {
        temperature_2m: body.hourly_units.temperature_2m,
        windspeed_10m: body.hourly_units.windspeed_10m,
        precipitation: body.hourly_units.precipitation,
        precipitation_sum: body.daily_units.precipitation_sum,
      },
      { temperature_2m: '°F', windspeed_10m: 'mp/h', precipitation: 'inch', precipitation_sum: 'inch' },
    )
    assert.equal(typeof body.current_weather.weathercode, 'number')
    assert.ok(body.daily.weathercode.slice(0, 7).every((code: unknown) => typeof code === 'number'))
    const place = await app.get('/v1/search?name=Berlin&count=1&language=en&format=json')
    assert.equal(typeof place.body.results[0].latitude, 'number')
  })

  it('Breezy Weather: gets its blocks, its air and its places, and empty lists are none', async () => {
    const { status, body } = await app.get(BREEZY_URL)
    assert.equal(status, 200)
    // As far as the source forecasts: sixteen days are asked for.
    assert.ok(body.daily.time.length >= 8 && body.hourly.time.length >= 24 + 48)
    for (const block of [body.daily, body.hourly])
      assert.ok(Object.values(block as Columns).every(({ length }) => length === block.time.length))
    assert.ok(['current', 'daily', 'hourly', 'minutely_15'].every((block) => Number.isInteger([body[block].time].flat()[0])))
    const empty = await app.get(BREEZY_EMPTY_URL)
    assert.deepEqual([empty.status, Object.keys(empty.body).includes('hourly')], [200, false])
    const air = await app.get(
      '/v1/air-quality?timezone=auto&timeformat=unixtime&latitude=52.52&longitude=13.41&hourly=pm10,pm2_5,carbon_monoxide,nitrogen_dioxide,sulphur_dioxide,ozone&forecast_days=7&past_days=1&windspeed_unit=ms',
    )
    assert.deepEqual({ status: air.status, time: air.body.hourly.time.length }, { status: 200, time: 8 * 24 })
    const [place] = (await app.get('/v1/search?format=json&name=Berlin&count=20&language=de')).body.results
    assert.deepEqual(
      { isInteger: Number.isInteger(place.id), typeOfTimezone: typeof place.timezone, typeOfCountry_code: typeof place.country_code },
      { isInteger: true, typeOfTimezone: 'string', typeOfCountry_code: 'string' },
    )
    // It shows that the place has no data by this text.
    const { body: refused } = await app.get(BREEZY_URL.replace('best_match', 'icon_d2'))
    assert.equal(refused.reason, 'No data is available for this location')
  })
})
