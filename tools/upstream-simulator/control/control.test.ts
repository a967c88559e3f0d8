import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { get, put } from '../testing/client.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 23, 41)
const HOUR = 3_600_000
const simulator = testSimulator(() => NOW)

afterEach(() => simulator.reset())

describe('calls', () => {
  it('are each counted once, by product, with the keys masked', async () => {
    const paths = [
      '/data/3.0/onecall?lat=1&lon=1&appid=topsecret',
      '/data/3.0/onecall?lat=91&lon=1&appid=topsecret',
      '/v1/forecast?latitude=1&longitude=1&apikey=topsecret',
      '/map/temp_new/1/0/0.png?appid=topsecret',
      '/nothing/here',
    ]
    await Promise.all(paths.flatMap((path) => Array.from({ length: 10 }, () => get(simulator, path))))
    const calls = simulator.calls()
    assert.equal(calls.total, 50)
    assert.deepEqual(calls.byProduct, {
      'openweather/onecall': 20,
      'open-meteo/forecast': 10,
      'openweather/tiles': 10,
      'unknown/unknown': 10,
    })
    assert.deepEqual(calls.byProvider, { openweather: 30, 'open-meteo': 10, unknown: 10 })
    assert.equal(calls.recent.length, 50)
    const { body, text } = await get(simulator, '/__simulator/calls')
    assert.deepEqual(body, JSON.parse(JSON.stringify(calls)))
    assert.ok(!text.includes('topsecret'))
  })

  it('are listed up to a bound and counted beyond it', async () => {
    for (let batch = 0; batch < 11; batch++) await Promise.all(Array.from({ length: 100 }, () => get(simulator, '/geo/1.0/direct?appid=k')))
    const { total, recent } = simulator.calls()
    assert.equal(total, 1_100)
    assert.equal(recent.length, 1_000)
    assert.equal(recent.at(-1)?.number, 1_100)
  })

  it('start again after a reset; resetting only the counts changes nothing else', async () => {
    simulator.setFaults([{ kind: 'status', status: 500 }])
    assert.equal((await get(simulator, '/v1/forecast?latitude=1&longitude=1')).status, 500)
    await fetch(`${simulator.url}/__simulator/reset?only=calls`, { method: 'POST' })
    assert.equal(simulator.calls().total, 0)
    assert.equal((await get(simulator, '/v1/forecast?latitude=1&longitude=1')).status, 500)
    await fetch(`${simulator.url}/__simulator/reset`, { method: 'POST' })
    assert.equal((await get(simulator, '/v1/forecast?latitude=1&longitude=1')).status, 200)
    assert.equal(simulator.calls().total, 1)
  })
})

it('every answer says that it is simulated, errors too', async () => {
  for (const path of [
    '/data/3.0/onecall?lat=1&lon=1&appid=k',
    '/data/3.0/onecall',
    '/v1/forecast?latitude=x',
    '/alerts/active?point=1,1',
    '/points/1.000,1',
    '/map/x/1/1/1.png',
    '/nothing',
  ])
    assert.equal((await get(simulator, path)).headers.get('x-simulated'), 'demo', path)
})

it('a page explains the simulator', async () => {
  const { status, headers, text } = await get(simulator, '/__simulator/')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /text\/html/)
  assert.match(text, /made up/)
})

describe('conditions', () => {
  it('force weather at a place and a time, for all providers, and nowhere else', async () => {
    const { status } = await put(simulator, 'conditions', {
      conditions: [
        {
          lat: 52.52,
          lon: 13.4,
          from: NOW - 2 * HOUR,
          to: NOW + 3 * HOUR,
          weather: { thunder: true, precipitation: 12, windSpeed: 18, windGust: 31, temperature: 24 },
        },
      ],
    })
    assert.equal(status, 200)
    const onecall = (lat: number): Promise<unknown> =>
      get(simulator, `/data/3.0/onecall?lat=${lat}&lon=13.4&appid=k&units=metric`).then(({ body }) => body)
    const here = (await onecall(52.52)) as {
      current: { weather: { id: number }[]; temp: number; rain: { '1h': number }; wind_speed: number }
      hourly: { dt: number; weather: { id: number }[] }[]
    }
    assert.deepEqual([here.current.weather[0]?.id, here.current.temp, here.current.wind_speed, here.current.rain['1h']], [202, 24, 18, 12])
    assert.ok(here.hourly.every((hour) => hour.dt * 1000 < NOW + 3 * HOUR || hour.weather[0]?.id !== 202))
    const meteo = (
      await get(simulator, '/v1/forecast?latitude=52.52&longitude=13.4&current=weather_code,wind_gusts_10m&wind_speed_unit=ms')
    ).body as { current: Record<string, number> }
    assert.deepEqual(
      { weatherCode: meteo.current['weather_code'], windGusts10m: meteo.current['wind_gusts_10m'] },
      { weatherCode: 96, windGusts10m: 31 },
    )
    const elsewhere = (await onecall(50)) as { current: { wind_speed: number } }
    assert.notEqual(elsewhere.current.wind_speed, 18)
  })

  it('force a warning, which both providers with warnings report alike', async () => {
    const alert = {
      event: 'Tornado Warning',
      severity: 'Extreme',
      start: NOW,
      end: NOW + 2 * HOUR,
      sender: 'NWS Norman OK',
      description: 'Take cover.',
      tags: ['Tornado'],
    }
    await put(simulator, 'conditions', { conditions: [{ box: { south: 35, west: -98, north: 36, east: -97 }, alert }] })
    const onecall = (await get(simulator, '/data/3.0/onecall?lat=35.5&lon=-97.5&appid=k')).body as { alerts: Record<string, unknown>[] }
    assert.deepEqual(
      onecall.alerts.find(({ event }) => event === 'Tornado Warning'),
      {
        sender_name: 'NWS Norman OK',
        event: 'Tornado Warning',
        start: Math.floor(NOW / 1000),
        end: Math.floor(NOW / 1000) + 7200,
        description: 'Take cover.',
        tags: ['Tornado'],
      },
    )
    const national = (await get(simulator, '/alerts/active?point=35.5,-97.5')).body as {
      features: { properties: Record<string, unknown> }[]
    }
    const warning = national.features.find(({ properties }) => properties['event'] === 'Tornado Warning')?.properties
    assert.deepEqual(
      [warning?.['severity'], warning?.['senderName'], Date.parse(String(warning?.['ends']))],
      ['Extreme', 'NWS Norman OK', Math.floor((NOW + 2 * HOUR) / 1000) * 1000],
    )
  })

  it('refuse what they do not know', async () => {
    for (const condition of [
      {},
      { lat: 1, lon: 1 },
      { lat: 91, lon: 1, weather: {} },
      { lat: 1, lon: 1, weather: { hail: 1 } },
      { lat: 1, lon: 1, alert: {} },
      { lat: 1, lon: 1, alert: { event: 'x', start: NOW, end: NOW } },
    ])
      assert.equal((await put(simulator, 'conditions', { conditions: [condition] })).status, 400, JSON.stringify(condition))
    assert.equal((await fetch(`${simulator.url}/__simulator/conditions`, { method: 'PUT', body: 'nonsense' })).status, 400)
    assert.equal((await get(simulator, '/__simulator/nothing')).status, 404)
  })
})
