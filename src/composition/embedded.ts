import type { Config } from '../config/config.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded/embedded.ts'
import type { Logger } from '../platform/log.ts'

/** The pool size of one process. */
export const MAX_CONNECTIONS = 10
/**
 * In addition to its pool, each process has a connection that listens for changes and one that holds leases; and the pools of an ending
 * worker and its replacement overlap.
 */
const OF_A_PROCESS = MAX_CONNECTIONS + 3
/** For commands that run alongside the service. */
const OF_OTHERS = 8

/** Starts the service's embedded server with enough connections for `processes`. @throws StartupError */
export function startEmbedded(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  log: Logger,
  { processes = 1, ...hooks }: { readonly processes?: number } & Pick<EmbeddedOptions, 'onSpawned'> = {},
): Promise<EmbeddedPostgres> {
  const maxConnections = OF_A_PROCESS * processes + OF_OTHERS
  return startEmbeddedPostgres({ dataDir: DATA_DIR, log, database: 'isobar', maxConnections, ...hooks })
}
