import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadConfig } from '../../src/config/config.ts'
import { createOutboxAdminStore } from '../../src/features/mail/outbox/admin-store.ts'
import { createSuppressionAdminStore } from '../../src/features/mail/suppression/admin-store.ts'
import { createSubscriptionAdminStore } from '../../src/features/subscribers/subscriptions/back-office/store.ts'
import type { Position } from '../../src/platform/db/keyset.ts'
import type { Listing } from '../../src/platform/http/schema/listing.ts'
import { createLogger } from '../../src/platform/log.ts'
import { openStorage, type Storage } from '../../src/composition/storage.ts'
import { median } from '../median.ts'
import { timesOf } from './timing.ts'

const SIZES = [10_000, 1_000_000]
const READS = 40
const SLOW_READS = 8
const PAGE = 50
const FROM_MS = Date.UTC(2026, 9, 1)

/**
 * Lists of the back office at ten thousand and a million rows: the first page, one from the middle, a page of a search that finds one row in a
 * thousand and one that finds nothing, and the total counts.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  const storage = await openStorage(loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), createLogger({ level: 'warn' }))
  const db = storage.database.kysely
  const lists: Readonly<Record<string, Listing<unknown>>> = {
    subscriptions: createSubscriptionAdminStore(db).list({ searchesAddresses: true }),
    outbox: createOutboxAdminStore(db, []).list({ searchesAddresses: true }),
    suppressions: createSuppressionAdminStore(db).list({}),
  }
  console.log('median ms         rows          list  first page  deep page  search: some   none  its total  total')
  try {
    for (const size of SIZES) {
      await fill(storage.database, size)
      const middle: Position = { value: new Date(FROM_MS + (size / 2) * 1_000).toISOString(), id: MIDDLE_ID }
      for (const [name, list] of Object.entries(lists)) {
        const page = (q: string | null, after: Position | null) => () =>
          list.page({ limit: PAGE, after, q, sort: 'createdAt', descending: true })
        const figures = [
          await medianOf(READS, page(null, null)),
          await medianOf(READS, page(null, name === 'suppressions' ? { ...middle, id: 'hash' } : middle)),
          await medianOf(SLOW_READS, page('777', null)),
          await medianOf(SLOW_READS, page('not there', null)),
          await medianOf(SLOW_READS, () => list.total('777')),
          await medianOf(SLOW_READS, () => list.total(null)),
        ]
        console.log([String(size).padStart(22), name.padStart(14), ...figures.map((ms) => ms.toFixed(1).padStart(10))].join(' '))
      }
    }
  } finally {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const MIDDLE_ID = '80000000-0000-4000-8000-000000000000'

/** Writes rows one second apart, from `fromMs` on: two thirds of the subscriptions have a place; one mail in a thousand has failed. */
export async function fill({ kysely }: Storage['database'], size: number, fromMs = FROM_MS): Promise<void> {
  await kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`truncate subscription, mail_outbox, mail_suppression`.execute(db)
    const at = sql`${new Date(fromMs)}::timestamptz + n * interval '1 second'`
    const rows = sql`generate_series(1, ${size}::int) n`
    await sql`
      insert into subscription (id, client, email, email_key, type, cell, city_name, city_lat, city_lon, frequency, alert_on_rain, alert_on_storm,
        alert_prefs, lang, units, timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
      select gen_random_uuid(), md5(n::text), 'reader.' || n || '@example.org', 'reader.' || n || '@example.org',
        case when n % 3 = 0 then 'newsletter' when n % 3 = 1 then 'city_weekly' else 'city_alerts' end, case when n % 3 > 0 then n % 5000 end,
        case when n % 3 > 0 then 'Town ' || n % 5000 end, case when n % 3 > 0 then 50 end, case when n % 3 > 0 then 10 end, 'weekly', false, false,
        '{}', 'en', 'metric', 'Europe/Berlin', true, ${at}, gen_random_uuid(), ${at}, ${at}
      from ${rows}`.execute(db)
    await sql`
      insert into mail_outbox (id, key, kind, priority, template, address, email_key, lang, units, timezone, data, parts, created_at, state,
        next_attempt_at, attempts, attempts_allowed, last_error, settled_at)
      select gen_random_uuid(), 'digest:' || md5(n::text), 'digest', 2, 'weekly-digest', 'reader.' || n || '@example.org',
        'reader.' || n || '@example.org', 'en', 'metric', 'Europe/Berlin', jsonb_build_object('cities', array[md5(n::text), md5((n + 1)::text)]),
        array['digest:2026-11-21:' || n % 5000], ${at}, case when n % 1000 = 1 then 'failed' else 'sent' end, ${at}, 1, 8,
        case when n % 1000 = 1 then '550 5.1.1 no such user' end, ${at}
      from ${rows}`.execute(db)
    await sql`
      insert into mail_suppression (address_hash, reason, since, note)
      select left(md5(n::text), 22), 'hard_bounce', ${at}, 'answer ' || n from ${rows}`.execute(db)
    await sql`vacuum analyze subscription, mail_outbox, mail_suppression`.execute(db)
    await sql`checkpoint`.execute(db)
    await sql`reset statement_timeout`.execute(db)
  })
}

async function medianOf(reads: number, read: () => Promise<unknown>): Promise<number> {
  return median(await timesOf(reads, read))
}
