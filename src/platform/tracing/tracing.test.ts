import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { createTestApp, type TestApp, type TestAppOptions } from '../../../test/helpers/app.ts'
import { until } from '../../../test/helpers/until.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[]
  readonly status: { readonly code?: number }
}

interface Posted {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }

/** A collector that keeps what is posted to it. */
describe('traces', () => {
  let collector: Server
  let app: TestApp
  const spans: Span[] = []
  const keys: (string | undefined)[] = []
  let isAway = false

  before(async () => {
    collector = createServer((request, response) => {
      void json(request).then((body) => {
        assert.equal(request.url, '/base/v1/traces')
        keys.push(request.headers['x-key'] as string | undefined)
        if (!isAway) spans.push(...(body as Posted).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
        response.writeHead(isAway ? 400 : 200, { 'content-type': 'application/json' }).end('{}')
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => collector.once('listening', resolve))
    app = await createTestApp({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/base/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret of the collector',
        TRUST_PROXY: '1',
      },
    })
  })
  after(async () => {
    await app.close()
    collector.close()
  })

  const attribute = ({ attributes }: Span, key: string) => attributes.find((each) => each.key === key)?.value
  const rootOf = (id: string | null) =>
    spans.find((span) => attribute(span, 'isobar.request_id')?.stringValue === id && span.name.startsWith('GET /api/'))
  /** All spans of the request's trace, once its root span has arrived, which ends last. */
  async function traceOf(id: string | null): Promise<readonly Span[]> {
    await until('the trace has arrived', () => rootOf(id) !== undefined)
    return spans.filter(({ traceId }) => traceId === rootOf(id)?.traceId)
  }
  const below = (trace: readonly Span[], parent: Span | undefined) => trace.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

  it('show a request, the gateway, the provider, the call, and its ledger statement', async () => {
    const { headers, status } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
    assert.equal(status, 200)
    const trace = await traceOf(headers.get('x-request-id'))
    const request = rootOf(headers.get('x-request-id'))
    assert.equal(request?.name, 'GET /api/weather')
    assert.equal(attribute(request, 'http.response.status_code')?.intValue, 200)
    const [gateway] = below(trace, request)
    assert.equal(gateway?.name, 'gateway weather')
    assert.equal(attribute(gateway, 'isobar.layer')?.stringValue, 'upstream')
    const provider = below(trace, gateway).find(({ name }) => name === 'provider')
    const [call] = below(trace, provider)
    assert.equal(call?.name, 'call openweather/onecall')
    const steps = below(trace, call).map(({ name }) => name)
    assert.ok(steps.includes('GET 127.0.0.1'), steps.join())
    assert.ok(
      below(trace, call).some((span) => attribute(span, 'db.query.text')?.stringValue?.includes('upstream_call')),
      steps.join(),
    )
    assert.deepEqual(new Set(keys), new Set(['secret of the collector']))
  })

  it('contain neither places nor keys nor addresses', async () => {
    const { headers } = await app.get('/api/weather?lat=47.123456&lon=8.654321&scope=hourly')
    await traceOf(headers.get('x-request-id'))
    const exported = JSON.stringify(spans)
    assert.ok(exported.length > 1_000)
    for (const secret of ['47.12', '8.65', 'appid', 'test-weather-key', 'secret of the collector'])
      assert.ok(!exported.includes(secret), secret)
  })

  it('continue the trace of a trusted proxy, and of nobody else', async () => {
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`
    const { headers } = await app.get('/api/platform/limits', { traceparent })
    await traceOf(headers.get('x-request-id'))
    const request = rootOf(headers.get('x-request-id'))
    assert.deepEqual(
      { traceId: request?.traceId, parentSpanId: request?.parentSpanId },
      { traceId: CALLER.trace, parentSpanId: CALLER.span },
    )

    const untrusting = await createTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() } })
    const answer = await untrusting.get('/api/platform/limits', { traceparent })
    await untrusting.close()
    await traceOf(answer.headers.get('x-request-id'))
    const own = rootOf(answer.headers.get('x-request-id'))
    assert.equal(own?.name, 'GET /api/platform/limits')
    assert.notEqual(own?.traceId, CALLER.trace)
    assert.equal(own?.parentSpanId ?? '', '')
  })

  it('link what a request body causes to its request', async () => {
    const cities = [{ lat: 10, lon: 20 }]
    const response = await fetch(`${app.url}/api/weather/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cities, scopes: ['current'] }),
    })
    assert.equal(response.status, 200)
    await until('the trace has arrived', () => spans.some(({ name }) => name === 'POST /api/weather/batch'))
    const request = spans.find(({ name }) => name === 'POST /api/weather/batch')
    assert.deepEqual(
      below(spans, request).map(({ name }) => name),
      ['gateway weather'],
    )
  })

  it('show the API requests of a page that a thread renders', async () => {
    const { port1, port2 } = new MessageChannel()
    const asked: (() => Promise<void>)[] = []
    port2.on('message', () => void asked.shift()?.())
    const respond: NonNullable<TestAppOptions['site']>['respond'] = (_request, _facts, { ask }) => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      asked.push(async () => {
        await ask({ method: 'GET', path: '/api/platform/limits' })
        resolve(new Response('<p>made</p>', { headers: { 'content-type': 'text/html' } }))
      })
      port1.postMessage('a message of the thread')
      return promise
    }
    const site = await createTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() }, site: { filesDir: import.meta.dirname, respond } })
    assert.match((await site.get('/', { accept: 'text/html' })).text, /made/)
    await site.close()
    port2.close()
    const page = spans.find(({ name }) => name === 'GET /')
    assert.ok(page !== undefined)
    assert.ok(below(spans, page).some(({ name }) => name === 'GET /api/platform/limits'))
  })

  it('mark what failed', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const { headers, status } = await app.get('/api/weather?lat=1&lon=2&scope=current')
    app.simulator.setFaults([])
    assert.equal(status, 502)
    const trace = await traceOf(headers.get('x-request-id'))
    const gateway = trace.find(({ name }) => name === 'gateway weather')
    assert.deepEqual([gateway?.status.code, gateway === undefined ? null : attribute(gateway, 'error.type')?.stringValue], [2, 'AppError'])
    const call = trace.find(({ name }) => name === 'GET 127.0.0.1')
    assert.equal(Number(call === undefined ? Number.NaN : attribute(call, 'http.response.status_code')?.intValue), 500)
  })

  it('can be lost: while the collector is away the service answers, and the log reports it', async () => {
    isAway = true
    const { status } = await app.get('/api/platform/limits')
    assert.equal(status, 200)
    await until('the log reports it', () => app.logLines.some((line) => line.includes('sending traces')))
    isAway = false
  })

  function endpoint(): string {
    return `http://127.0.0.1:${(collector.address() as AddressInfo).port}/base`
  }
})
