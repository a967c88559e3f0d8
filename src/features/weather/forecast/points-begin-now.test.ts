import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCalendarDay } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { HOUR_MS } from '../../../time.ts'

const PLACES = {
  berlin: { lat: 52.52, lon: 13.41 },
  kathmandu: { lat: 27.72, lon: 85.32 },
  kiritimati: { lat: 1.98, lon: -157.48 },
}

/** Cached data ages while it is shown, so an answer must start at its own moment, not at that of the fetch. */
describe('the points of an answer', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-03-28T20:00:20Z' })
  })
  after(() => app.close())
  beforeEach(async () => {
    // A refresh still under way would bring data from before the jump into the time after it.
    await app.services.gateway.drain()
    app.simulator.setFaults([])
    app.clock.advance({ hours: 80 })
  })

  const pathOf = ({ lat, lon }: { lat: number; lon: number }, scope: string, more = '') =>
    `/api/weather?lat=${lat}&lon=${lon}&scope=${scope}${more}`

  for (const [name, place] of Object.entries(PLACES))
    it(`start now, however old the data is: ${name}`, async () => {
      for (const scope of ['hourly', 'daily']) await app.get(pathOf(place, scope))
      await app.services.gateway.drain()
      app.simulator.setFaults([{ kind: 'status', status: 503 }])
      const start = app.clock.now()
      for (const minutes of [0, 20, 59, 60, 61, 5 * 60, 13 * 60, 23 * 60 + 50]) {
        app.clock.set(new Date(start + minutes * 60_000).toISOString())
        const now = app.clock.now()
        for (const units of ['metric', 'imperial']) {
          const { body: hourly } = await app.get(pathOf(place, 'hourly', `&units=${units}`))
          const first = Date.parse(hourly.points[0].time)
          assert.ok(first <= now && now < first + HOUR_MS, `${hourly.points[0].time} after ${minutes} min`)
        }
        const { body: daily } = await app.get(pathOf(place, 'daily'))
        assert.equal(daily.points[0].date, toCalendarDay(now, daily.timezone))
      }
    })

  it('move on with each minute, and with them the summary of the next hour', async () => {
    const place = PLACES.berlin
    await app.get(pathOf(place, 'minutely'))
    await app.services.gateway.drain()
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    const first = (await app.get(pathOf(place, 'minutely'))).body
    for (const minutes of [1, 9, 30]) {
      app.clock.advance({ minutes })
      const { body } = await app.get(pathOf(place, 'minutely'))
      const at = Date.parse(body.points[0].time)
      assert.ok(at <= app.clock.now() && app.clock.now() < at + 60_000)
      assert.equal(body.points.at(-1).time, first.points.at(-1).time)
      assert.ok(body.summary.startsAt === null || Date.parse(body.summary.startsAt) > at)
    }
  })

  it('are the same in a batch, even if they change while it runs', async () => {
    const place = PLACES.berlin
    await app.get(pathOf(place, 'hourly'))
    app.clock.advance({ minutes: 59, seconds: 30 })
    const ask = async () => {
      const response = await fetch(`${app.url}/api/weather/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cities: [{ ...place, scopes: ['hourly', 'minutely'] }] }),
      })
      return ((await response.json()) as { cities: { scopes: Record<string, { data: { points: { time: string }[] } }> }[] }).cities[0]
        ?.scopes
    }
    for (const seconds of [0, 31, 60]) {
      app.clock.advance({ seconds })
      const scopes = await ask()
      for (const [scope, length] of [
        ['hourly', HOUR_MS],
        ['minutely', 60_000],
      ] as const) {
        const first = Date.parse(scopes?.[scope]?.data.points[0]?.time ?? '')
        // Minutes fetched within the current one start with the next.
        const begun = scope === 'minutely' ? app.clock.now() + 60_000 : app.clock.now()
        assert.ok(first <= begun && app.clock.now() < first + length, scope)
      }
    }
  })

  it('are cached no longer than the hour, the day or the minute', async () => {
    const place = PLACES.kathmandu
    await app.get(pathOf(place, 'hourly'))
    const minute = 60_000
    const toNextHour = HOUR_MS - (app.clock.now() % HOUR_MS)
    app.clock.advance({ seconds: (toNextHour - 10 * minute) / 1_000 })
    await app.get(pathOf(place, 'hourly', '&maxAgeMs=1000'))
    app.clock.advance({ minutes: 1 })
    const kept = await app.get(pathOf(place, 'hourly'))
    const first = Date.parse(kept.body.points[0].time)
    const left = (first + HOUR_MS - app.clock.now()) / 1_000
    const [maxAge, revalidate] = (kept.headers.get('cache-control') ?? '').match(/\d+/g)?.map(Number) ?? []
    assert.ok((maxAge as number) + (revalidate as number) <= left, `${kept.headers.get('cache-control')}; ${left} s are left`)
    const etag = kept.headers.get('etag') ?? ''
    app.clock.advance({ seconds: left - 1 })
    assert.equal((await app.get(pathOf(place, 'hourly'), { 'if-none-match': etag })).status, 304)
    app.clock.advance({ seconds: 1 })
    const next = await app.get(pathOf(place, 'hourly'), { 'if-none-match': etag })
    assert.deepEqual({ status: next.status, xCache: next.headers.get('x-cache') }, { status: 200, xCache: 'memory' })
    assert.equal(Date.parse(next.body.points[0].time), first + HOUR_MS)
  })

  it('come back when the clock is set back', async () => {
    const place = PLACES.berlin
    await app.get(pathOf(place, 'hourly'))
    const { body: before } = await app.get(pathOf(place, 'hourly'))
    // A refresh in the next hour would bring points that start there.
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    const toNextHour = HOUR_MS - (app.clock.now() % HOUR_MS)
    app.clock.advance({ seconds: toNextHour / 1_000 })
    assert.notEqual((await app.get(pathOf(place, 'hourly'))).body.points[0].time, before.points[0].time)
    app.clock.advance({ seconds: -1 })
    assert.equal((await app.get(pathOf(place, 'hourly'))).body.points[0].time, before.points[0].time)
  })

  it('of an alert list end with the alert, also in caches', async () => {
    const place = PLACES.berlin
    const end = new Date(app.clock.now() + 4 * 60_000).toISOString()
    app.simulator.setConditions([{ ...place, alert: { event: 'Gale warning', end } }])
    await app.get(pathOf(place, 'current'))
    const { headers, body } = await app.get(pathOf(place, 'current'))
    app.simulator.setConditions([])
    assert.equal(body.alertIds.length > 0, true)
    const [maxAge, revalidate] = (headers.get('cache-control') ?? '').match(/\d+/g)?.map(Number) ?? []
    assert.ok((maxAge as number) + (revalidate as number) <= 240, headers.get('cache-control') ?? '')
  })
})
