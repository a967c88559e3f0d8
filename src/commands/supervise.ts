import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MetricObject } from 'prom-client'
import { startEmbedded } from '../composition/embedded.ts'
import { loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { buildRateLimitRules } from '../config/rate-limits.ts'
import { systemClock } from '../platform/clock.ts'
import { createMachineLimiter } from '../platform/http/limits/machine-limiter.ts'
import { createLogger, type Logger, switchLevelOnSignal } from '../platform/log.ts'
import { saveMemoryAtRest } from '../platform/memory-at-rest.ts'
import { startWorkers } from '../platform/workers/supervisor.ts'
import { announceAddress, toListenError } from './listening.ts'
import { findOpenFilesNotice } from './open-files.ts'
import type { Opening } from './worker.ts'

/** The program as operators start it, so that workers use the same compiled code. */
const MAIN = fileURLToPath(new URL('../../bin/isobar.js', import.meta.url))

/** After draining; together with the embedded database's own end, within 10 seconds. */
const STOP_MS = 9_000
/** The workers of a supervisor that was killed have exited by then. */
const ORPHANS_GONE_MS = 3_000

/**
 * Serves until SIGTERM or SIGINT in `workers` processes that share the port and the database. This process only supervises them and runs
 * the embedded PostgreSQL.
 * @throws StartupError
 */
export async function superviseWorkers(config: Config, workers: number): Promise<void> {
  const log = createLogger({ level: config.LOG_LEVEL })
  const ofWorker = findOpenFilesNotice(Math.ceil(config.MAX_CONNECTIONS / workers))
  for (const notice of [...config.notices, ofWorker]) if (notice !== null) log.warn(notice)
  await provePortIsFree(config)
  const opening = open(config, log, workers)
  const supervisor = startWorkers<Opening, MetricObject[]>({
    count: workers,
    program: MAIN,
    args: ['worker'],
    port: config.PORT,
    // Loaded when a worker has ended: the library is an eighth of this process.
    retire: async (former, last) => (await import('../platform/metrics.ts')).addCounts(former, last),
    limits: createMachineLimiter({
      clock: systemClock,
      log,
      rules: buildRateLimitRules(config.RATE_LIMITS),
      hasNodes: config.DATABASE_URL !== null,
    }),
    opening: opening.then(({ database }) => ({ database: database?.connection ?? null, workers })),
    log,
  })
  switchLevelOnSignal(log, supervisor.setLogLevel)

  let isStopping = false
  const stop = async (why: string): Promise<void> => {
    isStopping = true
    log.info({ why }, 'stopping')
    await supervisor.stop(why, config.DRAIN_SECONDS * 1_000 + STOP_MS)
    const { database } = await opening.catch(() => ({ database: null }))
    await database?.stop()
  }
  const end = async (why: string, status: number): Promise<void> => {
    if (isStopping) return
    await stop(why)
    process.exit(status)
  }
  process.on('SIGTERM', () => void end('SIGTERM', 0))
  process.on('SIGINT', () => void end('SIGINT', 0))
  void opening.then(
    ({ database }) =>
      database?.exited.then((how) => {
        if (isStopping) return
        log.fatal({ how }, 'the embedded database was lost')
        return end('database lost', 1)
      }),
    () => undefined,
  )

  const outcome = await Promise.race([supervisor.listening, supervisor.failed])
  if (typeof outcome === 'number') {
    saveMemoryAtRest()
    return announceAddress(`http://${config.HOST}:${outcome}`, log)
  }
  await stop('a worker cannot start')
  throw outcome
}

/** Prepares what the workers need and only one process may create. */
async function open(config: Config, log: Logger, workers: number) {
  // Creates the secret if there is none, before several workers need it.
  await loadAdminSecret(config)
  return { database: config.DATABASE_URL === null ? await startEmbedded(config, log, { processes: workers }) : null }
}

/**
 * Since the workers share the port, they would also share it with another service of the same user, and each service would get part of the
 * other's requests.
 * @throws StartupError when another process listens on the port
 */
async function provePortIsFree({ HOST, PORT }: Config): Promise<void> {
  if (PORT === 0) return
  const deadline = performance.now() + ORPHANS_GONE_MS
  for (;;) {
    const probe = createServer().listen({ host: HOST, port: PORT })
    try {
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
      return
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || performance.now() > deadline) throw toListenError(error, HOST, PORT)
      await sleep(50)
    }
  }
}
