import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type StationReport, formatInstant, toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { MINUTE_MS } from '../../../time.ts'
import { NO_STATION } from './lookup.ts'
import { createTestSource, buildTestStationReport, type TestSource } from './testing/source.ts'

const BERLIN = { lat: 52.52, lon: 13.41 }

/** What stations measure, from their source to an answer. */
describe('stations', () => {
  let app: TestApp
  let source: TestSource
  before(async () => {
    source = createTestSource()
    app = await createTestApp({ stationSources: [source], env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())
  beforeEach(async () => {
    for (const table of ['station', 'station_box', 'station_reading']) await app.database.pool.query(`delete from ${table}`)
    // What was looked up and noted before is older than this.
    app.clock.advance({ hours: 2 })
  })

  const ago = (minutes: number): string => formatInstant(app.clock.now() - minutes * MINUTE_MS)
  const ask = async (query = '', { lat, lon } = BERLIN) => app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current${query}`)
  const boxes = async () => (await app.database.pool.query('select box, failures, failure from station_box order by box')).rows

  /** Asks, so that stations are read for the place, reads them, and asks again with another look-up. */
  async function measured(...reports: StationReport[]) {
    source.report(...reports)
    await ask()
    await until('the place wants its box', async () => (await boxes()).length > 0)
    await app.services.stations.readDue()
    app.clock.advance({ minutes: 11 })
    // An answer does without a look-up that takes long, as on a busy machine.
    const { find } = app.services.stations
    await until('the place has been looked up', async () => (await find(toCell(BERLIN.lat, BERLIN.lon), true)) !== NO_STATION)
    return ask()
  }

  it('are read for boxes around places whose weather was fetched, and only when they are due', async () => {
    const before = source.read.length
    await measured()
    assert.deepEqual(source.read.at(-1)?.box, { south: 50, west: 10, north: 55, east: 15 })
    await app.services.stations.readDue()
    assert.equal(source.read.length, before + 2)
    assert.deepEqual(source.read.at(-1)?.former, { readings: before + 1 })
    await app.services.stations.readDue()
    assert.equal(source.read.length, before + 2)
  })

  it('give what they measured; the rest comes from the analysis, and the answer says which is which', async () => {
    const before = (await ask()).body
    const { body } = await measured(buildTestStationReport(ago(5), { temperature: 7, windSpeed: 10, windDirection: 200 }))
    assert.deepEqual(
      { temperature: body.temperature, windSpeed: body.windSpeed, windDirection: body.windDirection },
      { temperature: 7, windSpeed: 36, windDirection: 200 },
    )
    assert.deepEqual(
      {
        temperature: body.kinds.temperature,
        wind: body.kinds.wind,
        feelsLike: body.kinds.feelsLike,
        pressure: body.kinds.pressure,
        weather: body.kinds.weather,
      },
      { temperature: 'observation', wind: 'observation', feelsLike: 'analysis', pressure: 'analysis', weather: 'analysis' },
    )
    assert.deepEqual({ kind: body.kind, source: body.source }, { kind: 'analysis', source: 'open-meteo' })
    const { attribution, ...station } = body.station
    assert.deepEqual(station, {
      source: 'aviation-weather',
      id: 'EDDB',
      name: 'Berlin Brandenburg',
      distanceKm: 6.7,
      heightMetres: 48,
      observedAt: ago(16),
    })
    assert.equal(attribution.name, 'Aviation Weather Center')
    assert.deepEqual({ station: before.station, temperature: before.kinds.temperature }, { station: null, temperature: 'analysis' })
  })

  it('are not used in other scopes, too far away, too high, or too old', async () => {
    for (const [minutes, reading, station] of [
      [5, {}, { lat: 52.8 }],
      [5, {}, { height: 400 }],
      [70, {}, {}],
      [5, { temperature: 99 }, {}],
    ] as const) {
      await app.database.pool.query('delete from station')
      await app.database.pool.query('delete from station_box')
      app.clock.advance({ hours: 2 })
      assert.equal((await measured(buildTestStationReport(ago(minutes), reading, station))).body.station, null)
    }
    const hourly = await app.get(`/api/weather?lat=${BERLIN.lat}&lon=${BERLIN.lon}&scope=hourly`)
    assert.ok(!('station' in hourly.body))
  })

  it('are found by a hot answer within a minute or two, and outdated readings are not shown by one', async () => {
    await measured(buildTestStationReport(ago(5)))
    assert.equal((await ask()).headers.get('x-cache'), 'memory')
    const etag = (await ask()).headers.get('etag')
    source.report(buildTestStationReport(ago(1), { temperature: 8 }))
    await app.database.pool.query('update station_box set next_at = $1', [new Date(app.clock.now())])
    await app.services.stations.readDue()
    app.clock.advance({ minutes: 2 })
    await until('the new reading is found', async () => (await ask()).body.temperature === 8)
    assert.notEqual((await ask()).headers.get('etag'), etag)
    const shown = (await ask()).headers.get('etag')
    // A part that comes later for the same time is another answer, too.
    source.report(buildTestStationReport(ago(3), { temperature: 8, visibility: 4_000 }))
    await app.database.pool.query('update station_box set next_at = $1', [new Date(app.clock.now())])
    await app.services.stations.readDue()
    app.clock.advance({ minutes: 2 })
    await until('the added part is found', async () => (await ask()).body.kinds.visibility === 'observation')
    assert.notEqual((await ask()).headers.get('etag'), shown)
    app.clock.advance({ minutes: 75 })
    assert.equal((await ask()).body.station, null)
  })

  it('whose sensors fail are left out and counted', async () => {
    await measured(buildTestStationReport(ago(30), { temperature: 7, dewPoint: 12, windSpeed: 4 }))
    const { text } = await app.get('/api/metrics')
    assert.match(text, /isobar_station_left_out_total\{source="aviation-weather",reason="dew_point"\} 1/)
    assert.match(text, /isobar_station_readings_total\{source="aviation-weather",outcome="read"\} \d/)
  })

  it('whose source fails are read again later, and answers go on without them', async () => {
    source.fail()
    await ask()
    await until('the place wants its box', async () => (await boxes()).length > 0)
    await app.services.stations.readDue()
    assert.deepEqual(await boxes(), [{ box: '50,10', failures: 1, failure: 'unavailable' }])
    assert.equal((await ask()).status, 200)
    source.report()
    app.clock.advance({ minutes: 30 })
    await app.services.stations.readDue()
    assert.deepEqual(await boxes(), [{ box: '50,10', failures: 0, failure: null }])
  })

  it('that are in use keep their readings near full hours, for verification', async () => {
    await measured(buildTestStationReport(ago(5)))
    const hour = Math.ceil(app.clock.now() / 3_600_000) * 3_600_000
    for (const [minutes, temperature] of [
      [-10, 1],
      [20, 2],
      [60, 3],
    ] as const) {
      app.clock.set(formatInstant(hour + (minutes + 12) * MINUTE_MS))
      source.report(buildTestStationReport(formatInstant(hour + minutes * MINUTE_MS), { temperature, windGust: 9, windSpeed: 4 }))
      await app.database.pool.query('update station_box set next_at = $1', [new Date(app.clock.now())])
      await app.services.stations.readDue()
    }
    const { rows } = await app.database.pool.query('select temperature, wind_gust from station_reading order by observed_at')
    assert.deepEqual(rows, [
      { temperature: 1, wind_gust: null },
      { temperature: 3, wind_gust: null },
    ])
  })

  it('are forgotten with their readings, boxes that nobody wants and heights', async () => {
    await measured(buildTestStationReport(ago(5)))
    const tables = ['station', 'station_box', 'station_reading', 'place_height']
    const sum = tables.map((table) => `(select count(*)::int from ${table})`).join(' + ')
    // What the last answer fetched in the background is noted a moment later.
    await until('nothing is left', async () => {
      app.clock.advance({ hours: 500 * 24 })
      for (const task of app.services.stations.tasks) if (task.name.startsWith('deleting')) await task.run()
      const { rows } = await app.database.pool.query(`select ${sum} as n`)
      return rows[0].n === 0
    })
  })
})

describe('simulated weather', () => {
  it('has the stations of a source that is named, read as it sends them', async () => {
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo', STATION_SOURCES: 'aviation-weather' } })
    const ask = () => app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
    const analysed = (await ask()).body
    const isWanted = async () => (await app.database.pool.query('select * from station_box')).rows.length > 0
    await until('the place wants its box', isWanted)
    await app.services.stations.readDue()
    app.clock.advance({ minutes: 11 })
    const { body } = await ask()
    assert.match(body.station.name, /^Simulated station/)
    assert.match(body.station.attribution.text, /^Simulated weather.*Aviation Weather Center/)
    assert.ok(body.station.distanceKm <= 25 && body.kinds.temperature === 'observation')
    // The same world: what is measured near by is not far from what was computed.
    assert.ok(Math.abs(body.temperature - analysed.temperature) < 8, `${body.temperature} ${analysed.temperature}`)
    assert.equal(app.simulator.calls().byProduct['aviation-weather/metar'], 1)
    const { rows } = await app.database.pool.query("select count(*)::int as n from upstream_call where product = 'aviation-weather/metar'")
    assert.deepEqual(rows, [{ n: 1 }])
    await app.close()
  })

  it('needs a source that has stations', async () => {
    await assert.rejects(createTestApp({ env: { STATION_SOURCES: 'open-meteo' } }), /STATION_SOURCES: open-meteo has no stations/)
    const app = await createTestApp({ env: { STATION_SOURCES: 'none' } })
    assert.equal((await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')).body.station, null)
    await app.close()
  })

  it('has no stations beside it unless they were asked for', async () => {
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
    const { body } = await app.get(`/api/weather?lat=52.52&lon=13.41&scope=current`)
    assert.deepEqual(
      { station: body.station, temperature: body.kinds.temperature, heightCorrection: body.heightCorrection },
      { station: null, temperature: 'analysis', heightCorrection: null },
    )
    await app.services.gateway.drain()
    assert.deepEqual((await app.database.pool.query('select * from station_box')).rows, [])
    await app.close()
  })
})
