import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadConfig } from '../../src/config/config.ts'
import { createUsage } from '../../src/features/operations/usage/usage.ts'
import { createLogger } from '../../src/platform/log.ts'
import { openStorage, type Storage } from '../../src/composition/storage.ts'
import { percentile, timed, timesOf } from './timing.ts'

const SIZES = [50_000, 5_000_000]
const READS = 200
const SPAN_DAYS = 85
const RANGE_DAYS = 90

/**
 * The back office's reads of provider calls, over ledgers of 50,000 and 5 million calls in 85 days: summing them all up once, the whole
 * report of 90 days, and, for comparison, one breakdown counted in the ledger itself.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const storage = await openStorage(config, createLogger({ level: 'warn' }))
  const usage = createUsage({
    db: storage.database.kysely,
    budgetProduct: 'openweather/onecall',
    windows: async () => [],
    callRetentionMs: () => RANGE_DAYS * 86_400_000,
    clock: { now: () => now },
    onError: console.error,
  })
  console.log('calls in the ledger   summing up s   sums   report p50   p99 ms   counted in the ledger ms')
  const reports: number[] = []
  try {
    for (const size of SIZES) {
      await fill(storage, size, now)
      const summing = await timed(() => usage.maintain())
      const { rows } = await sql<{ sums: number }>`select count(*) as sums from usage_call`.execute(storage.database.kysely)
      const times = await timesOf(READS, () => usage.report(RANGE_DAYS))
      const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
      reports.push(p50)
      const counting = await timed(() => countInLedger(storage))
      const cells = [String(size).padStart(19), (summing / 1_000).toFixed(1).padStart(14), String(rows[0]?.sums).padStart(6)]
      console.log([...cells, p50.toFixed(1).padStart(12), p99.toFixed(1).padStart(8), counting.toFixed(0).padStart(26)].join(' '))
    }
    const [small, large] = reports
    if (small !== undefined && large !== undefined) console.log(`\ngrowth of the report's p50: ${(large / small).toFixed(2)}`)
  } finally {
    await usage.close()
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Calls at random moments, of four products, every cause and twenty triggers. */
async function fill({ database }: Storage, size: number, now: number): Promise<void> {
  await database.kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`truncate upstream_call, usage_call, usage_answer, usage_progress`.execute(db)
    await sql`
      insert into upstream_call (product, weight, cause, trigger, scope, cell, started_at, duration_ms, outcome, status)
      select (array['openweather/onecall', 'openweather/onecall', 'open-meteo/forecast', 'nws/alerts'])[1 + n % 4], 1,
        (array['request', 'refresh', 'job'])[1 + n % 3], 'trigger_' || floor(20 * random() ^ 3), (array['current', 'hourly', 'daily', 'minutely'])[1 + n % 4],
        n, ${new Date(now)}::timestamptz - random() * ${SPAN_DAYS} * interval '1 day', 140, case when n % 50 = 0 then 'timeout' else 'ok' end, 200
      from generate_series(1, ${size}::int) n`.execute(db)
    await sql`vacuum analyze upstream_call`.execute(db)
    await sql`checkpoint`.execute(db)
    await sql`reset statement_timeout`.execute(db)
  })
}

async function countInLedger({ database }: Storage): Promise<void> {
  await sql`select product, trigger, count(*) from upstream_call group by 1, 2`.execute(database.kysely)
}
