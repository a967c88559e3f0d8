import { flushCompileCache } from 'node:module'
import { createApp } from '../composition/app.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { closeGracefully } from '../platform/http/shutdown.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { SiteBundle } from '../features/site/rendering/index.ts'
import { createServices } from '../composition/services.ts'

/** Requests in flight get this long; including the closing that follows, the process exits within 10 seconds of SIGTERM. */
const FINISH_MS = 5_500
const EXIT_MS = 9_500

/** Serves until SIGTERM or SIGINT: stops accepting, finishes, flushes, closes, exits with status 0. */
export async function serve(config: Config, _args: readonly string[] = [], { site }: { readonly site?: SiteBundle } = {}): Promise<void> {
  const log = createLogger({ level: config.LOG_LEVEL })
  for (const notice of config.notices) log.warn(notice)
  const services = await createServices(config, { clock: systemClock, log, ...(site && { site }) })
  let app: HttpServer | undefined

  let isStopping = false
  const stop = async (why: string, status: number): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => {
      log.warn('shutdown took too long; cutting off the remaining work')
      process.exit(status)
    }, EXIT_MS).unref()
    // Started first and not awaited: a mail server may take as long to answer as the requests in flight.
    void services.outbox.close()
    if (app !== undefined) await closeGracefully(app, Math.min(config.REQUEST_TIMEOUT_MS, FINISH_MS))
    await services.close()
    process.exit(status)
  }
  // Before the address is announced: from then on a signal may arrive.
  process.once('SIGTERM', () => void stop('SIGTERM', 0))
  process.once('SIGINT', () => void stop('SIGINT', 0))
  void services.storage.lost.then((why) => {
    log.fatal({ why }, 'the embedded database was lost')
    return stop('database lost', 1)
  })

  try {
    app = await createApp(services)
    announce(await listen(app, config), log)
    services.places.gazetteer.warm()
    // Node itself writes it on an orderly end only.
    flushCompileCache()
  } catch (error) {
    await services.close()
    throw error
  }
}

async function listen(app: HttpServer, { HOST, PORT }: Config): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT, listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    const reason = LISTEN_FAULTS[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw new StartupError(`cannot listen on HOST ${HOST}, PORT ${PORT}: ${reason}`, { cause: error })
  }
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user is not allowed to use the port',
  EADDRNOTAVAIL: 'the address does not belong to this machine',
  ENOTFOUND: 'the name cannot be resolved',
}

/** Prints the address when the log level hides the framework's own line: with PORT=0 there is no other way to learn the port. */
function announce(address: string, log: Logger): void {
  if (!log.isLevelEnabled('info')) console.log(`listening on ${address}`)
}
