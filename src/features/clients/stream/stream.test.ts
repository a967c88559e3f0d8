import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey } from '../../../../test/helpers/client-keys.ts'
import { until } from '../../../../test/helpers/until.ts'
import { createWriter } from './routes.ts'
import { openEventStream } from './testing/event-stream.ts'

const run = promisify(execFile)
const MADISON = 'lat=43.07&lon=-89.4'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: { MAX_STREAMS: '12', MAX_STREAMS_PER_CLIENT: '8' } })
})
after(() => app.close())

const stream = (query: string, headers: Record<string, string> = {}, on = app) => openEventStream(`${on.url}/api/stream?${query}`, headers)
const check = () => app.services.stream.check()
const open = async (on = app) => Number(/^isobar_streams_open (\d+)$/m.exec((await on.get('/api/metrics')).text)?.[1])
const nobodyWatches = () => until('no stream is open', async () => (await open()) === 0)

describe('GET /api/stream', () => {
  it('200: the current weather as GET /api/weather answers it, and the warnings, at once', async () => {
    const opened = await stream('lat=52.52&lon=13.41&units=si&lang=de', { 'accept-encoding': 'gzip, br' })
    const { headers } = opened.response
    assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-store, no-transform')
    assert.deepEqual(
      ['content-encoding', 'x-accel-buffering', 'access-control-allow-origin'].map((name) => headers.get(name)),
      [null, 'no', '*'],
    )
    const [weather, warnings] = await opened.have(2)
    const { body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=current&units=si&lang=de&trigger=stream')
    assert.deepEqual({ ...weather?.data, cacheHit: true, tokensUsed: 0 }, body)
    assert.deepEqual(
      { type: weather?.type, lang: weather?.data.lang, tokensUsed: weather?.data.tokensUsed },
      { type: 'weather', lang: 'de', tokensUsed: 1 },
    )
    assert.deepEqual({ type: warnings?.type, data: warnings?.data }, { type: 'warnings', data: { warnings: [] } })
    assert.equal(opened.retryMs(), 5_000)
    await opened.close()
    await nobodyWatches()
  })

  it('sends what has changed, once, and nothing while nothing has', async () => {
    const opened = await stream(MADISON)
    await opened.have(2)
    await check()
    await check()
    assert.equal(opened.events.length, 2)
    app.simulator.setConditions([{ lat: 43.07, lon: -89.4, alert: { event: 'Tornado Warning', end: inHours(6) } }])
    app.clock.advance({ minutes: 31 })
    await until('the warning has been sent', async () => {
      await check()
      return opened.events.some(({ type, data }) => type === 'warnings' && data.warnings?.length > 0)
    })
    const { data } = opened.events.findLast(({ type }) => type === 'warnings') ?? {}
    const [warning] = data.warnings
    assert.deepEqual({ event: warning.event, kind: warning.kind }, { event: 'Tornado Warning', kind: 'tornado' })
    // Its level is the provider's or, once it has answered, the National Weather Service's.
    assert.match(`${warning.severity} ${warning.color}`, /^(?:severe orange|extreme red)$/)
    assert.equal((await app.get(warning.url)).body.id, warning.id)
    const readings = opened.events.filter(({ type }) => type === 'weather')
    assert.equal(new Set(readings.map(({ id }) => id)).size, readings.length)
    assert.ok(readings.length >= 2)
    await opened.close()
  })

  it('sends after Last-Event-ID only what differs, on any node', async () => {
    // The test before does not wait for the National Weather Service, whose answer changes what is sent.
    await app.services.gateway.drain()
    const first = await stream(MADISON)
    const [, { id } = { id: null }] = await first.have(2)
    await first.close()
    const node = await createTestApp({ sharing: app })
    const again = await stream(MADISON, { 'last-event-id': String(id) }, node)
    const half = await stream(MADISON, { 'last-event-id': `other.${String(id).split('.')[1]}` }, node)
    await half.have(1)
    assert.deepEqual(
      half.events.map(({ type, id: each }) => [type, each]),
      [['weather', id]],
    )
    assert.equal(again.retryMs(), 5_000)
    assert.deepEqual(again.events, [])
    await node.stop()
    // A service that stops ends its streams, and does not wait for their clients.
    await until('both have ended', () => again.isOver() && half.isOver())
  })

  it('sends a comment every quarter of a minute', async () => {
    const opened = await stream(MADISON)
    await opened.have(2)
    app.clock.advance({ seconds: 16 })
    await check()
    await check()
    const [, , beat] = await opened.have(3)
    assert.deepEqual({ type: beat?.type, events: opened.events.length }, { type: 'comment', events: 3 })
    await opened.close()
  })

  it('costs what one client of /api/weather would, however many watch the place', async () => {
    await nobodyWatches()
    const calls = () => app.simulator.calls().byProvider['openweather'] ?? 0
    const before = calls()
    const opened = await Promise.all(Array.from({ length: 6 }, () => stream('lat=10.5&lon=20.5')))
    await Promise.all(opened.map((each) => each.have(2)))
    assert.equal(calls() - before, 1)
    assert.match((await app.get('/api/metrics')).text, /^isobar_streams_places 1$/m)
    for (let minute = 0; minute < 20; minute++) {
      app.clock.advance({ minutes: 1 })
      await check()
      await app.services.gateway.drain()
    }
    // Data is fresh for ten minutes.
    assert.equal(calls() - before, 3)
    await Promise.all(opened.map((each) => each.close()))
    await nobodyWatches()
    app.clock.advance({ minutes: 60 })
    await check()
    assert.equal(calls() - before, 3, 'a place that nobody watches is not read')
  })

  it('goes on through a failure of the providers, and sends the next reading', async () => {
    const opened = await stream(MADISON)
    await opened.have(2)
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    app.clock.advance({ hours: 30 })
    await check()
    await app.services.gateway.drain()
    app.simulator.setFaults([])
    const before = opened.events.length
    await until('a new reading has been sent', async () => {
      app.clock.advance({ minutes: 6 })
      await check()
      return opened.events.slice(before).some(({ type }) => type === 'weather')
    })
    assert.equal(opened.isOver(), false)
    await opened.close()
  })

  it('400 names what is wrong', async () => {
    for (const [query, path] of [
      ['lat=91&lon=0', 'lat'],
      ['lat=1', 'lon'],
      ['lat=1&lon=2&units=x', 'units'],
      ['lat=1&lon=2&lang=!', 'lang'],
    ] as const) {
      const { status, body } = await app.get(`/api/stream?${query}`)
      assert.deepEqual({ status, path: body.details?.[0]?.path }, { status: 400, path }, query)
    }
    assert.equal((await app.get(`/api/stream?${MADISON}`, { 'last-event-id': '1'.repeat(101) })).status, 400)
  })

  it('405 for other methods', async () => {
    for (const method of ['HEAD', 'POST']) assert.equal((await fetch(`${app.url}/api/stream?${MADISON}`, { method })).status, 405)
  })

  it('429 beyond the streams of an address, and 503 beyond those of the service, with Retry-After', async () => {
    await nobodyWatches()
    const opened = await Promise.all(Array.from({ length: 8 }, () => stream(MADISON)))
    const { status, body, headers } = await app.get(`/api/stream?${MADISON}`)
    assert.deepEqual(
      { status, error: body.error, retryAfter: headers.get('retry-after') },
      { status: 429, error: 'rate_limited', retryAfter: '60' },
    )
    const small = await createTestApp({ sharing: app, env: { MAX_STREAMS: '1' } })
    const only = await stream(MADISON, {}, small)
    const refused = await small.get(`/api/stream?${MADISON}`)
    assert.deepEqual(
      { status: refused.status, error: refused.body.error, retryAfter: refused.headers.get('retry-after') },
      { status: 503, error: 'service_unavailable', retryAfter: '60' },
    )
    await only.close()
    await small.stop()
    const { secret } = await issueKey(app)
    // A key is a client of its own.
    await (await stream(MADISON, { 'x-api-key': secret })).close()
    for (const each of opened) await each.close()
    await nobodyWatches()
    await (await stream(MADISON)).close()
  })

  it('429 beyond eight times the streams of a client from one IPv6 /48', async () => {
    await nobodyWatches()
    const behindProxy = await createTestApp({ sharing: app, env: { TRUST_PROXY: '1', MAX_STREAMS: '20', MAX_STREAMS_PER_CLIENT: '1' } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const addresses = Array.from({ length: 8 }, (_, i) => `2001:db8:1:${i}::1`)
    const opened = await Promise.all(addresses.map((address) => stream(MADISON, from(address), behindProxy)))
    const again = await behindProxy.get(`/api/stream?${MADISON}`, from('2001:db8:1:8::1'))
    assert.deepEqual({ status: again.status, error: again.body.error }, { status: 429, error: 'rate_limited' })
    opened.push(await stream(MADISON, from('2001:db8:2::1'), behindProxy))
    for (const each of opened) await each.close()
    await behindProxy.stop()
  })

  it('403 for a client key that does not include weather', async () => {
    const { secret } = await issueKey(app, { scopes: ['tiles'] })
    assert.equal((await app.get(`/api/stream?${MADISON}&apikey=${secret}`)).status, 403)
  })

  it('the error of /api/weather if the place cannot be read, and no stream stays open', async () => {
    await nobodyWatches()
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const { status, body } = await app.get('/api/stream?lat=-33.3&lon=-44.4')
    app.simulator.setFaults([])
    assert.deepEqual({ status, error: body.error }, { status: 502, error: 'upstream_error' })
    assert.equal(await open(), 0)
  })

  it('is read by curl', async () => {
    const { stdout } = await run('curl', ['-sN', '--compressed', '--max-time', '2', `${app.url}/api/stream?${MADISON}`]).catch(
      (error: { stdout: string }) => error,
    )
    assert.match(
      stdout,
      /^retry: 5000\n\nevent: weather\nid: [\w-]{16}\.\ndata: \{"scope":"current".*\}\n\nevent: warnings\nid: [\w-]{16}\.[\w-]{16}\n/,
    )
  })

  it('disconnects a client that does not read', async () => {
    const unread = new Readable({ read: () => undefined })
    const writer = createWriter(unread, undefined)
    let beats = 0
    while (!unread.destroyed && beats < 100_000) {
      writer.beat()
      beats += 1
    }
    assert.ok(beats > 20_000 && beats < 25_000, `${beats} comments of three bytes`)
    writer.beat()
  })
})

const inHours = (hours: number): string => new Date(app.clock.now() + hours * 3_600_000).toISOString()
