import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const VIENNA = 'latitude=48.21&longitude=16.37'
const HOUR_MS = 3_600_000
const SAMPLES = new URL('../../../../../shared/upstream-samples/', import.meta.url)
const RECORDED: Readonly<Record<string, string>> = {
  'open-meteo/archive_brasilia_hourly_daily.json': '',
  'open-meteo/archive_toronto_dst_fall.json': '',
  'open-meteo-extras/archive_adelaide_half_hour_zone_2025.json': '&wind_speed_unit=ms',
  'open-meteo-extras/archive_brasilia_hourly_and_daily_2022.json': '',
}

describe('GET /v1/archive', () => {
  let app: TestApp
  const observed: { at: number; temperature: number; precipitation: number }[] = []
  before(async () => {
    app = await createTestApp({ now: '2026-07-01T00:03:00Z', env: { RATE_LIMITS: 'weather=0,history=0,upstream=0,upstream-day=0' } })
    for (let hour = 0; hour < 30; hour += 1) {
      const { body } = await app.get('/api/weather?lat=48.21&lon=16.37&scope=current&units=si&maxAgeMs=0')
      observed.push({ at: Date.parse(body.observedAt), temperature: body.temperature, precipitation: body.precipitation })
      app.clock.advance({ hours: 1 })
    }
    await app.services.history.archive.flush()
  })
  after(() => app.close())
  const get = (query: string, headers?: Record<string, string>) => app.get(`/v1/archive?${VIENNA}&${query}`, headers)

  it('has for each hour what was reported next to it, and calls no provider', async () => {
    app.simulator.reset('calls')
    const { status, body } = await get('start_date=2026-07-01&end_date=2026-07-02&hourly=temperature_2m,precipitation&timeformat=unixtime')
    assert.equal(status, 200)
    assert.equal(body.hourly.time.length, 48)
    for (const { at, temperature, precipitation } of observed) {
      const row = body.hourly.time.indexOf((Math.round(at / HOUR_MS) * HOUR_MS) / 1_000)
      assert.ok(row >= 0)
      assert.ok(Math.abs(body.hourly.temperature_2m[row] - temperature) < 0.0501)
      assert.ok(Math.abs(body.hourly.precipitation[row] - precipitation) < 0.00501)
    }
    assert.equal(body.hourly.temperature_2m.filter((value: unknown) => value !== null).length, 30)
    assert.equal(app.simulator.calls().total, 0)
  })

  it('has the days of the place, and those of another clock as far as their hours are known', async () => {
    const query = 'start_date=2026-07-01&end_date=2026-07-02&daily=temperature_2m_max,temperature_2m_min,precipitation_sum,sunrise'
    const local = (await get(`${query}&timezone=auto`)).body
    assert.equal(local.timezone, 'Europe/Vienna')
    const summary = (await app.get('/api/weather/history?lat=48.21&lon=16.37&from=2026-07-01&to=2026-07-02')).body.summary
    assert.deepEqual(
      local.daily.temperature_2m_max.map((value: number | null) => value !== null),
      summary.days.map(({ temperatureMax }: { temperatureMax: number | null }) => temperatureMax !== null),
    )
    assert.match(local.daily.sunrise[0], /^2026-07-01T0[45]:/)
    const utc = (await get(query)).body.daily
    const highest = Math.max(...observed.filter(({ at }) => at < Date.parse('2026-07-01T23:30Z')).map(({ temperature }) => temperature))
    assert.ok(Math.abs(utc.temperature_2m_max[0] - highest) < 0.0501)
    assert.equal(utc.temperature_2m_max[1], null)
  })

  it('begins and ends its days by the clock asked for', async () => {
    const { hourly } = (
      await get('start_date=2026-07-01&end_date=2026-07-01&hourly=temperature_2m&timezone=Pacific/Honolulu&timeformat=unixtime')
    ).body
    const at = (instant: string) => hourly.time.indexOf(Date.parse(instant) / 1_000)
    assert.deepEqual([at('2026-07-01T10:00:00Z'), at('2026-07-02T09:00:00Z')], [0, 23])
    assert.equal(typeof hourly.temperature_2m[at('2026-07-02T05:00:00Z')], 'number')
  })

  it('has nulls where nothing was fetched, however long ago', async () => {
    const { status, body } = await get('start_date=1987-03-01&end_date=1987-03-02&hourly=temperature_2m&daily=temperature_2m_max')
    assert.equal(status, 200)
    assert.ok([...body.hourly.temperature_2m, ...body.daily.temperature_2m_max].every((value) => value === null))
    assert.equal((await get('start_date=1939-12-01&end_date=1939-12-02&hourly=rain')).status, 400)
    const nowhere = await app.get(
      '/v1/archive?latitude=-77&longitude=166&start_date=2026-07-01&end_date=2026-07-01&daily=rain_sum&timezone=auto',
    )
    assert.deepEqual({ status: nowhere.status, rain_sum: nowhere.body.daily.rain_sum }, { status: 200, rain_sum: [null] })
  })

  it('credits its sources, answers 304, and writes all formats', async () => {
    const query = 'start_date=2026-07-01&end_date=2026-07-01&hourly=temperature_2m'
    const { headers } = await get(query)
    assert.match(String(headers.get('link')), /rel="author"/)
    assert.equal((await get(query, { 'if-none-match': String(headers.get('etag')) })).status, 304)
    assert.match((await get(`${query}&format=csv`)).text, /\n\ntime,temperature_2m \(°C\)\n2026-07-01T00:00,-?\d+\.\d\n/)
    assert.equal((await get(`${query}&format=flatbuffers`)).headers.get('content-type'), 'application/octet-stream')
  })

  describe('a recorded answer', { skip: existsSync(SAMPLES) ? false : `${SAMPLES.pathname} is missing` }, () => {
    for (const [file, rest] of Object.entries(RECORDED)) {
      it(`has the same fields, units and rows: ${file}`, async () => {
        const recorded = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8'))
        const names = (block: string) =>
          Object.keys(recorded[block] ?? {})
            .filter((name) => name !== 'time')
            .join()
        const times: string[] = (recorded.hourly ?? recorded.daily).time
        const [start, end] = [times[0]?.slice(0, 10), times.at(-1)?.slice(0, 10)]
        const { status, body } = await app.get(
          `/v1/archive?latitude=${recorded.latitude}&longitude=${recorded.longitude}&timezone=${recorded.timezone}&start_date=${start}&end_date=${end}&hourly=${names('hourly')}&daily=${names('daily')}${rest}`,
        )
        assert.equal(status, 200)
        for (const block of ['hourly', 'daily']) {
          assert.deepEqual(Object.keys(body[block] ?? {}), Object.keys(recorded[block] ?? {}))
          if (recorded[block] === undefined) continue
          assert.equal(body[block].time[0], recorded[block].time[0])
          assert.ok(body[block].time.length >= recorded[block].time.length)
          for (const [name, unit] of Object.entries(recorded[`${block}_units`])) {
            const ours = body[`${block}_units`][name]
            assert.ok(ours === unit || ours === 'undefined', `${block}.${name}: ${ours}`)
          }
        }
      })
    }
  })
})
