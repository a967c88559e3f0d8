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
      shiftToNow(body as Record<string, unknown>, NOW)
      const after = body as Record<string, never>
      const { current, hourly, daily, timezone_offset } = after as unknown as {
        current?: { dt: number; sunrise?: number }
        hourly?: { dt: number }[]
        daily?: { dt: number; sunrise: number }[]
        timezone_offset: number
      }
      const was = before as unknown as {
        timezone_offset: number
        current?: { dt: number }
        hourly?: { dt: number; temp: number }[]
        daily?: { dt: number }[]
      }
      if (current !== undefined && was.current !== undefined) {
        assert.ok(current.dt <= SECONDS && current.dt > SECONDS - 3600, name)
        assert.equal((current.dt - was.current.dt) % 3600, 0)
        assert.equal((hourly?.[0]?.dt ?? 0) - current.dt, hourly === undefined ? -current.dt : (was.hourly?.[0]?.dt ?? 0) - was.current.dt)
      }
      for (const [index, day] of (daily ?? []).entries()) {
        assert.equal((day.dt + timezone_offset - (was.daily?.[index]?.dt ?? 0) - was.timezone_offset) % 86_400, 0)
        const today = Math.floor(((current?.dt ?? hourly?.[0]?.dt ?? 0) + timezone_offset) / 86_400)
        assert.equal(Math.floor((day.dt + timezone_offset) / 86_400), today + index, name)
        assert.equal(Math.floor((day.sunrise + timezone_offset) / 86_400), today + index)
      }
    }
  })

  it('leaves zeros, which mean that an event does not happen', () => {
    const body = { timezone_offset: 0, current: { dt: 1_700_000_000, sunrise: 0 }, daily: [{ dt: 1_700_000_000, moonrise: 0 }] }
    shiftToNow(body, NOW)
    assert.deepEqual({ sunrise: body.current.sunrise, moonrise: body.daily[0]?.moonrise }, { sunrise: 0, moonrise: 0 })
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
    writeFileSync(join(dir, 'openweather', 'error_502_page.html'), '<html>')
    writeFileSync(join(dir, 'openweather', 'onecall3_broken.json'), '{"lat":43,')
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
    assert.deepEqual(
      { status: (await onecall(43)).status, body: (await onecall(43)).body },
      { status: 401, body: { cod: 401, message: 'x' } },
    )
    await put(simulator, 'replay', { map: [{ path: '/data/3.0/onecall', file: 'openweather/error_502_page.html' }] })
    const { status, headers, text } = await onecall(43)
    assert.deepEqual({ status, contentType: headers.get('content-type'), text }, { status: 502, contentType: 'text/html', text: '<html>' })
    assert.equal((await put(simulator, 'replay', { map: [{ path: '/', file: '../../etc/passwd' }] })).status, 400)
    assert.equal((await put(simulator, 'replay', { dir: '/nowhere/at/all' })).status, 400)
    await put(simulator, 'replay', { dir: null })
    assert.equal((await onecall(43)).headers.get('x-simulated'), 'demo')
    simulator.reset()
    assert.equal((await onecall(43)).headers.get('x-simulated'), 'replay')
  })
})

it('a shared recording answers for its place, and any other when it is mapped', async (t) => {
  if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
  const simulator = await startSimulator({ port: 0, now: () => NOW, replay: samplesDir })
  try {
    const { headers, body } = await get(simulator, '/data/3.0/onecall?lat=52.5&lon=13.4&appid=k')
    assert.equal(headers.get('x-simulated'), 'replay')
    assert.equal((body as { alerts: { event: string }[] }).alerts[0]?.event, 'frost')
    const map = [{ path: '/geo/1.0/direct', file: 'openweather/geo_direct_springfield_us.json' }]
    assert.equal((await put(simulator, 'replay', { map })).status, 200)
    assert.equal(((await get(simulator, '/geo/1.0/direct?q=x&appid=k')).body as object[]).length, 5)
  } finally {
    await simulator.close()
  }
})
