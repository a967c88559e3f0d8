import type { onRequestHookHandler } from 'fastify'
import type { CachedRoute } from '../../../platform/http/bytes/cached-answers.ts'
import { sendCached } from '../../../platform/http/bytes/send-cached.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'

/**
 * Answers repeated requests of a route ahead of the router. The hooks that it returns are the route's: they count the other requests, and answer
 * those repeated ones that had to go through the router, such as HEAD and those of pages, before they are validated.
 */
export function answerRepeated(app: HttpServer, route: CachedRoute): onRequestHookHandler[] {
  const { limiter, limit, clock, find } = route
  app.answerFromCache(route)
  return [
    createRateLimitHook(limiter, limit),
    (request, reply, done) => {
      const current = find(request.raw.url ?? '', clock.now())
      if (current === undefined) return done()
      sendCached(request, reply, current)
    },
  ]
}
