import { startEmbedded } from '../composition/embedded.ts'
import { loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import type { SiteBundle } from '../features/site/rendering/index.ts'
import type { EmbeddedPostgres } from '../platform/db/embedded/embedded.ts'
import { createLogger, type Logger, switchLevelOnSignal } from '../platform/log.ts'
import { announceAddress } from './listening.ts'
import { findOpenFilesNotice } from './open-files.ts'

const EXIT_MS = 9_500

/**
 * Serves until SIGTERM or SIGINT, in as many processes as WORKERS says: drains, stops accepting, finishes, flushes, closes, exits with
 * status 0.
 */
export async function serve(config: Config): Promise<void> {
  if (config.WORKERS === 1) return serveInProcess(config)
  const { superviseWorkers } = await import('./supervise.ts')
  return superviseWorkers(config, config.WORKERS)
}

/** Serves in this process, with the given pages instead of the built ones, if any. */
export async function serveInProcess(config: Config, site?: SiteBundle): Promise<void> {
  const log = createLogger({ level: config.LOG_LEVEL })
  switchLevelOnSignal(log)
  for (const notice of [...config.notices, findOpenFilesNotice(config.MAX_CONNECTIONS)]) if (notice !== null) log.warn(notice)
  // PostgreSQL starts while the service is being loaded, which leaves this thread no time for anything else.
  const { promise: spawned, resolve: onSpawned } = Promise.withResolvers<void>()
  const embedded = config.DATABASE_URL === null ? loadAdminSecret(config).then(() => startEmbedded(config, log, { onSpawned })) : null
  await Promise.race([spawned, embedded]).catch(() => undefined)
  const node = await open(config, log, embedded, site).catch(async (error: unknown) => {
    await embedded?.then(
      (server) => server.stop(),
      () => undefined,
    )
    throw error
  })
  // Before the address is announced: from then on a signal may arrive.
  process.once('SIGTERM', () => void node.stop('SIGTERM', 0))
  process.once('SIGINT', () => void node.stop('SIGINT', 0))
  void node.services.storage.lost.then((why) => {
    log.fatal({ why }, 'the embedded database was lost')
    return node.stop('database lost', 1)
  })
  announceAddress(await node.listen(config.PORT, false), log)
}

async function open(config: Config, log: Logger, embedded: Promise<EmbeddedPostgres> | null, site?: SiteBundle) {
  const [{ openNode }] = await Promise.all([import('./node.ts'), embedded])
  return openNode(config, log, EXIT_MS, { ...(site && { site }), ...(embedded && { embedded: await embedded }) })
}
