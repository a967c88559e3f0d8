import type { Kysely } from 'kysely'
import { encodeFrozenHours } from '../../../src/features/weather/blend/frozen-hours.ts'
import { createIssueStore } from '../../../src/features/weather/blend/issue-store.ts'
import { createLearner } from '../../../src/features/weather/blend/learner.ts'
import { createBlendPlaceStore } from '../../../src/features/weather/blend/place-store.ts'
import type { BlendTables } from '../../../src/features/weather/blend/tables.ts'
import { createPostgresLevel } from '../../../src/platform/cache/postgres.ts'
import type { CacheTables } from '../../../src/platform/cache/tables.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { openDatabases } from '../database.ts'
import { type MeasuredRow, type Pace, plainRow } from '../row.ts'

const SIZES = [10_000, 100_000]
const SIZES_IN_QUICK = [1_000, 4_000]
const SOURCES = ['first', 'second']
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
/** A place that is asked for twice a day has so many issues that reach into a day. */
const ISSUES = 8
const DAYS = 2
const START = Date.parse('2026-03-01T00:00:00Z')
const MIB = 2 ** 20

const truthAt = (ms: number): number => 10 + 5 * Math.sin(ms / DAY_MS)

/**
 * What learning a day at ten thousand and a hundred thousand places takes, on one node and one connection: its memory must not grow by more than 0.3.
 * The second of two days is measured: it reads, adds and writes.
 */
export async function* blendedPlaces({ isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  let smallest: number | undefined
  for (const places of isQuick ? SIZES_IN_QUICK : SIZES) {
    const name = `blend_${places}`
    const log = createLogger({ level: 'error' })
    const database = await openDatabase<BlendTables & CacheTables>({ connection: await bench.createDatabase(name), maxConnections: 4, log })
    const { kysely: db, pool } = database
    for (let back = 0; back < ISSUES; back += 1) {
      const issuedAt = START + DAY_MS - (back + 1) * 12 * HOUR_MS
      await pool.query(`insert into blend_issue select cell, $1, $1, 'first', false, $2, $3 from generate_series(1, ${places}) cell`, [
        new Date(issuedAt),
        SOURCES,
        frozenAt(issuedAt),
      ])
    }
    await pool.query('vacuum analyze blend_issue')
    let [ms, most] = [0, 0]
    for (let day = DAYS - 1; day >= 0; day -= 1) {
      const startedAt = performance.now()
      most = Math.max(most, await learnDay(db, log, places, START - day * DAY_MS))
      ms = performance.now() - startedAt
    }
    smallest ??= most
    const who = `${places.toLocaleString('en')} places`
    yield plainRow(`learning a day at ${who}`, '/s', [(places * 1_000) / ms])
    yield plainRow(`learning a day at ${who}, memory at most`, 'MB', [most], { most: 1.3 * smallest })
    for (const table of ['blend_place', 'blend_issue', 'cache_entry']) {
      const { rows } = await pool.query<{ bytes: string }>('select pg_total_relation_size($1::regclass) as bytes', [table])
      yield plainRow(`${table} of ${who}`, 'MB', [Number(rows[0]?.bytes) / MIB])
    }
    await database.close()
    await bench.dropDatabase(name)
  }
}

/** Resolves to the memory at most, in MB. */
async function learnDay(
  db: Kysely<BlendTables & CacheTables>,
  log: ReturnType<typeof createLogger>,
  places: number,
  day: number,
): Promise<number> {
  const clock = { now: () => START + 3 * DAY_MS }
  const level = createPostgresLevel(db, { take: () => Promise.resolve(null) }, clock)
  const store = createBlendPlaceStore(db)
  const learner = createLearner({ level, clock, log, issues: createIssueStore(db), places: store })
  let most = 0
  for (let cell = 1; cell <= places; cell += 1) {
    const truth = { source: 'stations', station: 'Airport' }
    const learned = await learner.learn({ cell, day, simulated: false, truth, temperatureAt: truthAt })
    if (learned === null) throw new Error(`nothing was learned at ${cell}`)
    await db.transaction().execute((trx) => learned.write(trx))
    await learned.publish()
    if (cell % 500 === 0) most = Math.max(most, process.memoryUsage.rss() / MIB)
  }
  await learner.flush()
  return most
}

/** Every third hour of a week from two sources. */
function frozenAt(issuedAt: number): Buffer {
  const hours = Array.from({ length: 56 }, (_, index) => {
    const offsetHours = 1 + 3 * index
    const truth = truthAt(issuedAt + offsetHours * HOUR_MS)
    const raw = [truth + 2, truth + Math.sin(index)]
    const issued = { value: truth + 0.5, sigma: 1, disagreement: 0.3, confidence: 0.8, corrected: raw }
    return { offsetHours, hourClass: index % 8, raw, issued }
  })
  return encodeFrozenHours(hours, SOURCES.length)
}
