import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from '../../tracing/tracing.ts'
import type { TrustProxy } from './client-ip.ts'
import type { HttpServer } from './http-server.ts'

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
