import type { MetricObject } from 'prom-client'
import type { Config } from '../config/config.ts'
import { buildWorkerConfig } from '../config/workers.ts'
import type { SocketConnection } from '../platform/db/embedded/embedded.ts'
import { type Announce, createLogger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { openSupervision } from '../platform/workers/worker.ts'
import { openNode } from './node.ts'

/** What the supervisor sends a worker, so that it can open the service. */
export interface Opening {
  /** The embedded server, which the supervisor runs; null with DATABASE_URL. */
  readonly database: SocketConnection | null
  /** The number of workers. */
  readonly workers: number
}

/** Less than the supervisor's own limit. */
const EXIT_MS = 8_500

/** Serves as one of several processes: a node like any other, started and stopped by `supervise`. */
export async function serveAsWorker(config: Config): Promise<void> {
  const log = createLogger({ level: config.LOG_LEVEL })
  const supervision = openSupervision<Opening, MetricObject[]>((level) => {
    log.level = level
  })
  const announce: Announce = (at, message, subject = message) => supervision.post({ type: 'announce', at, message, subject })
  let stop = exitAtOnce
  void supervision.stopping.then((why) => stop(why))
  try {
    const { database, workers } = await supervision.opening
    const own = buildWorkerConfig(config, workers)
    const node = await openNode(own, log, EXIT_MS, {
      worker: { database, workers, gatherMetrics: supervision.gatherMetrics, limits: supervision.limits, announce },
    })
    stop = (why) => void node.stop(why, 0)
    supervision.post({ type: 'ready' })
    const port = await Promise.race([supervision.port, supervision.stopping])
    if (typeof port === 'string') return
    const address = await node.listen(port, true)
    // From now on it counts as a serving process.
    supervision.provideMetrics(() => node.services.metrics.own())
    supervision.post({ type: 'listening', port: Number(new URL(address).port) })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    // The supervisor prints the message.
    supervision.post({ type: 'refused', message: error.message })
    process.disconnect?.()
  }
}

/** Until everything is open, there is no work that must be finished. */
function exitAtOnce(_why: string): void {
  process.exit(0)
}
