import underPressure from '@fastify/under-pressure'
import type { HttpServer } from './http-server.ts'

export interface OverloadLimits {
  /** Mean event loop delay over a second, or wait before the router, above which requests are refused. 0: never. */
  readonly maxEventLoopDelayMs: number
  /** Heap usage above which requests are refused. 0: never. */
  readonly maxHeapUsedBytes: number
}

const SAMPLE_MS = 1000
/** Startup compiles all schemas at once; the load that the first samples show is not overload, however long startup took. */
const GRACE_MS = 5000

/**
 * Returns a function that says whether the process is overloaded, by samples taken once a second. The plugin only takes the samples: its
 * own hook rebuilds the route's options for each request, which costs more than all other entry checks. `now` and `at` (the
 * current time, if it is already known) share one origin, in milliseconds.
 */
export async function watchOverload(
  app: HttpServer,
  limits: OverloadLimits,
  now = () => performance.now(),
): Promise<(at?: number) => boolean> {
  const { maxEventLoopDelayMs, maxHeapUsedBytes } = limits
  await app.register(underPressure, { sampleInterval: SAMPLE_MS })
  let since = Infinity
  app.addHook('onReady', (done) => {
    since = now() + GRACE_MS
    done()
  })
  // When the samples were last judged: at most four times per sample interval, however many requests come.
  let judgedAt = -Infinity
  let isOverloaded = false
  return (at = now()) => {
    if (at < since) return false
    if (at - judgedAt < SAMPLE_MS / 4) return isOverloaded
    const { eventLoopDelay, heapUsed } = app.memoryUsage()
    judgedAt = at
    isOverloaded =
      (maxEventLoopDelayMs > 0 && eventLoopDelay > maxEventLoopDelayMs) || (maxHeapUsedBytes > 0 && heapUsed > maxHeapUsedBytes)
    return isOverloaded
  }
}
