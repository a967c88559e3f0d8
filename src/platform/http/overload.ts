import underPressure from '@fastify/under-pressure'
import type { HttpServer } from './http-server.ts'

export interface OverloadLimits {
  /** Mean delay of the event loop over a second, beyond which requests are refused. 0: never. */
  readonly maxEventLoopDelayMs: number
  /** Heap beyond which requests are refused. 0: never. */
  readonly maxHeapUsedBytes: number
}

const SAMPLE_MS = 1000
/** Starting compiles all schemas at once; what the first samples say of it is not overload, however long the start took. */
const GRACE_MS = 5000

/**
 * Tells whether the process cannot keep up, by samples taken once a second. The plugin takes the samples only: its own hook builds
 * the route's options anew for each request, which costs more than everything else that is checked on entry.
 * `now` is in milliseconds from any fixed moment.
 */
export async function watchOverload(app: HttpServer, limits: OverloadLimits, now = () => performance.now()): Promise<() => boolean> {
  const { maxEventLoopDelayMs, maxHeapUsedBytes } = limits
  await app.register(underPressure, { sampleInterval: SAMPLE_MS })
  let since = Infinity
  app.addHook('onReady', (done) => {
    since = now() + GRACE_MS
    done()
  })
  return () => {
    if (now() < since) return false
    const { eventLoopDelay, heapUsed } = app.memoryUsage()
    return (maxEventLoopDelayMs > 0 && eventLoopDelay > maxEventLoopDelayMs) || (maxHeapUsedBytes > 0 && heapUsed > maxHeapUsedBytes)
  }
}
