import type { Logger } from '../log.ts'
import type { HttpServer } from './http-server.ts'

/**
 * Logs each response at `debug`: id, method, route pattern, status, time. Never logs the path or the query, which hold coordinates and
 * tokens, nor the client's address. At other levels it adds no hook, so that requests pay nothing; metrics count them anyway.
 */
export function addRequestLog(app: HttpServer, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request
    const durationMs = Math.round(reply.elapsedTime * 10) / 10
    log.debug({ requestId: id, method, route: routeOptions.url ?? null, status: reply.statusCode, durationMs }, 'answered')
    done()
  })
}
