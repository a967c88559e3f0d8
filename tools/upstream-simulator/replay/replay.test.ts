import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Simulator, startSimulator } from '../simulator.ts'
import { get, put } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { shiftToNow } from './shift.ts'

const NOW = Date.UTC(2026, 10, 21, 3, 12, 30)
const SECONDS = Math.floor(NOW / 1000)

describe('shifting to now', () => {
  it('moves every recorded One Call so that current is in the past hour, minutes keep their phase and days begin today', (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    for (const { name, body } of recorded('openweather', /^onecall(?:3|25)_/)) {
      const before = structuredClone(body) as Record<string, never>
      shiftToNow('openweather', body, NOW)
      const after = body as Record<string, never>
      const { current, hourly, daily, timezone_offset } = after as unknown as {
        current?: { dt: number; sunrise?: number }
        hourly?: { dt: number }[]
        daily?: { dt: number; sunrise: number }[]
        timezone_offset: number
      }
      const was = before as unknown as { current?: { dt: number }; hourly?: { dt: number; temp: number }[]; daily?: { dt: number }[] }
      if (current !== undefined && was.current !== undefined) {
        assert.ok(current.dt <= SECONDS && current.dt > SECONDS - 3600, name)
        assert.equal((current.dt - was.current.dt) % 3600, 0)
        assert.equal((hourly?.[0]?.dt ?? 0) - current.dt, hourly === undefined ? -current.dt : (was.hourly?.[0]?.dt ?? 0) - was.current.dt)
      }
      for (const [index, day] of (daily ?? []).entries()) {
        assert.equal((day.dt - (was.daily?.[index]?.dt ?? 0)) % 86_400, 0)
        const today = Math.floor(((current?.dt ?? hourly?.[0]?.dt ?? 0) + timezone_offset) / 86_400)
        assert.equal(Math.floor((day.dt + timezone_offset) / 86_400), today + index, name)
        assert.equal(Math.floor((day.sunrise + timezone_offset) / 86_400), today + index)
      }
    }
  })

  it('moves Open-Meteo in both time formats, its local strings too', (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    for (const { name, body } of recorded('open-meteo', /^forecast_(?:miami|svalbard|toronto_16d|munich|minutely)/)) {
      shiftToNow('open-meteo', body, NOW)
      const answer = body as {
        utc_offset_seconds: number
        current?: { time: string }
        current_weather?: { time: number }
        daily?: { time: (string | number)[]; sunrise?: (string | number)[] }
        hourly?: { time: (string | number)[] }
      }
      const at = (time: string | number): number =>
        typeof time === 'number'
          ? time
          : Date.parse(`${time.length === 10 ? `${time}T00:00` : time}:00Z`) / 1000 - answer.utc_offset_seconds
      const current = answer.current?.time ?? answer.current_weather?.time
      if (current !== undefined) assert.ok(at(current) <= SECONDS && at(current) > SECONDS - 3600, name)
      for (const [index, day] of (answer.daily?.time ?? []).entries()) {
        const rise = answer.daily?.sunrise?.[index]
        if (rise !== undefined) assert.ok(at(rise) >= at(day) && at(rise) < at(day) + 86_400, name)
      }
      const hours = answer.hourly?.time ?? []
      assert.ok(hours.every((hour, index) => index === 0 || at(hour) - at(hours[index - 1] ?? 0) === 3600))
    }
  })

  it('moves all stamps of an NWS list, and those inside VTEC and references', () => {
    const body = {
      type: 'FeatureCollection',
      updated: '2026-08-05T21:17:02+00:00',
      features: [
        {
          properties: {
            sent: '2026-08-05T14:15:00-07:00',
            ends: null,
            expires: '2026-08-06T05:00:00-07:00',
            parameters: {
              VTEC: ['/O.CON.KMFR.HT.Y.0004.000000T0000Z-260807T0600Z/'],
              expiredReferences: ['w-nws@noaa.gov,urn:oid:2.49.0.1.840.0.abc.001.1,2026-08-04T13:56:00-07:00'],
            },
          },
        },
      ],
    }
    shiftToNow('nws', body, Date.UTC(2026, 7, 7, 23, 50, 0))
    assert.deepEqual(body, {
      type: 'FeatureCollection',
      updated: '2026-08-07T23:17:02+00:00',
      features: [
        {
          properties: {
            sent: '2026-08-07T16:15:00-07:00',
            ends: null,
            expires: '2026-08-08T07:00:00-07:00',
            parameters: {
              VTEC: ['/O.CON.KMFR.HT.Y.0004.000000T0000Z-260809T0800Z/'],
              expiredReferences: ['w-nws@noaa.gov,urn:oid:2.49.0.1.840.0.abc.001.1,2026-08-06T15:56:00-07:00'],
            },
          },
        },
      ],
    })
  })

  it('leaves zeros, which mean that an event does not happen', () => {
    const body = { timezone_offset: 0, current: { dt: 1_700_000_000, sunrise: 0 }, daily: [{ dt: 1_700_000_000, moonrise: 0 }] }
    shiftToNow('openweather', body, NOW)
    assert.deepEqual([body.current.sunrise, body.daily[0]?.moonrise], [0, 0])
  })
})

describe('a folder of recordings', () => {
  let dir: string
  let simulator: Simulator

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'simulator-replay-'))
    mkdirSync(join(dir, 'openweather'))
    const place = (name: string, lat: number, lon: number): void =>
      writeFileSync(
        join(dir, 'openweather', name),
        JSON.stringify({
          lat,
          lon,
          timezone: 'Europe/Berlin',
          timezone_offset: 3600,
          current: { dt: 1_700_000_000, temp: lat },
          daily: [],
        }),
      )
    place('onecall3_berlin.json', 52.52, 13.4)
    place('onecall3_rome.json', 41.9, 12.5)
    writeFileSync(join(dir, 'openweather', 'error_401_onecall3_needs_subscription.json'), '{"cod":401,"message":"x"}')
    writeFileSync(join(dir, 'openweather', 'broken_page.html'), '<html>')
    simulator = await startSimulator({ port: 0, now: () => NOW, replay: dir })
  })
  after(async () => {
    await simulator.close()
    rmSync(dir, { recursive: true })
  })

  const onecall = (lat: number, more = '&appid=k'): ReturnType<typeof get> => get(simulator, `/data/3.0/onecall?lat=${lat}&lon=13${more}`)

  it('answers with the nearest recording, moved to now, and from the demo climate if it has none', async () => {
    const { headers, body } = await onecall(43)
    assert.equal(headers.get('x-simulated'), 'replay')
    assert.equal((body as { lat: number }).lat, 41.9)
    const { dt } = (body as { current: { dt: number } }).current
    assert.ok(dt <= SECONDS && dt > SECONDS - 3600)
    assert.equal((await onecall(60)).headers.get('x-simulated'), 'replay')
    assert.deepEqual(Object.keys((await onecall(43, '&appid=k&exclude=current,daily')).body as object), [
      'lat',
      'lon',
      'timezone',
      'timezone_offset',
    ])
    assert.equal((await get(simulator, '/v1/forecast?latitude=1&longitude=1')).headers.get('x-simulated'), 'demo')
    assert.equal(simulator.calls().recent.at(-1)?.mode, 'demo')
  })

  it('still refuses a missing key and a wrong latitude', async () => {
    assert.equal((await onecall(43, '')).status, 401)
    assert.equal((await onecall(91)).status, 400)
  })

  it('answers with a file mapped by hand, whatever status its name states', async () => {
    const map = [{ path: '/data/3.0/onecall', file: 'openweather/error_401_onecall3_needs_subscription.json' }]
    assert.equal((await put(simulator, 'replay', { map })).status, 200)
    assert.deepEqual([(await onecall(43)).status, (await onecall(43)).body], [401, { cod: 401, message: 'x' }])
    assert.equal((await put(simulator, 'replay', { map: [{ path: '/', file: '../../etc/passwd' }] })).status, 400)
    assert.equal((await put(simulator, 'replay', { dir: '/nowhere/at/all' })).status, 400)
    await put(simulator, 'replay', { dir: null })
    assert.equal((await onecall(43)).headers.get('x-simulated'), 'demo')
    simulator.reset()
    assert.equal((await onecall(43)).headers.get('x-simulated'), 'replay')
  })
})

it('the shared recordings are matched to their endpoints', async (t) => {
  if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
  const simulator = await startSimulator({ port: 0, now: () => NOW, replay: samplesDir })
  try {
    const cases: [path: string, check: (body: never) => boolean][] = [
      ['/data/3.0/onecall?lat=52.5&lon=13.4&appid=k', (body: { alerts: { event: string }[] }) => body.alerts[0]?.event === 'frost'],
      ['/data/4.0/onecall/timeline/1h?lat=-38&lon=-71&appid=k', (body: { data: unknown[] }) => body.data.length === 20],
      ['/data/2.5/weather?lat=40.7&lon=-74&appid=k', (body: { name: string }) => body.name === 'New York'],
      ['/geo/1.0/direct?q=Springfield&appid=k', (body: unknown[]) => body.length === 5],
      ['/v1/forecast?latitude=25.7&longitude=-80.2', (body: { latitude: number }) => body.latitude === 25.772915],
      ['/alerts/active?area=OK', (body: { features: unknown[] }) => body.features.length >= 25],
      ['/alerts/active?point=44.9778,-93.265', (body: { features: unknown[] }) => body.features.length === 0],
      ['/points/38.8894,-77.0352', (body: { properties: { gridId: string } }) => body.properties.gridId === 'LWX'],
    ]
    for (const [path, check] of cases) {
      const { status, headers, body } = await get(simulator, path)
      assert.deepEqual([path, status, headers.get('x-simulated')], [path, 200, 'replay'])
      assert.ok(check(body as never), path)
    }
  } finally {
    await simulator.close()
  }
})
