import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

const MADISON = { lat: 43.07, lon: -89.4 }
const HAMBURG = { lat: 53.55, lon: 9.99 }

interface Warning {
  readonly event: string
  readonly sender?: string
  readonly description?: string
  readonly start?: string
  readonly end?: string
}

/** Alerts by id, read from what was fetched with the weather. */
describe('GET /api/alerts/{alertId}', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** Issues warnings at a place, and none elsewhere. */
  const warn = (place: { lat: number; lon: number }, ...warnings: Warning[]) =>
    app.simulator.setConditions(warnings.map((alert) => ({ ...place, alert })))

  const current = async ({ lat, lon }: { lat: number; lon: number }, on = app) => {
    const first = await on.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)
    assert.equal(first.status, 200)
    await on.services.gateway.drain()
    return (await on.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current`)).body
  }
  const alertsAt = async (place: { lat: number; lon: number }, event: string) => {
    const { alertIds } = await current(place)
    const alerts = await Promise.all(alertIds.map(async (id: string) => (await app.get(`/api/alerts/${id}`)).body))
    return alerts.filter((alert) => alert.event === event)
  }
  const hoursFromNow = (hours: number) => new Date(app.clock.now() + hours * 3_600_000).toISOString()

  describe('200', () => {
    it('finds an alert that an answer has just named, before the database has it', async () => {
      const bremen = { lat: 53.08, lon: 8.8 }
      warn(bremen, { event: 'Sturmflut', end: hoursFromNow(6) })
      const client = await app.database.pool.connect()
      try {
        await client.query('begin')
        await client.query('lock table cache_entry in exclusive mode')
        const { body } = await app.get(`/api/weather?lat=${bremen.lat}&lon=${bremen.lon}&scope=current`)
        const events = await Promise.all(body.alertIds.map(async (id: string) => (await app.get(`/api/alerts/${id}`)).body.event))
        assert.ok(events.includes('Sturmflut'), events.join())
      } finally {
        await client.query('rollback')
        client.release()
      }
    })

    it('returns the national feed’s alert for the primary provider’s one about the same event, and names the latter', async () => {
      warn(MADISON, { event: 'Tornado Warning', end: hoursFromNow(6) })
      const alerts = await alertsAt(MADISON, 'Tornado Warning')
      assert.deepEqual(
        alerts.map(({ source }) => source),
        ['nws'],
      )
      const [nws] = alerts
      assert.deepEqual(Object.keys(nws), [
        'id',
        'senderName',
        'event',
        'language',
        'kind',
        'start',
        'end',
        'description',
        'severity',
        'severitySource',
        'color',
        'colorSource',
        'urgency',
        'certainty',
        'state',
        'instruction',
        'tags',
        'areas',
        'level',
        'texts',
        'source',
        'sameAs',
        'attribution',
      ])
      assert.deepEqual(
        { severity: nws.severity, state: nws.state, end: nws.end },
        { severity: 'severe', state: 'active', end: `${hoursFromNow(6).slice(0, 19)}Z` },
      )
      assert.ok(nws.areas.length > 0)
      assert.match(nws.attribution.text, /^Simulated .*US National Weather Service$/)
      assert.equal(nws.sameAs.length, 1)
      const relayed = (await app.get(`/api/alerts/${nws.sameAs[0]}`)).body
      assert.deepEqual({ source: relayed.source, sameAs: relayed.sameAs }, { source: 'openweather', sameAs: [nws.id] })
      assert.deepEqual(
        { language: nws.language, nwsKind: nws.kind, relayedKind: relayed.kind },
        { language: 'en', nwsKind: 'tornado', relayedKind: 'tornado' },
      )
      assert.deepEqual(
        { severity: relayed.severity, severitySource: relayed.severitySource },
        { severity: 'extreme', severitySource: 'derived' },
      )
      assert.deepEqual(
        { nwsColor: nws.color, nwsColorSource: nws.colorSource, relayedColor: relayed.color, relayedColorSource: relayed.colorSource },
        { nwsColor: 'orange', nwsColorSource: 'severity', relayedColor: 'red', relayedColorSource: 'derived' },
      )
    })

    it('calls no provider', async () => {
      const { alertIds } = await current(MADISON)
      const before = app.simulator.calls().total
      for (const id of alertIds) assert.equal((await app.get(`/api/alerts/${id}`)).status, 200)
      assert.equal(app.simulator.calls().total, before)
    })

    it('outlives the process, and is available on other nodes', async () => {
      const { alertIds } = await current(MADISON)
      const node = await createTestApp({ sharing: app })
      const [here, there] = await Promise.all([app, node].map((each) => each.get(`/api/alerts/${alertIds[0]}`)))
      await node.stop()
      assert.equal(there?.status, 200)
      assert.deepEqual(there?.body, here?.body)
    })

    it('derives the state from the clock, and keeps an expired alert for a week', async () => {
      app.clock.advance({ hours: 48 })
      warn(HAMBURG, { event: 'Flood', start: hoursFromNow(2), end: hoursFromNow(8) })
      const [{ id }] = await alertsAt(HAMBURG, 'Flood')
      const ask = async () => (await app.get(`/api/alerts/${id}`)).body.state
      assert.equal(await ask(), 'upcoming')
      app.clock.advance({ hours: 2 })
      assert.equal(await ask(), 'active')
      app.clock.advance({ hours: 6 })
      assert.equal(await ask(), 'expired')
      app.clock.advance({ hours: 7 * 24 - 1 })
      assert.equal(await ask(), 'expired')
      app.clock.advance({ hours: 1 })
      assert.equal((await app.get(`/api/alerts/${id}`)).status, 404)
    })

    it('keeps the id across a refresh that extends the alert', async () => {
      app.clock.advance({ hours: 3 })
      warn(HAMBURG, { event: 'Gale', start: hoursFromNow(0), end: hoursFromNow(3) })
      const start = app.clock.now()
      const [first] = await alertsAt(HAMBURG, 'Gale')
      app.clock.advance({ minutes: 30 })
      await current(HAMBURG)
      warn(HAMBURG, { event: 'Gale', start: new Date(start).toISOString(), end: hoursFromNow(9) })
      app.clock.advance({ minutes: 30 })
      const [second] = await alertsAt(HAMBURG, 'Gale')
      assert.equal(second.id, first.id)
      assert.ok(second.end > first.end)
    })

    it('returns for each place what was issued there, even about one event', async () => {
      const [start, end, sender, event] = [hoursFromNow(-1), hoursFromNow(6), 'DWD', 'Frost']
      const munich = { lat: 48.14, lon: 11.58 }
      app.simulator.setConditions(
        [HAMBURG, munich].map((place) => ({ ...place, alert: { start, end, sender, event, description: `At ${place.lat}` } })),
      )
      app.clock.advance({ hours: 3 })
      for (const place of [HAMBURG, munich, HAMBURG])
        assert.deepEqual(
          (await alertsAt(place, event)).map(({ description }) => description),
          [`At ${place.lat}`],
        )
    })

    it('keeps the id when a twin appears, and calls off an alert after three readings without it', async () => {
      app.clock.advance({ hours: 3 })
      const twin = { event: 'Snow', sender: 'DWD', start: hoursFromNow(0), end: hoursFromNow(9) }
      warn(HAMBURG, { ...twin, description: 'south' })
      const [south] = await alertsAt(HAMBURG, 'Snow')
      app.clock.advance({ minutes: 31 })
      warn(HAMBURG, { ...twin, description: 'north' }, { ...twin, description: 'south' })
      const both = await alertsAt(HAMBURG, 'Snow')
      assert.equal(both.length, 2)
      assert.equal(both.find(({ description }) => description === 'south').id, south.id)
      warn(HAMBURG, { ...twin, description: 'north' })
      const listed = async () => (await alertsAt(HAMBURG, 'Snow')).map(({ description, state }) => `${description} ${state}`).toSorted()
      for (const expected of [['north active', 'south active'], ['north active', 'south active'], ['north active']]) {
        app.clock.advance({ minutes: 31 })
        await current(HAMBURG)
        assert.deepEqual(await listed(), expected)
      }
      const { body } = await app.get(`/api/alerts/${south.id}`)
      assert.deepEqual(
        { state: body.state, description: body.description, end: body.end },
        { state: 'cancelled', description: 'south', end: south.end },
      )
      // Once it is listed again, it is active again.
      app.clock.advance({ minutes: 31 })
      warn(HAMBURG, { ...twin, description: 'south' }, { ...twin, description: 'north' })
      await current(HAMBURG)
      assert.equal((await app.get(`/api/alerts/${south.id}`)).body.state, 'active')
    })

    it('calls off nothing when a source fails', async () => {
      app.clock.advance({ hours: 3 })
      warn(MADISON, { event: 'Ice Storm Warning', end: hoursFromNow(9) })
      const alerts = await alertsAt(MADISON, 'Ice Storm Warning')
      assert.equal(alerts[0].sameAs.length, 1)
      app.simulator.setFaults(['nws', 'openweather'].map((provider) => ({ kind: 'status', status: 500, match: { provider } })))
      app.clock.advance({ hours: 3 })
      await current(MADISON)
      app.simulator.setFaults([])
      for (const { id } of alerts) assert.equal((await app.get(`/api/alerts/${id}`)).body.state, 'active')
    })

    it('may be cached until its state changes next, and for long once it is over', async () => {
      app.clock.advance({ hours: 3 })
      warn(HAMBURG, { event: 'Hail', start: hoursFromNow(0), end: hoursFromNow(3) })
      const [{ id }] = await alertsAt(HAMBURG, 'Hail')
      const ask = async () => (await app.get(`/api/alerts/${id}`)).headers
      const early = await ask()
      assert.equal(early.get('cache-control'), 'public, max-age=300, stale-while-revalidate=3300, stale-if-error=3300')
      assert.deepEqual(
        { xCache: early.get('x-cache'), cacheStatus: early.get('cache-status') },
        { xCache: 'database', cacheStatus: 'Isobar; hit; ttl=300; detail=database' },
      )
      app.clock.advance({ hours: 2, minutes: 57 })
      assert.equal((await ask()).get('cache-control'), 'public, max-age=180, stale-while-revalidate=0, stale-if-error=0')
      app.clock.advance({ minutes: 3 })
      assert.match((await ask()).get('cache-control') ?? '', /^public, max-age=3600,/)
    })
  })

  describe('304', () => {
    it('if the client’s copy is current, until the state changes', async () => {
      app.clock.advance({ hours: 3 })
      warn(HAMBURG, { event: 'Ice', start: hoursFromNow(1), end: hoursFromNow(3) })
      const [{ id }] = await alertsAt(HAMBURG, 'Ice')
      const etag = (await app.get(`/api/alerts/${id}`)).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      const again = await app.get(`/api/alerts/${id}`, { 'if-none-match': etag })
      assert.deepEqual({ status: again.status, text: again.text }, { status: 304, text: '' })
      app.clock.advance({ hours: 1 })
      assert.equal((await app.get(`/api/alerts/${id}`, { 'if-none-match': etag })).status, 200)
    })
  })

  describe('400', () => {
    for (const id of ['a%20b', 'nws-%C3%A9', 'a:b', 'x'.repeat(129)])
      it(`names alertId: ${id.slice(0, 20)}`, async () => {
        const { status, body } = await app.get(`/api/alerts/${id}`)
        assert.deepEqual(
          { status, error: body.error, path: body.details?.[0].path },
          { status: 400, error: 'invalid_request', path: 'alertId' },
        )
      })
  })

  describe('404', () => {
    for (const id of ['nws-unknown', 'x'.repeat(128), 'a', '..alert'])
      it(`for the unknown id ${id.slice(0, 20)}`, async () => {
        const { status, body, headers } = await app.get(`/api/alerts/${id}`)
        assert.deepEqual({ status, error: body.error }, { status: 404, error: 'not_found' })
        assert.equal(headers.get('cache-control'), 'no-store')
      })
  })

  describe('429', () => {
    it('has its own limit', async () => {
      const node = await createTestApp({ env: { RATE_LIMITS: 'alerts=2' } })
      const statuses: number[] = []
      for (let i = 0; i < 3; i++) statuses.push((await node.get('/api/alerts/a')).status)
      await node.close()
      assert.deepEqual(statuses, [404, 404, 429])
    })
  })

  describe('503', () => {
    it('if the alerts cannot be read because the store is unavailable', async () => {
      await app.database.pool.query('alter table cache_entry rename to cache_entry_away')
      try {
        const { status, body } = await app.get('/api/alerts/a')
        assert.deepEqual(
          { status, error: body.error, retryAfterSeconds: body.retryAfterSeconds },
          { status: 503, error: 'service_unavailable', retryAfterSeconds: 5 },
        )
      } finally {
        await app.database.pool.query('alter table cache_entry_away rename to cache_entry')
      }
    })
  })
})
