import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { MODEL_PATHS } from './routes.ts'

const BERLIN = 'latitude=52.52&longitude=13.41'
/** OpenWeather first; Open-Meteo; Bright Sky with MET Norway. */
const LISTS = ['openweather,open-meteo', 'open-meteo', 'bright-sky,met-norway'] as const
/** What a library for Home Assistant asks for, and does not read if one of the numbers is null (2026-10). */
const CURRENT = ['time', 'temperature', 'windspeed', 'winddirection', 'is_day', 'weathercode']
const HOURLY = [
  'temperature_2m',
  'relative_humidity_2m',
  'dew_point_2m',
  'vapour_pressure_deficit',
  'pressure_msl',
  'surface_pressure',
  'cloud_cover',
  'uv_index',
  'uv_index_clear_sky',
  'weather_code',
  'is_day',
  'wind_speed_10m',
  'wind_direction_10m',
  'terrestrial_radiation',
]
const SUMS = ['precipitation', 'rain', 'showers', 'snowfall', 'et0_fao_evapotranspiration']
const DAILY = [
  'temperature_2m_max',
  'temperature_2m_min',
  'temperature_2m_mean',
  'precipitation_sum',
  'weather_code',
  'wind_speed_10m_max',
  'wind_direction_10m_dominant',
  'sunrise',
  'sunset',
  'daylight_duration',
  'et0_fao_evapotranspiration',
]

for (const list of LISTS) {
  describe(`Open-Meteo’s API, asked of ${list}`, () => {
    let app: TestApp
    before(async () => {
      app = await createTestApp({ env: { WEATHER_PROVIDERS: list, MET_NORWAY_USER_AGENT: 'weather.example.org mail@example.org' } })
    })
    after(() => app.close())
    const get = async (query: string) => (await app.get(`/v1/forecast?${query}`)).body

    it('states a height, and the current weather wholly', async () => {
      const { elevation, current_weather: current } = await get(`${BERLIN}&current_weather=true`)
      assert.equal(typeof elevation, 'number')
      for (const field of CURRENT) assert.ok(current[field] !== null && current[field] !== undefined, field)
    })

    it('has a number for each variable that follows from what the source has, in every hour and day that is to come', async () => {
      const { hourly, daily } = await get(
        `${BERLIN}&timezone=auto&timeformat=unixtime&forecast_hours=48&hourly=${[...HOURLY, ...SUMS]}&daily=${DAILY}`,
      )
      for (const name of HOURLY) assert.ok(hourly[name].slice(0, 47).every(Number.isFinite), `${name}: ${hourly[name].slice(0, 47)}`)
      for (const name of SUMS) assert.ok(hourly[name].slice(1, 47).every(Number.isFinite), `${name}: ${hourly[name].slice(1, 47)}`)
      for (const name of DAILY) assert.ok(daily[name].slice(1, 7).every(Number.isFinite), `${name}: ${daily[name]}`)
    })

    it('has no row after the last one that is known', async () => {
      const { hourly, daily } = await get(`${BERLIN}&timezone=auto&forecast_days=16&hourly=temperature_2m&daily=temperature_2m_max`)
      assert.notEqual(hourly.temperature_2m.at(-1), null)
      assert.notEqual(daily.temperature_2m_max.at(-1), null)
      for (const block of [hourly, daily])
        for (const column of Object.values(block)) assert.equal((column as unknown[]).length, block.time.length)
    })

    it('has values between hours for quarters of an hour', async () => {
      const { minutely_15: quarters, hourly } = await get(
        `${BERLIN}&timeformat=unixtime&forecast_hours=6&forecast_minutely_15=24&hourly=temperature_2m&minutely_15=temperature_2m,weather_code`,
      )
      for (const [index, seconds] of hourly.time.slice(1).entries()) {
        const at = quarters.time.indexOf(seconds)
        if (at < 2 || at + 2 >= quarters.time.length) continue
        assert.equal(quarters.temperature_2m[at], hourly.temperature_2m[index + 1])
        const middle = (hourly.temperature_2m[index + 1] + (hourly.temperature_2m[index + 2] ?? Number.NaN)) / 2
        if (Number.isFinite(middle)) assert.ok(Math.abs(quarters.temperature_2m[at + 2] - middle) <= 0.11)
      }
    })
  })
}

describe('Open-Meteo’s other APIs', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('200 /v1/elevation: a height for each place', async () => {
    const { status, body, headers } = await app.get('/v1/elevation?latitude=52.52,39.74&longitude=13.41,-104.98')
    assert.equal(status, 200)
    assert.ok(Math.abs(body.elevation[0] - 40) < 25 && Math.abs(body.elevation[1] - 1_610) < 60, JSON.stringify(body))
    assert.match(headers.get('link') ?? '', /GeoNames/)
  })

  for (const [query, reason] of [
    ['latitude=1', "Parameter 'latitude' and 'longitude' must have the same number of elements"],
    ['latitude=91&longitude=1', 'Latitude must be in range of -90 to 90°. Given: 91.0.'],
    [
      `latitude=${Array(101).fill(1)}&longitude=${Array(101).fill(1)}`,
      "Parameter 'latitude' and 'longitude' must not exceed 100 coordinates.",
    ],
    ['latitude=x&longitude=1', 'Cannot initialize Float from invalid String value x for key latitude'],
  ] as const) {
    it(`400 /v1/elevation: ${reason}`, async () => {
      const { status, body } = await app.get(`/v1/elevation?${query}`)
      assert.deepEqual({ status, body }, { status: 400, body: { error: true, reason } })
    })
  }

  it('200 /v1/marine: waves at sea, in the unit asked for, and by day', async () => {
    const sea = 'latitude=30&longitude=-40&forecast_hours=24'
    const variables = 'wave_height,wave_direction,wave_period,swell_wave_height,sea_surface_temperature,wind_wave_height'
    const { status, body } = await app.get(
      `/v1/marine?${sea}&hourly=${variables}&daily=wave_height_max,wave_direction_dominant&current=wave_height`,
    )
    assert.equal(status, 200)
    assert.deepEqual(body.hourly_units, {
      time: 'iso8601',
      wave_height: 'm',
      wave_direction: '°',
      wave_period: 's',
      swell_wave_height: 'm',
      sea_surface_temperature: '°C',
      // Of what no source has.
      wind_wave_height: 'undefined',
    })
    assert.ok(body.hourly.wave_height.every(Number.isFinite) && Number.isFinite(body.current.wave_height))
    assert.ok(body.daily.wave_height_max[0] >= Math.max(...body.hourly.wave_height.slice(0, 2)) - 0.01)
    const feet = (await app.get(`/v1/marine?${sea}&hourly=wave_height&length_unit=imperial`)).body
    assert.equal(feet.hourly_units.wave_height, 'ft')
    assert.ok(Math.abs(feet.hourly.wave_height[0] - body.hourly.wave_height[0] / 0.3048) < 0.03)
  })

  it('400 /v1/marine: on land, and where no source has the sea', async () => {
    const reason = 'No data is available for this location'
    assert.deepEqual((await app.get('/v1/marine?latitude=50&longitude=15&hourly=wave_height')).body, { error: true, reason })
    const other = await createTestApp({ env: { WEATHER_PROVIDERS: 'openweather' } })
    try {
      const { status, body } = await other.get('/v1/marine?latitude=30&longitude=-40&hourly=wave_height')
      assert.deepEqual({ status, body }, { status: 400, body: { error: true, reason } })
    } finally {
      await other.close()
    }
  })

  it('200 on the path of a model: as /v1/forecast, and says so', async () => {
    const query = `${BERLIN}&hourly=temperature_2m&forecast_hours=4`
    const { text } = await app.get(`/v1/forecast?${query}`)
    for (const model of MODEL_PATHS) {
      const answer = await app.get(`/v1/${model}?${query}`)
      assert.deepEqual({ status: answer.status, text: answer.text }, { status: 200, text }, model)
      assert.match(answer.headers.get('link') ?? '', /<\/v1\/forecast>; rel="canonical"/)
    }
    assert.doesNotMatch((await app.get(`/v1/forecast?${query}`)).headers.get('link') ?? '', /canonical/)
  })

  describe('elevation', () => {
    const query = `${BERLIN}&hourly=temperature_2m&forecast_hours=3`
    it('brings temperatures to the height asked for', async () => {
      const [low, high] = [
        (await app.get(`/v1/forecast?${query}&elevation=0`)).body,
        (await app.get(`/v1/forecast?${query}&elevation=1000`)).body,
      ]
      assert.deepEqual([low.elevation, high.elevation], [0, 1_000])
      for (const [index, value] of low.hourly.temperature_2m.entries())
        assert.ok(Math.abs(value - high.hourly.temperature_2m[index] - 6.5) < 0.11)
    })

    it('leaves them as they are for nan, and knows one for each place', async () => {
      const plain = (await app.get(`/v1/forecast?${query}`)).body
      assert.deepEqual((await app.get(`/v1/forecast?${query}&elevation=nan`)).body.hourly, plain.hourly)
      const two = (await app.get('/v1/forecast?latitude=52.52,48.14&longitude=13.41,11.58&elevation=10,20&hourly=temperature_2m')).body
      assert.deepEqual(
        two.map(({ elevation }: { elevation: number }) => elevation),
        [10, 20],
      )
    })

    for (const [value, reason] of [
      ['x', 'Cannot initialize Float from invalid String value x for key elevation'],
      ['99999', 'Cannot initialize Float from invalid String value 99999 for key elevation'],
      ['1,2', "Parameter 'elevation' must have the same number of elements as coordinates"],
    ] as const) {
      it(`400 for ${value}`, async () => {
        const { status, body } = await app.get(`/v1/forecast?${query}&elevation=${value}`)
        assert.deepEqual({ status, body }, { status: 400, body: { error: true, reason } })
      })
    }
  })

  it('states midnight for the sun of polar day and night, as theirs', async () => {
    const arctic = await createTestApp({ now: '2026-06-15T12:00:00Z' })
    try {
      const query = 'longitude=15.63&timezone=UTC&daily=sunrise,sunset,daylight_duration&forecast_days=1'
      const day = (await arctic.get(`/v1/forecast?latitude=78.22&${query}`)).body.daily
      assert.deepEqual(
        [day.daylight_duration[0], day.sunrise[0].slice(-5), day.sunset[0].slice(-5)],
        [86_400, day.sunrise[0].slice(-5), day.sunrise[0].slice(-5)],
      )
      const night = (await arctic.get(`/v1/forecast?latitude=-78.22&${query}`)).body.daily
      assert.deepEqual([night.daylight_duration[0], night.sunset[0]], [0, night.sunrise[0]])
    } finally {
      await arctic.close()
    }
  })
})
