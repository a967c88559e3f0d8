import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { loadConfig } from '../../src/config/config.ts'
import { createPlacesStore } from '../../src/features/weather/places/store.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createServices } from '../../src/composition/services.ts'
import type { Tables } from '../../src/composition/tables.ts'
import { percentile, timed, timesOf } from './timing.ts'

const SIZES = [1_000_000, 10_000_000]
const QUERIES = 1_500
const FLUSHES = 100
const WARM_UP = 300
const FLUSHED_CHECKS = 500
const HOUR_MS = 3_600_000
const WINDOW_HOURS = 720
/** How long a list is cached; advancing the clock by this makes the next one query the database. */
const STEP_MS = 2_000

interface Measured {
  readonly p50: number
  readonly p99: number
}

/**
 * Recent checks over 1 and 10 million counted checks of 30 days: the ranking's query, the whole answer with the cache's weather, the write
 * of half a second's searches at a thousand a second, and the removal of an hour that leaves the window.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  // Two minutes into an hour, so that no hour begins during the measurement.
  let now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 120_000
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, WEATHER_PROVIDER_API_KEY: 'bench' })
  const services = await createServices(config, { clock: { now: () => now }, log: createLogger({ level: 'warn' }) })
  const store = createPlacesStore(services.storage.database.kysely)
  console.log('counted checks   hour rows   cells     query p50   p99 ms   answer p50   p99 ms   flush p50   p99 ms   hour ms')
  const answers: Measured[] = []
  try {
    for (const size of SIZES) {
      const rows = await fill(services.storage.database.kysely, size, now)
      const query = await measure(QUERIES, () => store.listRanking(100))
      const answer = await measure(QUERIES, () => {
        now += STEP_MS
        return services.places.recentChecks.list(100)
      })
      const flush = await measure(FLUSHES, () => store.insertChecks(searches(now)))
      const hourMs = await timed(() => store.deleteOldestHour(now))
      answers.push(answer)
      const cells = [String(size).padStart(14), String(rows.hours).padStart(11), String(rows.cells).padStart(7)]
      for (const { p50, p99 } of [query, answer, flush]) cells.push(p50.toFixed(2).padStart(12), p99.toFixed(2).padStart(8))
      console.log([...cells, hourMs.toFixed(0).padStart(9)].join(' '))
    }
    const [small, large] = answers
    if (small !== undefined && large !== undefined) console.log(`\ngrowth of the answer's p50: ${(large.p50 / small.p50).toFixed(2)}`)
  } finally {
    await services.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Checks of the last 30 days; a fiftieth as many places, the first ones far more popular; all of them named. */
export async function fill(kysely: Kysely<Tables>, size: number, now: number): Promise<{ hours: number; cells: number }> {
  const newest = new Date(Math.floor(now / HOUR_MS) * HOUR_MS)
  return kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`truncate check_hour, check_client, check_total, place_name`.execute(db)
    await sql`
      insert into check_hour (hour, cell, count)
      select ${newest}::timestamptz - (random() * ${WINDOW_HOURS - 1})::int * interval '1 hour',
        1000000 + floor(${size / 50} * random() ^ 3)::int * 7, count(*)
      from generate_series(1, ${size}) group by 1, 2 order by 1, 2`.execute(db)
    await sql`
      insert into check_total
      select cell, sum(count), max(hour) + random() * interval '59 minutes' from check_hour group by cell`.execute(db)
    await sql`
      insert into place_name
      select cell, 'Town ' || cell, 'DE', null, 1 + cell % 80, 1 + cell % 170, ${new Date(now)}::timestamptz from check_total`.execute(db)
    await sql`vacuum analyze check_hour, check_total, place_name`.execute(db)
    await sql`checkpoint`.execute(db)
    await sql`reset statement_timeout`.execute(db)
    const { rows } = await sql<{ hours: number; cells: number }>`
      select (select count(*) from check_hour) as hours, (select count(*) from check_total) as cells`.execute(db)
    return rows[0] ?? { hours: 0, cells: 0 }
  })
}

/** Half a second of searches, each from another client, popular places more often. */
function searches(now: number) {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  return Array.from({ length: FLUSHED_CHECKS }, () => ({
    cell: 1_000_000 + Math.floor(20_000 * Math.random() ** 3) * 7,
    hour,
    client: Buffer.from(Array.from({ length: 16 }, () => Math.floor(Math.random() * 256))),
    checkedAt: now,
  }))
}

async function measure(times: number, work: () => Promise<unknown>): Promise<Measured> {
  await timesOf(WARM_UP, work)
  const took = await timesOf(times, work)
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
}
