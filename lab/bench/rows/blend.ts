import type { Kysely } from 'kysely'
import { encodeFrozenHours } from '../../../src/features/weather/blend/frozen-hours.ts'
import { createGainStore } from '../../../src/features/weather/blend/gain-store.ts'
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
/** As many as verification reads and writes together. */
const BATCH = 100
const START = Date.parse('2026-03-01T00:00:00Z')
const MIB = 2 ** 20
/** 59 days on which the blend was a little better: each place is judged by a bootstrap, as most are after two months. */
const ERRORS = Array.from({ length: 59 }, (_, index) => [START / DAY_MS - 59 + index, 40, 30 + 5 * Math.sin(7 * index), 33]).flat()

const truthAt = (ms: number): number => 10 + 5 * Math.sin(ms / DAY_MS)

/**
 * What learning a day at ten thousand and a hundred thousand places takes, on one node and one connection: its memory must not grow by more than 0.3.
 * The second of two days is measured: it reads, adds, judges and writes.
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
    let most = await learnDay(db, log, places, START - DAY_MS)
    await pool.query('update blend_place set errors = $1, chance_errors = $1', [ERRORS])
    await pool.query('vacuum analyze blend_place')
    const [startedAt, processor] = [performance.now(), process.cpuUsage()]
    most = Math.max(most, await learnDay(db, log, places, START))
    const [ms, { user, system }] = [performance.now() - startedAt, process.cpuUsage(processor)]
    smallest ??= most
    const who = `${places.toLocaleString('en')} places`
    yield plainRow(`learning a day at ${who}`, '/s', [(places * 1_000) / ms])
    yield plainRow(`learning a day at ${who}, the service's processor time for one`, 'ms', [(user + system) / 1_000 / places])
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
  const learner = createLearner({ level, clock, log, issues: createIssueStore(db), places: store, gains: createGainStore(db) })
  const truth = { source: 'stations', station: 'Airport' }
  let most = 0
  for (let from = 1; from <= places; from += BATCH) {
    const cells = Array.from({ length: Math.min(BATCH, places + 1 - from) }, (_, index) => from + index)
    const batch = await learner.read(cells, day)
    for (const cell of cells) {
      if (
        batch.learn({
          cell,
          day,
          simulated: false,
          truth,
          temperatureAt: truthAt,
          amountAt: (ms) => Math.max(0, Math.sin(ms / HOUR_MS)),
        }) === null
      )
        throw new Error(`nothing was learned at ${cell}`)
    }
    await db.transaction().execute((trx) => batch.write(trx))
    await batch.publish()
    most = Math.max(most, process.memoryUsage.rss() / MIB)
  }
  return most
}

/** Every third hour of a week from two sources. */
function frozenAt(issuedAt: number): Buffer {
  const hours = Array.from({ length: 56 }, (_, index) => {
    const offsetHours = 1 + 3 * index
    const truth = truthAt(issuedAt + offsetHours * HOUR_MS)
    const raw = [truth + 2, truth + Math.sin(index)]
    const issued = { value: truth + 0.5, sigma: 1, disagreement: 0.3, confidence: 0.8, corrected: raw, weights: [0.4, 0.6] }
    const stated = [0.5 + 0.4 * Math.sin(index), 0.5 + 0.4 * Math.cos(index)]
    const rain = { chance: 0.4, logit: Math.sin(index), chances: stated }
    return { offsetHours, hourClass: index % 8, raw, issued, stated, rain }
  })
  return encodeFrozenHours(hours, SOURCES.length)
}
