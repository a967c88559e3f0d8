import type { onResponseHookHandler } from 'fastify'
import type { Metrics } from '../../metrics.ts'
import type { HttpServer } from './http-server.ts'

const UNMATCHED = 'unmatched'

/**
 * Counts the responses of every route that is added afterwards. Each route gets a hook with its own record: a lookup per request would cost
 * more than the counting.
 */
export function addRequestMetrics(app: HttpServer, metrics: Metrics): void {
  const ours = new WeakSet<onResponseHookHandler>()
  app.addHook('onRoute', (route) => {
    const record = metrics.route(route.url)
    const hook: onResponseHookHandler = (request, reply, done) => {
      record.record(request.method, reply.statusCode, reply.elapsedTime / 1000)
      done()
    }
    ours.add(hook)
    // The framework derives the HEAD route from the GET route's options, this hook included.
    const others = [route.onResponse ?? []].flat().filter((other) => !ours.has(other))
    route.onResponse = [hook, ...others]
  })
  const unmatched = metrics.route(UNMATCHED)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unmatched.record(request.method, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
