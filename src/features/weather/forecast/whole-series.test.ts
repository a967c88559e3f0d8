import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { HOUR_MS } from '../../../time.ts'

const PLACE = 'lat=40.71&lon=-74.01'
const CONTACT = { UPSTREAM_CONTACT: 'ops@weather.example' }

interface Point {
  readonly time: string
  readonly stepHours?: number
  readonly temperature: number | null
}
interface Part {
  readonly source: string
  readonly fields: readonly string[]
  readonly from?: string
  readonly to?: string
}

/** Each point begins where the one before it ends. */
function assertGapless(points: readonly Point[]): void {
  for (const [index, { time, stepHours = 1 }] of points.entries()) {
    const next = points[index + 1]
    if (next !== undefined) assert.equal(Date.parse(next.time) - Date.parse(time), stepHours * HOUR_MS, time)
  }
}
const wholeParts = (sources: readonly Part[] = []) => sources.filter(({ fields }) => fields.includes('points'))

describe('GET /api/weather with hours or days', () => {
  const services = new Map<string, TestApp>()
  before(async () => {
    for (const list of ['open-meteo', 'openweather,open-meteo', 'openweather', 'met-norway,open-meteo', 'open-meteo,met-norway'])
      services.set(list, await createTestApp({ env: { ...CONTACT, WEATHER_PROVIDERS: list } }))
  })
  after(async () => {
    for (const app of services.values()) await app.close()
  })
  beforeEach(async () => {
    for (const app of services.values()) {
      await app.services.gateway.drain()
      app.clock.advance({ hours: 80 })
      app.simulator.setFaults([])
      app.simulator.reset('calls')
    }
  })
  const appOf = (list: string) => services.get(list) ?? assert.fail(list)
  const hourly = async (list: string, more: string) => (await appOf(list).get(`/api/weather?${PLACE}&scope=hourly${more}`)).body
  const callsOf = (list: string): Readonly<Record<string, number>> => {
    const { 'nws/alerts': _alerts, ...weather } = appOf(list).simulator.calls().byProduct
    return weather
  }

  it('200: 48 hours unless another number is asked for, and as many as that is', async () => {
    const list = 'open-meteo'
    for (const [more, count] of [
      ['', 48],
      ['&hours=1', 1],
      ['&hours=48', 48],
      ['&hours=49', 49],
      ['&hours=168', 168],
      ['&hours=336', 336],
    ] as const) {
      const { points, sources } = await hourly(list, more)
      assert.equal(points.length, count, more)
      assertGapless(points)
      assert.deepEqual(wholeParts(sources), [])
      assert.ok(Date.parse(points[0].time) <= appOf(list).clock.now())
    }
    assert.deepEqual(callsOf(list), { 'open-meteo/forecast': 1 })
  })

  it('200: all that the sources have where more is asked for, without a call to one that reaches no further', async () => {
    const list = 'open-meteo,met-norway'
    const { points } = await hourly(list, '&hours=384')
    assert.ok(points.length >= 384 - 25 && points.length <= 384, String(points.length))
    assertGapless(points)
    assert.deepEqual(callsOf(list), { 'open-meteo/forecast': 1 })
  })

  it('200: the next source’s hours beyond those of the first, marked, in the first answer and in a cached one', async () => {
    const list = 'openweather,open-meteo'
    const short = await hourly(list, '')
    assert.deepEqual([short.source, short.points.length, short.sources], ['openweather', 48, undefined])
    for (const expected of [1, 0, 0]) {
      const { source, sources, points, tokensUsed } = await hourly(list, '&hours=168')
      assert.deepEqual({ source, count: points.length, tokensUsed }, { source: 'openweather', count: 168, tokensUsed: expected })
      assertGapless(points)
      assert.deepEqual(
        wholeParts(sources).map(({ source: id, from }) => [id, from]),
        [['open-meteo', points[48].time]],
      )
      assert.deepEqual(
        points.slice(0, 48).map(({ temperature }: Point) => temperature),
        short.points.map(({ temperature }: Point) => temperature),
      )
      await appOf(list).services.gateway.drain()
    }
  })

  it('200: what there is where no other source has more, or the next one is down', async () => {
    assert.equal((await hourly('openweather', '&hours=384')).points.length, 48)
    const list = 'openweather,open-meteo'
    appOf(list).simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'open-meteo' } }])
    const { points, sources } = await hourly(list, '&hours=100')
    assert.deepEqual([points.length, sources], [48, undefined])
  })

  it('200: longer steps as steps, which say how long they are, and then the next source', async () => {
    const list = 'met-norway,open-meteo'
    const { points, sources } = await hourly(list, '&hours=384')
    assertGapless(points)
    const steps = points.filter(({ stepHours }: Point) => stepHours !== undefined)
    assert.ok(steps.length > 20 && steps.every(({ stepHours }: Point) => stepHours === 6), String(steps.length))
    const [part, ...more] = wholeParts(sources)
    assert.deepEqual([part?.source, more], ['open-meteo', []])
    assert.ok(Date.parse(part?.from ?? '') >= Date.parse(steps.at(-1).time) + 6 * HOUR_MS)
    assert.ok((await hourly(list, '')).points.every(({ stepHours }: Point) => stepHours === undefined))
  })

  it('200: days as far as they are asked for', async () => {
    for (const [list, asked, count] of [
      ['open-meteo', '', 10],
      ['open-meteo', '&days=3', 3],
      // Its last day is known in part.
      ['open-meteo', '&days=16', 15],
      ['openweather', '&days=16', 8],
      ['openweather,open-meteo', '&days=16', 15],
    ] as const) {
      const { body } = await appOf(list).get(`/api/weather?${PLACE}&scope=daily${asked}`)
      assert.equal(body.points.length, count, `${list} ${asked}`)
      const dates = body.points.map(({ date }: { date: string }) => date)
      assert.deepEqual(dates, [...new Set(dates)].toSorted())
      const parts = wholeParts(body.sources).map(({ source, from, to }) => [source, from, to])
      assert.deepEqual(parts, list === 'openweather,open-meteo' ? [['open-meteo', dates[8], dates[14]]] : [])
    }
  })

  it('200: in a batch, too, for each place or all of them', async () => {
    const app = appOf('open-meteo')
    const cities = [
      { lat: 40.71, lon: -74.01, scopes: ['hourly'] },
      { lat: 40.71, lon: -74.01, scopes: ['hourly', 'daily'], hours: 3, days: 2 },
    ]
    const response = await fetch(`${app.url}/api/weather/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cities, hours: 120 }),
    })
    const { cities: found } = (await response.json()) as { cities: { scopes: Record<string, { data: { points: Point[] } }> }[] }
    assert.deepEqual(
      [0, 1, 1].map((index, at) => found[index]?.scopes[at === 2 ? 'daily' : 'hourly']?.data.points.length),
      [120, 3, 2],
    )
  })

  it('200: the hours of today that have passed where they are asked for', async () => {
    const app = appOf('open-meteo')
    const { points } = await hourly('open-meteo', '&hours=2&pastHours=12')
    assertGapless(points)
    assert.deepEqual([points.length, Date.parse(points[12].time) <= app.clock.now()], [14, true])
    assert.ok(points.every(({ temperature }: Point) => temperature !== null))
    // OpenWeather sends none: they are what was fetched before.
    const from = (await hourly('openweather', '')).points[0].time
    await appOf('openweather').services.gateway.drain()
    appOf('openweather').clock.advance({ hours: 5 })
    await hourly('openweather', '')
    await appOf('openweather').services.gateway.drain()
    assert.equal((await hourly('openweather', '&pastHours=24')).points[0].time, from)
  })

  it('400: a number that is none, or out of range, by its name', async () => {
    for (const [query, path] of [
      ['hours=0', 'hours'],
      ['hours=385', 'hours'],
      ['hours=1.5', 'hours'],
      ['hours=', 'hours'],
      ['hours=all', 'hours'],
      ['days=0', 'days'],
      ['days=17', 'days'],
      ['days=-1', 'days'],
    ] as const) {
      const { status, body } = await appOf('open-meteo').get(`/api/weather?${PLACE}&scope=hourly&${query}`)
      assert.equal(status, 400, query)
      assert.deepEqual(
        body.details.map((detail: { path: string }) => detail.path),
        [path],
        query,
      )
    }
  })

  it('200: a changed number of hours is another answer to a cache', async () => {
    const tagOf = async (hours: number) =>
      (await appOf('open-meteo').get(`/api/weather?${PLACE}&scope=hourly&hours=${hours}`)).headers.get('etag')
    await tagOf(60)
    await appOf('open-meteo').services.gateway.drain()
    assert.notEqual(await tagOf(60), await tagOf(61))
  })

  it('200: from memory once it has been asked for, and memory has no more until then', async () => {
    const app = appOf('open-meteo')
    const layerOf = async (hours: number) => (await app.get(`/api/weather?${PLACE}&scope=hourly&hours=${hours}`)).headers.get('x-cache')
    assert.equal(await layerOf(48), 'upstream')
    await app.services.gateway.drain()
    assert.equal(await layerOf(48), 'memory')
    await layerOf(200)
    assert.equal(await layerOf(200), 'memory')
    assert.deepEqual(callsOf('open-meteo'), { 'open-meteo/forecast': 1 })
  })
})
