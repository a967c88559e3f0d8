import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, createTestServices, type TestApp } from '../../../../test/helpers/app.ts'
import { buildUnsignedActor } from '../../../admin/access/index.ts'
import { encodeCellBlend, toBlendKey } from '../../../gateway/cell-blend.ts'
import { parseRecordData } from '../../../gateway/record.ts'
import { buildCellBlend } from '../../../gateway/testing/cell-blend.ts'
import { DAY_MS } from '../../../time.ts'
import { BLEND_PLACE } from './testing/measured.ts'

const PLACE = `lat=${BLEND_PLACE.lat}&lon=${BLEND_PLACE.lon}`
const NOW = '2026-07-01T12:00:00Z'
const CELL = toCell(BLEND_PLACE.lat, BLEND_PLACE.lon)

interface Point {
  readonly time: string
  readonly temperature: number
  readonly temperatureLow?: number
  readonly temperatureHigh?: number
  readonly temperatureMin: number
  readonly temperatureMax: number
}

/** Stores what a blend knows of the place, as learning does. */
async function putBlend(app: TestApp, wrong: Readonly<Record<string, number>>, isProved = true): Promise<void> {
  const value =
    encodeCellBlend(buildCellBlend(wrong, { simulated: true, isProved, at: app.clock.now(), until: app.clock.now() + DAY_MS })) ??
    assert.fail()
  await app.services.level.put([{ key: toBlendKey(CELL.id), value, expiresAt: app.clock.now() + DAY_MS }])
}

const setBlend = (app: TestApp, blend: 'auto' | 'on' | 'off', blendPlaces: string | null = null) =>
  app.services.settings.update({ blend, blendPlaces }, undefined, buildUnsignedActor('test'))

async function countCalls(app: TestApp): Promise<number> {
  await app.services.gateway.drain()
  const { rows } = await app.database.pool.query<{ n: number }>('select count(*)::int as n from upstream_call')
  return rows[0]?.n ?? NaN
}

describe('200', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: NOW })
    await putBlend(app, { openweather: 2 })
  })
  after(() => app.close())
  const points = async (scope: string, more = ''): Promise<readonly Point[]> =>
    (await app.get(`/api/weather?${PLACE}&scope=${scope}${more}`)).body.points

  it('the source is the blend, and `sources` names whose values are in it', async () => {
    const { status, body } = await app.get(`/api/weather?${PLACE}&scope=hourly`)
    assert.equal(status, 200)
    assert.equal(body.source, 'blend')
    assert.equal(body.attribution.name, 'Blend')
    assert.match(body.attribution.url, /\/accuracy$/)
    assert.deepEqual(
      body.sources.map(({ source, attribution }: { source: string; attribution: { name: string } }) => [source, attribution.name]),
      [['openweather', 'OpenWeather']],
    )
    assert.ok(body.sources[0].fields.includes('windSpeed') && !body.sources[0].fields.includes('temperature'))
  })

  it('costs no call of its own, nor the bytes of a repeated answer', async () => {
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    const before = await countCalls(app)
    const again = await app.get(`/api/weather?${PLACE}&scope=hourly`)
    assert.deepEqual([again.headers.get('x-cache'), again.body.source, again.body.tokensUsed], ['memory', 'blend', 0])
    for (const scope of ['daily', 'hourly&explain=blend', 'daily&days=5']) await app.get(`/api/weather?${PLACE}&scope=${scope}`)
    assert.equal(await countCalls(app), before)
    // The first source's call is the only one: no other is asked, so that it could be blended.
    assert.equal(before, 1)
  })

  it('one number for an hour and a day, whichever way it is asked for', async () => {
    const [hours, days] = [await points('hourly'), await points('daily')]
    const [more, wholeHours] = [await points('daily', '&days=10'), await points('hourly', '&hours=120&pastHours=12')]
    for (const [index, day] of days.entries())
      assert.deepEqual([more[index]?.temperatureMin, more[index]?.temperatureMax], [day.temperatureMin, day.temperatureMax])
    const byTime = new Map(wholeHours.map(({ time, temperature }) => [time, temperature]))
    for (const { time, temperature } of hours) assert.equal(byTime.get(time), temperature)
    const tomorrow = wholeHours.filter(({ time }) => time >= '2026-07-01T22:00:00Z' && time < '2026-07-02T22:00:00Z')
    assert.equal(tomorrow.length, 24)
    const { temperatureMin = NaN, temperatureMax = NaN } = days[1] ?? {}
    for (const { temperature } of tomorrow) assert.ok(temperature <= temperatureMax + 0.01 && temperature >= temperatureMin - 0.01)
    const batch = await fetch(`${app.url}/api/weather/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cities: [{ ...BLEND_PLACE, scopes: ['daily'] }] }),
    })
    const { cities } = (await batch.json()) as { cities: { scopes: { daily: { data: { points: Point[] }; meta: { source: string } } } }[] }
    assert.deepEqual(cities[0]?.scopes.daily.data.points, days)
    assert.equal(cities[0]?.scopes.daily.meta.source, 'blend')
  })

  it('is the same on another node, and in what jobs and mails read', async () => {
    const days = await points('daily')
    const other = await createTestServices({ sharing: app })
    try {
      for (const { services } of [app, other]) {
        const { gateway } = services
        const [peeked, { record: alone }] = [(await gateway.peekCells([CELL], 'daily')).get(CELL.id), await gateway.peek(CELL, 'daily')]
        const requester = { cause: 'job', trigger: 'cron_test', requestId: null, client: null, caller: 'job' } as const
        const { record } = await gateway.weather({ cell: CELL, scope: 'daily', requester })
        for (const each of [peeked, alone, record]) {
          assert.equal(each?.source, 'blend')
          const highs = each === undefined ? [] : parseRecordData(each).points.map(({ temperatureMax }) => temperatureMax)
          assert.deepEqual(
            highs,
            days.map(({ temperatureMax }) => temperatureMax),
          )
        }
      }
    } finally {
      await other.stop()
    }
  })

  it('is explained: what it is made of, and why it is on', async () => {
    const { status, body, headers } = await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { hours, ...blend } = body.blend
    assert.deepEqual(
      { isOn: blend.isOn, mode: blend.mode, reason: blend.reason, days: blend.days, missingDays: blend.missingDays },
      { isOn: true, mode: 'auto', reason: 'proved', days: 40, missingDays: 0 },
    )
    assert.deepEqual(blend.skill, { days: 39, n: 900, difference: -0.5, low: -0.7, high: -0.3 })
    const [{ temperature, sources }] = hours
    assert.deepEqual([sources.length, sources[0].source, sources[0].subtracted, sources[0].weight], [1, 'openweather', 2, 1])
    assert.ok(Math.abs(sources[0].temperature - 2 - temperature) < 0.011)
    assert.equal(body.points[0].time, hours[0].time)
    assert.ok(Math.abs(body.points[0].temperature - temperature) <= 0.051)
    const imperial = (await app.get(`/api/weather?${PLACE}&scope=current&units=imperial&explain=blend`)).body.blend
    assert.equal(imperial.skill.difference, -0.9)
    assert.equal(imperial.hours[0].sources[0].subtracted, 3.6)
  })

  it('is off at once where operators switch it off, at one place or everywhere, and on where they switch it on', async () => {
    const sourceOf = async () => (await app.get(`/api/weather?${PLACE}&scope=hourly`)).body.source
    const [raw] = await (async () => {
      await setBlend(app, 'off')
      assert.equal(await sourceOf(), 'openweather')
      return points('hourly')
    })()
    await setBlend(app, 'auto', `berlin-${BLEND_PLACE.lat},${BLEND_PLACE.lon}=off`)
    assert.equal(await sourceOf(), 'openweather')
    const { reason } = (await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)).body.blend
    assert.equal(reason, 'switched_off')
    await setBlend(app, 'auto')
    assert.equal(await sourceOf(), 'blend')
    const [blended] = await points('hourly')
    assert.ok(
      (blended?.temperatureLow ?? NaN) < (blended?.temperature ?? NaN) && (blended?.temperatureHigh ?? NaN) > (blended?.temperature ?? NaN),
    )
    assert.ok(Math.abs((blended?.temperature ?? NaN) + 2 - (raw?.temperature ?? NaN)) <= 0.051)
    await assert.rejects(setBlend(app, 'auto', 'berlin=on'), { code: 'invalid_request' })
  })

  it('ends after its time, and where it is not proved any more', async () => {
    await putBlend(app, { openweather: 2 }, false)
    app.clock.advance({ hours: 1 })
    await putBlend(app, { openweather: 2 }, false)
    // What is in memory is renewed with the next fetch.
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    await app.services.gateway.drain()
    const { body } = await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)
    assert.deepEqual([body.source, body.blend.reason], ['openweather', 'not_proved'])
    await setBlend(app, 'on')
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=hourly`)).body.source, 'blend')
    app.clock.advance({ hours: 48 })
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=hourly`)).body.source, 'openweather')
  })

  it('is no part of current weather, nor of a place of which nothing was learned', async () => {
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=current`)).body.source, 'openweather')
    const { body } = await app.get('/api/weather?lat=48.1&lon=11.5&scope=hourly&explain=blend')
    assert.deepEqual(
      [body.source, body.blend.reason, body.blend.isOn, body.blend.hours, body.blend.missingDays],
      ['openweather', 'nothing_learned', false, [], 30],
    )
  })
})

describe('200, of two sources', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: NOW })
    await putBlend(app, { openweather: 2, 'open-meteo': -1 })
    // Sixteen days are more than the first source has: the second one's records come with them.
    await app.get(`/api/weather?${PLACE}&scope=daily&days=16`)
    await app.services.gateway.drain()
  })
  after(() => app.close())
  const explain = async () => (await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)).body

  it('is made of both while the other’s hours are young enough, and of the first alone after', async () => {
    const { sources, points, blend } = await explain()
    assert.deepEqual(
      sources.map(({ source, fields }: { source: string; fields: string[] }) => [source, fields.includes('temperature')]),
      [
        ['openweather', false],
        ['open-meteo', true],
      ],
    )
    const { temperature, sources: parts } = blend.hours[0]
    const weighted = parts.reduce(
      (sum: number, part: { temperature: number; subtracted: number; weight: number }) =>
        sum + part.weight * (part.temperature - part.subtracted),
      0,
    )
    assert.ok(Math.abs(weighted - temperature) < 0.02, `${weighted} ${temperature}`)
    assert.ok(parts.every(({ weight }: { weight: number }) => weight > 0.3) && Math.abs(points[0].temperature - temperature) < 0.056)
    const before = await countCalls(app)
    app.clock.advance({ hours: 7 })
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    // Only the first source's, which is too old to be shown: nobody else is asked.
    assert.equal(await countCalls(app), before + 1)
    const later = await explain()
    assert.deepEqual([later.source, later.sources.map(({ source }: { source: string }) => source)], ['blend', ['openweather']])
  })
})

describe('400', () => {
  let app: TestApp
  before(async () => void (app = await createTestApp({ now: NOW })))
  after(() => app.close())

  it('for an explanation of anything else', async () => {
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=hourly&explain=all`)).status, 400)
  })
})
