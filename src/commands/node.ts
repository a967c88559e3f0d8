import { flushCompileCache } from 'node:module'
import { createApp } from '../composition/app.ts'
import { createServices, type Services, type Surroundings } from '../composition/services.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { closeGracefully } from '../platform/http/shutdown.ts'
import type { Logger } from '../platform/log.ts'
import { saveMemoryAtRest } from '../platform/memory-at-rest.ts'
import { listen } from './listening.ts'

/** Loading the rendering code takes half a second of processor time, which the first requests need more. */
const WARM_AFTER_MS = 1_000
/** Requests in flight get this long; with the closing that follows, a node ends within 10 seconds. */
const FINISH_MS = 5_500

/**
 * Opens the service in this process, which exits when the service is stopped. Does not listen yet.
 * @throws StartupError if the operator can fix the problem
 */
export async function openNode(config: Config, log: Logger, exitMs: number, surroundings: Partial<Surroundings> = {}) {
  const services = await createServices(config, { clock: systemClock, log, ...surroundings })
  const app = await createApp(services).catch((error: unknown) => closeAndThrow(services, error))
  let isStopping = false
  return {
    services,
    /** Resolves with the address. @throws StartupError when it cannot listen there */
    async listen(port: number, shared: boolean): Promise<string> {
      const address = await listen(app, { host: config.HOST, port, shared }).catch((error: unknown) => closeAndThrow(services, error))
      void services.places.gazetteer.warm()
      setTimeout(services.rendering.warm, WARM_AFTER_MS).unref()
      // Node itself writes the cache only on an orderly exit.
      flushCompileCache()
      saveMemoryAtRest()
      return address
    },
    /** Stops accepting, finishes, flushes, closes, and exits the process with this status. Only the first call counts. */
    async stop(why: string, status: number): Promise<void> {
      if (isStopping) return
      isStopping = true
      log.info({ why }, 'stopping')
      setTimeout(() => {
        log.warn('shutdown took too long; cutting off the remaining work')
        process.exit(status)
      }, exitMs).unref()
      // Started first and not awaited: a mail server may take as long to answer as the requests in flight.
      void services.outbox.close()
      await closeGracefully(app, Math.min(config.REQUEST_TIMEOUT_MS, FINISH_MS))
      await services.close()
      process.exit(status)
    },
  }
}

async function closeAndThrow(services: Services, error: unknown): Promise<never> {
  await services.close()
  throw error
}
