import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HttpServer } from './http-server.ts'

const SAMPLE_MS = 1000
const RESOLUTION_MS = 10
/** Startup compiles all schemas at once; the load that the first samples show is not overload, however long startup took. */
const GRACE_MS = 5000

/**
 * Returns a function that says whether the process is overloaded: the mean delay of its event loop over a second is above `maxDelayMs`; 0: never.
 * `now` and `at` (the current time, if it is already known) share one origin, in milliseconds. @fastify/under-pressure would rebuild the route's options
 * for each request, which costs more than all other entry checks, and measures on after its server is closed.
 */
export function watchOverload(app: HttpServer, maxDelayMs: number, now = () => performance.now()): (at?: number) => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let delayMs = 0
  const sampling = setInterval(() => {
    // Not measured once in a whole second: the loop stood still.
    delayMs = delays.count === 0 ? Infinity : Math.max(0, delays.mean / 1e6 - RESOLUTION_MS)
    delays.reset()
  }, SAMPLE_MS).unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(sampling)
    delays.disable()
    done()
  })
  let since = Infinity
  app.addHook('onReady', (done) => {
    since = now() + GRACE_MS
    done()
  })
  // When the load was last judged: at most four times per sample, however many requests come.
  let judgedAt = -Infinity
  let isOverloaded = false
  return (at = now()) => {
    if (at < since) return false
    if (at - judgedAt < SAMPLE_MS / 4) return isOverloaded
    judgedAt = at
    isOverloaded = maxDelayMs > 0 && delayMs > maxDelayMs
    return isOverloaded
  }
}
