import type { Redis } from 'iovalkey'
import { waitAtMost } from '../at-most.ts'
import type { Clock } from '../clock.ts'
import type { Leases } from '../db/leases.ts'
import type { Logger } from '../log.ts'
import type { SecondLevel } from './second-level.ts'

const PREFIX = 'isobar:'
const SILENT_MS = 1_500

/** The second level in Valkey (or Redis ≥ 6). Expiry is the engine's own, measured from the moment of the put. */
export function createValkeyLevel(valkey: Redis, leases: Pick<Leases, 'take'>, clock: Clock): SecondLevel {
  return {
    engine: 'valkey',

    async get(keys) {
      if (keys.length === 0) return []
      return valkey.mgetBuffer(keys.map((key) => `${PREFIX}entry:${key}`))
    },

    async put(entries) {
      if (entries.length === 0) return
      const batch = valkey.multi()
      for (const { key, value, expiresAt } of entries) {
        const ttlMs = Math.floor(expiresAt - clock.now())
        if (ttlMs > 0) batch.set(`${PREFIX}entry:${key}`, value, 'PX', ttlMs)
        else batch.del(`${PREFIX}entry:${key}`)
      }
      const results = await batch.exec()
      const failed = results?.find(([error]) => error !== null)
      if (failed?.[0]) throw failed[0]
    },

    lease: leases.take,

    async sweep() {
      return 0
    },

    async close() {
      // An unreachable server cannot be sent QUIT.
      await valkey.quit().catch(() => valkey.disconnect())
    },
  }
}

/**
 * Connects to Valkey. While it is away, commands fail at once and count as misses, since a request would otherwise wait for each of its
 * commands. Valkey counts as away after a second and a half of silence; the first connection may take as long.
 */
export async function connectValkey(url: string, log: Logger): Promise<Redis> {
  const { Redis } = await import('iovalkey')
  const valkey = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: SILENT_MS,
    commandTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
  })
  // It is tried again every two seconds, which the log need not repeat.
  let isAway = false
  valkey.on('error', ({ message }: Error) => {
    if (!isAway) log.warn({ reason: message }, 'Valkey cannot be reached; it is tried again until it answers')
    isAway = true
  })
  valkey.on('ready', () => {
    if (isAway) log.info('Valkey answers again')
    isAway = false
  })
  await waitAtMost(
    SILENT_MS,
    valkey.connect().catch(() => undefined),
  )
  return valkey
}
