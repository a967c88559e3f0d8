import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const PLACE = 'lat=52.52&lon=13.41'
const ONE_CALL = `/data/3.0/onecall?${PLACE}`
const HEAD = ['lat', 'lon', 'timezone', 'timezone_offset']
const calls = (app: TestApp): number => app.simulator.calls().byProduct['openweather/onecall'] ?? 0

describe('OpenWeather’s API', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  afterEach(() => app.simulator.setFaults([]))

  describe('200', () => {
    it('asks for a place once, through whichever API', async () => {
      await app.get(`/api/weather?${PLACE}&scope=current`)
      const made = calls(app)
      for (const path of [ONE_CALL, `/data/2.5/weather?${PLACE}`, `/data/2.5/forecast?${PLACE}`])
        assert.equal((await app.get(path)).status, 200)
      assert.equal(calls(app), made)
      await app.services.gateway.drain()
      await app.get('/data/3.0/onecall?lat=10&lon=20')
      for (const scope of ['current', 'hourly', 'daily', 'minutely'])
        assert.equal((await app.get(`/api/weather?lat=10&lon=20&scope=${scope}`)).body.tokensUsed, 0)
      assert.equal(calls(app), made + 1)
      await app.services.gateway.drain()
      const { rows } = await app.database.pool.query(
        `select trigger from upstream_call where product = 'openweather/onecall' order by id desc limit 1`,
      )
      assert.deepEqual(rows, [{ trigger: 'openweather_api' }])
    })

    it('leaves excluded blocks out, ignores unknown words and misspelt parameters', async () => {
      const blocks = async (query: string) => Object.keys((await app.get(`${ONE_CALL}&${query}`)).body).slice(HEAD.length)
      const all = ['current', 'minutely', 'hourly', 'daily']
      assert.deepEqual(await blocks('mode=json'), all)
      assert.deepEqual(await blocks('exclude=minutely,hourly'), ['current', 'daily'])
      assert.deepEqual(await blocks('exclude=hourly, current,moon'), ['minutely', 'daily'])
      assert.deepEqual(await blocks('exclude=current,minutely,hourly,daily,alerts'), [])
      assert.deepEqual(await blocks('exclude=current,minutely,hourly,daily,alerts)'), [])
      assert.deepEqual(await blocks('excludes=minutely'), all)
    })

    it('converts temperatures and speeds, and nothing else', async () => {
      const units = async (query: string) => (await app.get(`/data/2.5/weather?${PLACE}&units=${query}`)).body
      const [metric, imperial, standard, other] = [
        await units('metric'),
        await units('imperial'),
        await units('standard'),
        await units('si'),
      ]
      const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 0.0101, `${a} ${b}`)
      near(standard.main.temp, metric.main.temp + 273.15)
      near(imperial.main.feels_like, metric.main.feels_like * 1.8 + 32)
      near(imperial.wind.speed, metric.wind.speed / 0.447_04)
      assert.deepEqual(standard.wind, metric.wind)
      assert.deepEqual(
        { pressure: imperial.main.pressure, visibility: imperial.visibility },
        { pressure: metric.main.pressure, visibility: metric.visibility },
      )
      assert.deepEqual(other, standard)
    })

    it('describes the weather in the languages that there are, by OpenWeather’s tags', async () => {
      const described = async (lang: string) => (await app.get(`/data/2.5/weather?${PLACE}&lang=${lang}`)).body.weather[0]
      const english = await described('en')
      for (const lang of ['', 'zh_cn', 'kr', 'tlh', 'EN']) assert.deepEqual(await described(lang), english)
      assert.deepEqual(await described('sp'), await described('es'))
      assert.deepEqual(await described('pt_br'), await described('pt'))
      const german = await described('DE')
      assert.notEqual(german.description, english.description)
      assert.deepEqual({ ...german, description: '' }, { ...english, description: '' })
    })

    it('prefers coordinates, then the id, then the name', async () => {
      const nameOf = async (query: string) => (await app.get(`/data/2.5/weather?${query}`)).body.name
      assert.equal(await nameOf(`${PLACE}&q=`), 'Berlin')
      assert.equal(await nameOf(`${PLACE}&q=London&id=2988507`), 'Berlin')
      assert.equal(await nameOf('q=London&id=2988507'), 'Paris')
      assert.equal(await nameOf('lat=52.5&id=&q=London&zip='), 'London')
    })

    it('says where there is no town and no sunrise what OpenWeather says', async () => {
      const { name, id, sys } = (await app.get('/data/2.5/weather?lat=74.79&lon=13')).body
      assert.deepEqual({ name, id, sys }, { name: '', id: 0, sys: { sunrise: 0, sunset: 0 } })
      const { current } = (await app.get('/data/3.0/onecall?lat=74.79&lon=13')).body
      assert.ok(!('sunrise' in current) && !('sunset' in current))
    })

    it('has the steps that are asked for', async () => {
      const stepsOf = async (query: string) => (await app.get(`/data/2.5/forecast?${PLACE}${query}`)).body.cnt
      const all = await stepsOf('')
      assert.ok(all >= 15)
      for (const [cnt, steps] of [
        ['3', 3],
        ['99', all],
        ['0', all],
        ['-1', all],
        ['x', all],
      ] as const)
        assert.equal(await stepsOf(`&cnt=${cnt}`), steps)
    })

    it('has the air of the running hour, or that and all to come', async () => {
      const [now, all] = [await app.get(`/data/2.5/air_pollution?${PLACE}`), await app.get(`/data/2.5/air_pollution/forecast?${PLACE}`)]
      assert.deepEqual(now.body.list, all.body.list.slice(0, 1))
      assert.equal(now.body.list[0].dt, Math.floor(app.clock.now() / 3_600_000) * 3_600)
      assert.ok(all.body.list.length >= 48, all.body.list.length)
    })

    it('tells where the data is from, and that it is stale, in headers', async () => {
      const path = '/data/2.5/weather?lat=48.85&lon=2.35'
      await app.get(path)
      app.clock.advance({ hours: 1 })
      app.simulator.setFaults([{ kind: 'status', status: 500 }])
      const { status, headers } = await app.get(path)
      assert.deepEqual(
        { status, xWeatherFreshness: headers.get('x-weather-freshness'), xWeatherSource: headers.get('x-weather-source') },
        { status: 200, xWeatherFreshness: 'acceptable', xWeatherSource: 'simulated, openweather' },
      )
      assert.match(headers.get('link') ?? '', /<https:\/\/openweathermap\.org\/>; rel="author"; title="OpenWeather".*GeoNames/)
      assert.match(headers.get('cache-status') ?? '', /ttl=-\d+/)
    })

    it('answers a repeated request from memory until the hour is over, and with newer data once there is some', async () => {
      const path = '/data/2.5/forecast?lat=40&lon=-3'
      await app.get(path)
      const [one, two] = [await app.get(path), await app.get(path)]
      assert.deepEqual(
        { xCache: one.headers.get('x-cache'), text: two.text, etag: two.headers.get('etag') },
        { xCache: 'memory', text: one.text, etag: one.headers.get('etag') },
      )
      const left = 3_600_000 - (app.clock.now() % 3_600_000)
      app.clock.advance({ seconds: left / 1_000 })
      await app.get(path)
      await app.services.gateway.drain()
      const later = await app.get(path)
      assert.notEqual(later.headers.get('etag'), one.headers.get('etag'))
    })
  })

  it('304 to a client that has the answer, 200 after a change', async () => {
    await app.get(ONE_CALL)
    const etag = (await app.get(ONE_CALL)).headers.get('etag') ?? ''
    assert.match(etag, /^W\/"/)
    for (const path of [ONE_CALL, `/data/3.0/onecall?appid=another&${PLACE}`]) {
      const { status, text } = await app.get(path, { 'if-none-match': etag })
      assert.deepEqual({ status, text }, { status: 304, text: '' })
    }
    assert.equal((await app.get(`${ONE_CALL}&units=metric`, { 'if-none-match': etag })).status, 200)
  })

  it('takes a key in any place and form, and remembers it nowhere', async () => {
    const made = calls(app)
    const text = (await app.get(ONE_CALL)).text
    for (const query of [
      `appid=K3Y&${PLACE}`,
      `${PLACE}&APPID=K3Y`,
      `lat=52.52&appid=K3Y&lon=13.41`,
      `${PLACE}&%61ppid=K3Y`,
      `appid&${PLACE}`,
    ])
      assert.equal((await app.get(`/data/3.0/onecall?${query}`)).text, text)
    assert.equal((await app.get('/map/temp_new/1/0/0.png?appid=K3Y')).status, 200)
    assert.equal(calls(app), made)
    assert.ok(!app.logLines.join('').includes('K3Y'))
  })

  it('has nothing to do with a provider: it is written from Open-Meteo’s data, too, with what follows from it', async () => {
    const other = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
    try {
      const { current, daily, minutely, hourly } = (await other.get(`${ONE_CALL}&units=metric`)).body
      assert.equal(minutely, undefined)
      assert.equal(current.weather.length, 1)
      assert.equal(hourly.length, 48)
      const temperatures = Object.entries(daily[1].temp as Record<string, number | null>)
      assert.ok(temperatures.length === 6 && temperatures.every(([, value]) => value !== null), JSON.stringify(daily[1].temp))
      // Beyond its hours, parts of a day follow from its extremes.
      const { morn, min, max } = daily[7].temp
      assert.ok(morn >= min && morn <= max && daily[7].feels_like.morn !== null)
      assert.deepEqual((await other.get(`${ONE_CALL}&units=metric&exclude=hourly,current`)).body.daily, daily)
      const { list } = (await other.get(`/data/2.5/forecast?${PLACE}&units=metric`)).body
      assert.equal(list.length, 40)
      const compared = list.filter(({ dt }: { dt: number }) => hourly.some((hour: { dt: number }) => hour.dt === dt))
      assert.ok(compared.length >= 15)
      for (const { dt, main } of compared) assert.equal(main.temp, hourly.find((hour: { dt: number }) => hour.dt === dt)?.temp)
    } finally {
      await other.close()
    }
  })

  it('is off if it is switched off', async () => {
    const off = await createTestApp({ sharing: app, env: { OPENWEATHER_COMPATIBLE_API: 'off' } })
    try {
      for (const path of [ONE_CALL, '/geo/1.0/direct?q=Berlin', '/map/temp_new/1/0/0.png']) {
        const { status, body } = await off.get(path)
        assert.deepEqual({ status, error: body.error }, { status: 404, error: 'not_found' })
      }
      assert.ok(!(await off.get('/api/openapi.json')).text.includes('/data/3.0/onecall'))
    } finally {
      await off.close()
    }
  })
})
