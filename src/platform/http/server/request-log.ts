import type { Logger } from '../../log.ts'
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
