import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { encodeCellBlend, toBlendKey } from '../../../gateway/cell-blend.ts'
import { buildCellBlend } from '../../../gateway/testing/cell-blend.ts'
import { DAY_MS } from '../../../time.ts'

const BLEND = '/api/weather/blend'
const BERLIN = 'lat=52.52&lon=13.41'

describe(`GET ${BLEND}`, () => {
  let app: TestApp
  before(async () => void (app = await createTestApp({ now: '2026-07-01T12:00:00Z' })))
  after(() => app.close())

  const countCalls = async () => {
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query<{ n: number }>('select count(*)::int as n from upstream_call')
    return rows[0]?.n
  }

  it('400 without a point, or outside the world', async () => {
    for (const query of ['', 'lat=52.52', 'lat=91&lon=0', `${BERLIN}&units=furlongs`]) {
      const { status, body } = await app.get(`${BLEND}?${query}`)
      assert.deepEqual({ status, error: body.error }, { status: 400, error: 'invalid_request' }, query)
    }
  })

  it('200: a place of which nothing is at hand has no hours, and costs no call', async () => {
    const { status, body } = await app.get(`${BLEND}?lat=60.39&lon=5.32`)
    assert.equal(status, 200)
    assert.deepEqual([body.blend.reason, body.blend.hours, body.blend.timezone, body.names], ['no_whole_series', [], null, []])
    assert.equal(await countCalls(), 0)
  })

  it('200: the same as `explain=blend`, with the names of the sources', async () => {
    const until = app.clock.now() + DAY_MS
    const value = encodeCellBlend(buildCellBlend({ openweather: 2 }, { simulated: true, at: app.clock.now(), until })) ?? assert.fail()
    await app.services.level.put([{ key: toBlendKey(toCell(52.52, 13.41).id), value, expiresAt: until }])
    const { body: explained } = await app.get(`/api/weather?${BERLIN}&scope=hourly&units=imperial&explain=blend`)
    const calls = await countCalls()
    const { body, headers } = await app.get(`${BLEND}?${BERLIN}&units=imperial`)
    assert.deepEqual(body.blend, explained.blend)
    assert.deepEqual([body.blend.isOn, body.blend.hours.length, body.blend.timezone], [true, 48, 'Europe/Berlin'])
    assert.deepEqual([body.units.temperature, body.names], ['°F', [{ source: 'openweather', name: 'OpenWeather' }]])
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(await countCalls(), calls)
  })

  it('200: a source that another version learned of has its id for a name', async () => {
    const until = app.clock.now() + DAY_MS
    const blend = { ...buildCellBlend({ openweather: 2 }, { simulated: true, at: app.clock.now(), until }), first: 'gone' }
    const oslo = { key: toBlendKey(toCell(59.91, 10.75).id), value: encodeCellBlend(blend) ?? assert.fail(), expiresAt: until }
    await app.services.level.put([oslo])
    const { status, body } = await app.get(`${BLEND}?lat=59.91&lon=10.75`)
    assert.deepEqual(
      { status, comparedWith: body.blend.comparedWith, names: body.names },
      { status: 200, comparedWith: 'gone', names: [{ source: 'gone', name: 'gone' }] },
    )
  })
})
