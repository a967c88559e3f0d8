import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'latitude=52.52&longitude=13.41'
const HOUR_MS = 3_600_000
const HEADER = ['latitude', 'longitude', 'generationtime_ms', 'utc_offset_seconds', 'timezone', 'timezone_abbreviation', 'elevation']

describe('GET /v1/forecast', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.setFaults([])
    // Beyond every window, so that nothing fetched by an earlier test can answer.
    app.clock.advance({ hours: 80 })
    app.simulator.reset('calls')
  })
  const get = (query: string, headers?: Record<string, string>) => app.get(`/v1/forecast?${query}`, headers)

  describe('200', () => {
    it('has the fields of theirs in their order, and each variable as it was asked for', async () => {
      const { status, body, headers } = await get(
        `${BERLIN}&timezone=auto&daily=weathercode,sunrise&minutely_15=precipitation&hourly=temperature_2m,windspeed_10m,wind_speed_10m&current=relativehumidity_2m`,
      )
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.deepEqual(
        {
          latitude: body.latitude,
          longitude: body.longitude,
          utc_offset_seconds: body.utc_offset_seconds,
          timezone: body.timezone,
          timezone_abbreviation: body.timezone_abbreviation,
        },
        { latitude: 52.52, longitude: 13.41, utc_offset_seconds: 7200, timezone: 'Europe/Berlin', timezone_abbreviation: 'GMT+2' },
      )
      assert.deepEqual(Object.keys(body), [
        ...HEADER,
        ...['current', 'minutely_15', 'hourly', 'daily'].flatMap((block) => [`${block}_units`, block]),
      ])
      assert.deepEqual(body.current_units, { time: 'iso8601', interval: 'seconds', relativehumidity_2m: '%' })
      assert.equal(body.current.interval, 3_600)
      assert.deepEqual(body.hourly_units, { time: 'iso8601', temperature_2m: '°C', windspeed_10m: 'km/h', wind_speed_10m: 'km/h' })
      assert.deepEqual(body.hourly.windspeed_10m, body.hourly.wind_speed_10m)
      assert.deepEqual(body.daily_units, { time: 'iso8601', weathercode: 'wmo code', sunrise: 'iso8601' })
      assert.match(body.daily.sunrise[0], /^\d{4}-\d\d-\d\dT0\d:\d\d$/)
    })

    it('begins hours and days at midnight of the zone asked for, by default of GMT', async () => {
      const zones = ['', '&timezone=Asia/Tokyo', '&timezone=America/St_Johns', '&timezone=auto']
      for (const zone of zones) {
        const { body } = await get(`${BERLIN}&hourly=temperature_2m&daily=temperature_2m_max&forecast_days=2${zone}`)
        assert.deepEqual({ hourlyTime: body.hourly.time.length, dailyTime: body.daily.time.length }, { hourlyTime: 48, dailyTime: 2 }, zone)
        assert.match(body.hourly.time[0], /T00:00$/)
        assert.equal(body.daily.time[0], body.hourly.time[0].slice(0, 10))
        const offset = body.utc_offset_seconds * 1_000
        assert.equal(body.daily.time[0], new Date(app.clock.now() + offset).toISOString().slice(0, 10))
      }
    })

    it('says what /api/weather says, hour by hour, with the sums of the hour before', async () => {
      const [ours, theirs] = [
        (await app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly&units=si')).body,
        (await get(`${BERLIN}&hourly=temperature_2m,precipitation,wind_gusts_10m&wind_speed_unit=ms&timeformat=unixtime`)).body,
      ]
      assert.equal((await app.get('/data/2.5/weather?lat=52.52&lon=13.41')).status, 200)
      assert.equal(app.simulator.calls().total, 2, 'one place costs one call to each source through all APIs')
      let compared = 0
      for (const point of ours.points) {
        const at = theirs.hourly.time.indexOf(Date.parse(point.time) / 1_000)
        assert.ok(at >= 0, point.time)
        assert.ok(Math.abs(theirs.hourly.temperature_2m[at] - point.temperature) <= 0.05001)
        const after = theirs.hourly.precipitation[at + 1]
        // The amounts of the last hour would be in a row of which nothing else is known.
        if (at + 1 === theirs.hourly.time.length) continue
        assert.ok(Math.abs(after - point.precipitation) <= 0.005001, `${point.time} ${after} ${point.precipitation}`)
        assert.equal(theirs.hourly.wind_gusts_10m[at + 1] === null, point.windGust === null)
        compared += 1
      }
      assert.ok(compared >= 48)
      // The first source forecasts two days by the hour, the next one the rest of the week.
      assert.ok(theirs.hourly.temperature_2m.slice(-100).every((value: number | null) => value !== null))
    })

    it('says what /api/weather says, day by day', async () => {
      const ours = (await app.get('/api/weather?lat=52.52&lon=13.41&scope=daily')).body
      const { daily } = (
        await get(
          `${BERLIN}&timezone=auto&daily=temperature_2m_max,temperature_2m_min,precipitation_sum,uv_index_max,sunset&timeformat=unixtime`,
        )
      ).body
      assert.equal(daily.time.length, 7)
      daily.time.forEach((_: number, index: number) => {
        const point = ours.points[index]
        assert.ok(Math.abs(daily.temperature_2m_max[index] - point.temperatureMax) <= 0.05001)
        assert.ok(Math.abs(daily.precipitation_sum[index] - point.precipitation) <= 0.005001)
        assert.equal(daily.sunset[index], Date.parse(point.sunset) / 1_000)
        assert.equal(daily.time[index], Date.parse(point.time) / 1_000)
      })
    })

    it('makes no days of another clock from those of the place, but from hours where it has all of them', async () => {
      const { daily } = (await get(`${BERLIN}&timezone=Asia/Tokyo&daily=temperature_2m_max,uv_index_max&forecast_days=5`)).body
      // The hours of today that have passed and those of the next days hold every day of any clock.
      assert.deepEqual(
        daily.temperature_2m_max.map((value: number | null) => value === null),
        [false, false, false, false, false],
      )
    })

    it('knows how much falls in the quarters of the next hour', async () => {
      const minutes = (await app.get('/api/weather?lat=52.52&lon=13.41&scope=minutely')).body
      const { minutely_15: quarters } = (
        await get(`${BERLIN}&minutely_15=precipitation,temperature_2m&forecast_minutely_15=8&timeformat=unixtime`)
      ).body
      assert.equal(quarters.time.length, 8)
      // The rest follows from hours, as in theirs; what came before the running hour is unknown.
      assert.ok(quarters.precipitation.slice(1).every((value: unknown) => typeof value === 'number'))
      assert.ok(quarters.temperature_2m.slice(4).every((value: unknown) => typeof value === 'number'))
      if (minutes.available !== true) return
      const first = quarters.time.findIndex((seconds: number) => seconds * 1_000 - 900_000 >= Date.parse(minutes.points[0].time))
      const end = quarters.time[first] * 1_000
      const sum = minutes.points
        .filter(({ time }: { time: string }) => Date.parse(time) >= end - 900_000 && Date.parse(time) < end)
        .reduce((total: number, { precipitation }: { precipitation: number }) => total + precipitation / 60, 0)
      assert.ok(Math.abs(quarters.precipitation[first] - sum) < 0.0051)
    })

    it('writes the former block of current weather', async () => {
      const { body } = await get(`${BERLIN}&current_weather=true&timeformat=unixtime&windspeed_unit=mph&temperature_unit=fahrenheit`)
      assert.deepEqual(body.current_weather_units, {
        time: 'unixtime',
        interval: 'seconds',
        temperature: '°F',
        windspeed: 'mp/h',
        winddirection: '°',
        is_day: '',
        weathercode: 'wmo code',
      })
      assert.deepEqual(Object.keys(body.current_weather), Object.keys(body.current_weather_units))
      assert.equal(typeof body.current_weather.time, 'number')
      assert.ok([0, 1].includes(body.current_weather.is_day))
    })

    it('lists several places in their order, each with its own clock', async () => {
      const { body } = await get(
        'latitude=52.52,35.68&longitude=13.41,139.69&daily=temperature_2m_max&timezone=auto,Asia/Tokyo&forecast_days=1',
      )
      assert.deepEqual(
        body.map((place: Record<string, unknown>) => [place['latitude'], place['location_id'], place['timezone']]),
        [
          [52.52, undefined, 'Europe/Berlin'],
          [35.68, 1, 'Asia/Tokyo'],
        ],
      )
    })

    it('answers one place in several periods', async () => {
      const today = new Date(app.clock.now()).toISOString().slice(0, 10)
      const tomorrow = new Date(app.clock.now() + 24 * HOUR_MS).toISOString().slice(0, 10)
      const { body } = await get(`${BERLIN}&daily=temperature_2m_max&start_date=${today},${tomorrow}&end_date=${today},${tomorrow}`)
      assert.deepEqual(
        body.map(({ daily }: { daily: { time: string[] } }) => daily.time),
        [[today], [tomorrow]],
      )
    })

    it('takes empty lists, and states only the place without any variable', async () => {
      const { status, body } = await get(`${BERLIN}&daily=&hourly=&current=&minutely_15=`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), HEADER)
    })

    it('has nulls for what no source has, as theirs where a model lacks it', async () => {
      const { body } = await get(
        `${BERLIN}&hourly=soil_temperature_6cm,temperature_850hPa,cape&daily=shortwave_radiation_sum&current=showers`,
      )
      assert.deepEqual(body.hourly_units.soil_temperature_6cm, 'undefined')
      for (const values of [
        body.hourly.soil_temperature_6cm,
        body.hourly.temperature_850hPa,
        body.hourly.cape,
        body.daily.shortwave_radiation_sum,
      ])
        assert.ok(values.every((value: unknown) => value === null))
      // All rain is in `rain`.
      assert.equal(body.current.showers, 0)
    })

    it('answers past hours and days from the archive', async () => {
      await get(`latitude=48.21&longitude=16.37&hourly=temperature_2m`)
      const fetched = app.clock.now()
      await app.services.history.archive.flush()
      app.clock.advance({ hours: 30 })
      const { hourly, daily } = (
        await get(
          `latitude=48.21&longitude=16.37&timezone=auto&past_days=2&forecast_days=1&hourly=temperature_2m&daily=temperature_2m_max&timeformat=unixtime`,
        )
      ).body
      const unknown = hourly.time.filter((_: number, index: number) => hourly.temperature_2m[index] === null)
      // All hours are known from the one in which the place was first fetched.
      assert.ok(
        unknown.every((seconds: number) => seconds * 1_000 < fetched),
        JSON.stringify(unknown),
      )
      assert.ok(unknown.length < hourly.time.length - 30)
      const endOf = (seconds: number): number => (seconds + 86_400) * 1_000
      daily.time.forEach((seconds: number, index: number) =>
        assert.equal(daily.temperature_2m_max[index] !== null, endOf(seconds) > fetched, `day ${index}`),
      )
    })
  })

  describe('formats', () => {
    it('csv: the place, then a table for each block', async () => {
      const { headers, text } = await get(`${BERLIN}&current=temperature_2m&daily=temperature_2m_max,cape_max&format=csv&forecast_days=2`)
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
      const [place, current, daily] = text.split('\n\n')
      assert.match(
        String(place),
        /^latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation\n52\.52,13\.41,[\d.]+,0,GMT,GMT$/,
      )
      assert.match(String(current), /^time,temperature_2m \(°C\)\n\d{4}-\d\d-\d\dT\d\d:\d\d,-?\d+\.\d$/)
      assert.match(String(daily), /^time,temperature_2m_max \(°C\),cape_max \(undefined\)\n(\d{4}-\d\d-\d\d,(-?\d+\.\d|NaN),NaN\n){2}$/)
    })

    it('csv: with several places, each row names its own', async () => {
      const { text } = await get('latitude=52.52,48.14&longitude=13.41,11.58&hourly=precipitation&format=csv&forecast_days=1')
      const [places, hourly] = text.split('\n\n')
      assert.deepEqual(
        String(places)
          .split('\n')
          .map((line) => line.split(',').slice(0, 3).join()),
        ['location_id,latitude,longitude', '0,52.52,13.41', '1,48.14,11.58'],
      )
      const rows = String(hourly).trimEnd().split('\n')
      assert.equal(rows[0], 'location_id,time,precipitation (mm)')
      assert.equal(rows.length, 49)
      assert.deepEqual([rows[24]?.[0], rows[25]?.[0]], ['0', '1'])
    })
  })
})
