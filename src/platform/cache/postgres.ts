import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import type { Leases } from '../db/leases.ts'
import { buildExcludedValues } from '../db/queries.ts'
import type { CacheEntry, SecondLevel } from './second-level.ts'
import type { CacheTables } from './tables.ts'

const SWEEP_STEP = 500

/** The second level in PostgreSQL. Entries expire by the service's clock. */
export function createPostgresLevel(db: Kysely<CacheTables>, leases: Pick<Leases, 'take'>, clock: Clock): SecondLevel {
  /** By key, the latest put that is under way. */
  const underWay = new Map<string, Promise<void>>()

  async function insert(entries: readonly CacheEntry[]): Promise<void> {
    await db
      .insertInto('cache_entry')
      .values(inKeyOrder(entries).map(({ key, value, expiresAt }) => ({ key, value, expires_at: new Date(expiresAt) })))
      .onConflict((conflict) => conflict.column('key').doUpdateSet(buildExcludedValues('value', 'expires_at')))
      .execute()
  }

  return {
    engine: 'postgresql',

    async get(keys) {
      if (keys.length === 0) return []
      const rows = await db
        .selectFrom('cache_entry')
        .select(['key', 'value'])
        .where('key', '=', sql<string>`any(${keys as string[]}::text[])`)
        .where('expires_at', '>', new Date(clock.now()))
        .execute()
      const found = new Map(rows.map((row) => [row.key, row.value]))
      return keys.map((key) => found.get(key) ?? null)
    },

    async put(entries) {
      if (entries.length === 0) return
      const former = entries.flatMap(({ key }) => underWay.get(key) ?? [])
      // On another connection, the later put could be stored before the former one, which would then win.
      const put = former.length === 0 ? insert(entries) : Promise.allSettled(former).then(() => insert(entries))
      for (const { key } of entries) underWay.set(key, put)
      try {
        await put
      } finally {
        for (const { key } of entries) if (underWay.get(key) === put) underWay.delete(key)
      }
    },

    lease: leases.take,

    sweep: () => deleteInSteps(db, 'cache_entry', sql`expires_at <= ${new Date(clock.now())} order by expires_at`, { step: SWEEP_STEP }),

    async close() {},
  }
}

/** Two puts that touch the same keys lock them in one order, so that they cannot deadlock. */
function inKeyOrder(entries: readonly CacheEntry[]): CacheEntry[] {
  return [...entries].sort((a, b) => (a.key < b.key ? -1 : 1))
}
