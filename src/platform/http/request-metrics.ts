import type { onResponseHookHandler } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { HttpServer } from './http-server.ts'

const UNMATCHED = 'unmatched'

/**
 * Counts the answers of every route that is added afterwards. Each route gets a hook that already knows its record: looking the
 * route up for each request would cost more than counting it.
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
