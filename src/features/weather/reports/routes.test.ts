import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { createReportStore } from './store.ts'

const ENV = { RATE_LIMITS: 'report=0,weather=0,upstream=0,upstream-day=0' }
const PATH = '/api/weather/inaccurate-report'
const PLACE = { lat: 52.52, lon: 13.405 }

async function send(app: TestApp, body: unknown, type = 'application/json') {
  const response = await fetch(app.url + PATH, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

async function stored(app: TestApp) {
  return (await app.database.pool.query('select * from inaccurate_report order by received_at')).rows
}

describe('POST /api/weather/inaccurate-report', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    await truncate(app.database.pool, 'inaccurate_report')
  })

  describe('202', () => {
    it('stores the report with the weather that was shown', async () => {
      const shown = (await app.get(`/api/weather?lat=52.52&lon=13.405&scope=current&units=si`)).body
      const calls = app.simulator.calls().total
      app.clock.advance({ hours: 1 })
      const report = {
        ...PLACE,
        scope: 'current',
        field: 'temperature',
        observedValue: 12.5,
        units: 'imperial',
        comment: 'Far too warm.\nSee? ☔',
        clientId: 'client-1',
      }
      const { status, body, headers } = await send(app, report)
      assert.equal(status, 202)
      assert.match(body.reportId, /^[0-9a-f-]{36}$/)
      assert.deepEqual(Object.keys(body), ['reportId', 'receivedAt'])
      assert.equal(body.receivedAt, '2026-07-01T13:00:00Z')
      assert.equal(headers.get('cache-control'), 'no-store')
      const [row, ...more] = await stored(app)
      assert.equal(more.length, 0)
      assert.equal(row.id, body.reportId)
      assert.deepEqual(
        {
          lat: row.lat,
          lon: row.lon,
          scope: row.scope,
          field: row.field,
          observed_value: row.observed_value,
          units: row.units,
          comment: row.comment,
        },
        {
          lat: 52.52,
          lon: 13.405,
          scope: 'current',
          field: 'temperature',
          observed_value: 12.5,
          units: 'imperial',
          comment: report.comment,
        },
      )
      assert.equal(row.state, 'open')
      assert.deepEqual(
        { scope: row.shown[0].scope, source: row.shown[0].source, fetchedAt: row.shown[0].fetchedAt, simulated: row.shown[0].simulated },
        { scope: 'current', source: shown.source, fetchedAt: shown.fetchedAt, simulated: true },
      )
      assert.equal(row.shown[0].data.temperature, shown.temperature)
      assert.equal(app.simulator.calls().total, calls)
    })

    it('stores the weather of another scope from the shared second level, and the alerts for a report about one', async () => {
      await app.get(`/api/weather?lat=52.52&lon=13.405&scope=hourly`)
      await app.services.gateway.drain()
      const other = await createTestApp({ sharing: app, env: ENV })
      try {
        const calls = app.simulator.calls().total
        await send(other, { ...PLACE, scope: 'hourly', field: 'wind', observedValue: 'a storm' })
        app.clock.advance({ seconds: 1 })
        await send(other, { ...PLACE, field: 'alert' })
        const [hourly, alert] = await stored(app)
        assert.ok(hourly.shown[0].data.points.length >= 48)
        assert.equal(hourly.observed_value, 'a storm')
        assert.deepEqual(
          { alertScope: alert.scope, firstShownScope: alert.shown[0].scope },
          { alertScope: 'current', firstShownScope: 'alert' },
        )
        assert.ok(Array.isArray(alert.shown[0].data.alerts))
        assert.equal(app.simulator.calls().total, calls)
      } finally {
        await other.close()
      }
    })

    it('accepts a report about an unknown place without a provider call', async () => {
      const calls = app.simulator.calls().total
      assert.equal((await send(app, { lat: -33.3, lon: 151.2 })).status, 202)
      const [row] = await stored(app)
      assert.deepEqual(
        {
          scope: row.scope,
          field: row.field,
          observed_value: row.observed_value,
          comment: row.comment,
          client: row.client,
          shown: row.shown,
        },
        { scope: 'current', field: 'other', observed_value: null, comment: null, client: null, shown: [] },
      )
      assert.equal(app.simulator.calls().total, calls)
    })

    it('stores the client only as a keyed hash', async () => {
      const clientId = 'a-client-id-that-is-a-secret'
      for (let i = 0; i < 2; i++) await send(app, { ...PLACE, clientId })
      await send(app, { ...PLACE, clientId: `${clientId}2` })
      const rows = await stored(app)
      assert.equal(new Set(rows.map((row) => row.client)).size, 2)
      assert.doesNotMatch(JSON.stringify(rows), /a-client-id-that-is-a-secret|127\.0\.0\.1/)
      for (const plain of ['', 'test-admin-secret-0123456789'])
        assert.ok(!rows.some((row) => row.client === createHmac('sha256', plain).update(clientId).digest('base64url').slice(0, 22)))
      assert.ok(!app.logLines.join('').includes(clientId))
    })

    it('accepts any Unicode text, and ignores unknown fields', async () => {
      const { status } = await send(app, `{"lat":1,"lon":2,"comment":"\\ud800 ok","observedValue":"\\udfff","more":{"deep":[1]}}`)
      assert.equal(status, 202)
      const [row] = await stored(app)
      assert.deepEqual({ comment: row.comment, observed_value: row.observed_value }, { comment: '\ufffd ok', observed_value: '\ufffd' })
      assert.equal((await send(app, { ...PLACE, comment: '☔'.repeat(500) })).status, 202)
    })
  })

  describe('400', () => {
    const wrong: readonly (readonly [name: string, body: unknown, ...paths: string[]])[] = [
      ['no coordinates', {}, 'lat', 'lon'],
      ['a latitude as a string', { lat: '5', lon: 5 }, 'lat'],
      ['a latitude out of range', { lat: 90.1, lon: 5 }, 'lat'],
      ['a longitude out of range', { lat: 5, lon: -181 }, 'lon'],
      ['an unknown scope', { ...PLACE, scope: 'alert' }, 'scope'],
      ['an unknown field', { ...PLACE, field: 'humidity' }, 'field'],
      ['a value of another type', { ...PLACE, observedValue: true }, 'observedValue'],
      ['an overlong value', { ...PLACE, observedValue: 'x'.repeat(101) }, 'observedValue'],
      ['an empty value', { ...PLACE, observedValue: '' }, 'observedValue'],
      ['an overlong comment', { ...PLACE, comment: 'x'.repeat(501) }, 'comment'],
      ['a comment with a NUL', { ...PLACE, comment: 'a\u0000b' }, 'comment'],
      ['a client id with spaces', { ...PLACE, clientId: 'a b' }, 'clientId'],
      ['an overlong client id', { ...PLACE, clientId: 'x'.repeat(129) }, 'clientId'],
      ['an empty client id', { ...PLACE, clientId: '' }, 'clientId'],
      ['null', 'null', 'body'],
      ['a list', [], 'body'],
    ]
    for (const [name, body, ...paths] of wrong) {
      it(`refuses ${name}, naming ${paths.join(' and ')}`, async () => {
        const answer = await send(app, body)
        assert.equal(answer.status, 400)
        assert.equal(answer.body.error, 'invalid_request')
        assert.deepEqual(
          answer.body.details.map((detail: { path: string }) => detail.path),
          paths,
        )
        assert.deepEqual(await stored(app), [])
      })
    }

    it('refuses malformed JSON, and keeps the codes of 413 and 415', async () => {
      const answers = [
        await send(app, '{"lat":'),
        await send(app, { ...PLACE, comment: 'x'.repeat(20_000) }),
        await send(app, 'lat=1', 'text/plain'),
      ]
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.error]),
        [400, 413, 415].map((status) => [status, 'invalid_request']),
      )
    })
  })

  describe('429', () => {
    it('allows five a minute from one address', async () => {
      const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'weather=0' } })
      try {
        const statuses: number[] = []
        for (let i = 0; i < 6; i++) statuses.push((await send(limited, PLACE)).status)
        assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429])
      } finally {
        await limited.close()
      }
    })
  })
})

describe('stored reports', () => {
  it('are deleted when they are old, and the oldest beyond a number', async (t) => {
    const app = await createTestApp({ env: ENV })
    t.after(() => app.close())
    const store = createReportStore(app.services.storage.database.kysely)
    for (let i = 0; i < 6; i++) {
      await send(app, { lat: i, lon: 0 })
      app.clock.advance({ hours: 1 })
    }
    const kept = async () => (await stored(app)).map((row) => row.lat)
    await store.deleteBeyond(app.clock.now() - 5.5 * 3_600_000, 100)
    assert.deepEqual(await kept(), [1, 2, 3, 4, 5])
    await store.deleteBeyond(0, 2)
    assert.deepEqual(await kept(), [4, 5])
  })
})

describe('JSON for the database', () => {
  it('is unchanged except for what jsonb refuses', () => {
    const texts = ['plain', '\u0000', 'a\ud800b', '\udc00', '\\u0000', '\\\\ud800', '"\n\t\u0001', '☔🌧', '\\']
    for (const text of texts) {
      // oxlint-disable-next-line no-control-regex -- it is the point
      assert.equal(JSON.parse(writeStorableJson({ text })).text, text.toWellFormed().replaceAll(/\u0000/g, '\ufffd'))
    }
  })
})
