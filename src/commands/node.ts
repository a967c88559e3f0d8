import { flushCompileCache } from 'node:module'
import { createApp } from '../composition/app.ts'
import { createServices, type Services, type ServiceOptions } from '../composition/services.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { closeGracefully } from '../platform/http/server/shutdown.ts'
import type { Logger } from '../platform/log.ts'
import { saveMemoryAtRest } from '../platform/memory-at-rest.ts'
import { watchForStandstill } from '../platform/standstill.ts'
import { startHttpServer } from './listening.ts'

/** Loading the rendering code takes half a second of processor time, which the first requests need more. */
const WARM_AFTER_MS = 1_000
/** Requests in flight get this long; with the closing that follows, a node ends within 10 seconds after draining. */
const FINISH_MS = 5_500

/**
 * Opens the service in this process, which exits when the service is stopped: `exitMs` after it has drained at the latest. Does not listen
 * yet.
 * @throws StartupError if the operator can fix the problem
 */
export async function openNode(config: Config, log: Logger, exitMs: number, options: Partial<ServiceOptions> = {}) {
  const services = await createServices(config, { clock: systemClock, log, ...options })
  const app = await createApp(services).catch((error: unknown) => closeAndThrow(services, error))
  let isStopping = false
  return {
    services,
    /** Resolves with the address. @throws StartupError when it cannot listen there */
    async listen(port: number, shared: boolean): Promise<string> {
      const address = await startHttpServer(app, { host: config.HOST, port, shared }).catch((error: unknown) =>
        closeAndThrow(services, error),
      )
      void services.places.gazetteer.warm()
      setTimeout(services.rendering.warm, WARM_AFTER_MS).unref()
      // Node itself writes the cache only on an orderly exit.
      flushCompileCache()
      saveMemoryAtRest()
      watchForStandstill()
      return address
    },
    /** Drains, stops accepting, finishes, flushes, closes, and exits the process with this status. Only the first call counts. */
    async stop(why: string, status: number): Promise<void> {
      if (isStopping) return
      isStopping = true
      const drainMs = config.DRAIN_SECONDS * 1_000
      log.info({ why, drainMs }, 'stopping')
      setTimeout(() => {
        log.warn('shutdown took too long; cutting off the remaining work')
        process.exit(status)
      }, drainMs + exitMs).unref()
      // Started first and not awaited: a mail server may take as long to answer as the requests in flight.
      void services.outbox.close()
      await closeGracefully(app, { drainMs, finishMs: Math.min(config.REQUEST_TIMEOUT_MS, FINISH_MS) })
      await services.close()
      process.exit(status)
    },
  }
}

async function closeAndThrow(services: Services, error: unknown): Promise<never> {
  await services.close()
  throw error
}
