import { Socket } from 'node:net'
import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Logger } from '../../log.ts'
import type { Metrics } from '../../metrics.ts'
import type { RequestSpan, Tracing } from '../../tracing/tracing.ts'
import type { TrustProxy } from './client-ip.ts'
import type { HttpServer } from './http-server.ts'

/**
 * Logs each response at `debug`: id, method, route pattern, status, time. Never logs the path or the query, which hold coordinates and
 * tokens, nor the client's address. Metrics count requests at every level.
 */
export function addRequestLog(app: HttpServer, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The level may change at any time.
    if (!log.isLevelEnabled('debug')) return done()
    const { method, id, routeOptions } = request
    const durationMs = Math.round(reply.elapsedTime * 10) / 10
    log.debug({ requestId: id, method, route: routeOptions.url ?? null, status: reply.statusCode, durationMs }, 'answered')
    done()
  })
}

const UNMATCHED = 'unmatched'

/**
 * Counts the responses of every route that is added afterwards. Each route gets a hook with its own record: a lookup per request would cost
 * more than the counting.
 */
export function addRequestMetrics(app: HttpServer, metrics: Metrics): void {
  app.addHook('onRoute', (route) => {
    const record = metrics.route(route.url)
    const hook: onResponseHookHandler = (request, reply, done) => {
      record.record(request.method, reply.statusCode, reply.elapsedTime / 1000)
      done()
    }
    route.onResponse = [hook, ...[route.onResponse ?? []].flat()]
  })
  const unmatched = metrics.route(UNMATCHED)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unmatched.record(request.method, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}

const FAULT = 500

/**
 * Traces every request to a route that is added afterwards, by method and pattern. A `traceparent` is accepted from trusted proxies only;
 * otherwise anybody could have all of their requests traced. Repeated requests answered ahead of the router are not traced.
 */
export function addRequestTracing(app: HttpServer, tracing: Tracing, trust: TrustProxy | null): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket, headers } = request.raw
    const caller = headers['traceparent']
    const peer = socket.remoteAddress
    const isTrusted = peer !== undefined && trust?.(peer, 0) === true
    const route = request.routeOptions.url ?? 'unmatched'
    const span = tracing.receive(
      `${request.method} ${route}`,
      { 'http.request.method': request.method, 'http.route': route, 'isobar.request_id': request.id },
      // Pages call the API in-process, without a socket.
      { caller: isTrusted && typeof caller === 'string' ? caller : undefined, isOwn: !(socket instanceof Socket) },
    )
    spans.set(request, span)
    span.run(done)
  })
  // A body arrives in events of the socket, outside the request's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, statusCode >= FAULT)
    done()
  })
}

/** Exports the number of open connections and of those closed because there were too many. */
export function addConnectionMetrics(registry: Registry, app: HttpServer): void {
  const open: Gauge = new Gauge({
    name: 'http_connections_open',
    help: 'Open connections',
    registers: [],
    collect() {
      open.set(app.connectionCounts().open)
    },
  })
  const closed: Counter = new Counter({
    name: 'http_connections_closed_total',
    help: 'Connections closed at the connection limit: evicted (idle ones), refused (new ones)',
    labelNames: ['why'],
    registers: [],
    collect() {
      const { evicted, refused } = app.connectionCounts()
      closed.reset()
      closed.inc({ why: 'evicted' }, evicted)
      closed.inc({ why: 'refused' }, refused)
    },
  })
  registry.registerMetric(open)
  registry.registerMetric(closed)
}
