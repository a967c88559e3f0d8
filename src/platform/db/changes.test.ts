import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { assertPrompt } from '../../../test/helpers/prompt.ts'
import { until } from '../../../test/helpers/until.ts'
import { announceChange, openChanges } from './changes.ts'
import type { ChangeTables } from './tables.ts'

/** Effectively disables polling: a test only finds a change by notification, or by its own check. */
const NEVER_MS = 3_600_000

async function surroundings(t: TestContext) {
  const database = await createTestDatabase<ChangeTables>()
  t.after(() => database.drop())
  const errors: string[] = []
  const open = async (pollMs = NEVER_MS) => {
    const changes = await openChanges({ db: database.kysely, pool: database.pool, onError: (_, what) => errors.push(what), pollMs })
    t.after(() => changes.close())
    return changes
  }
  return { database, errors, open }
}

const announce = ({ kysely }: TestDatabase<ChangeTables>, ...topics: string[]) =>
  kysely.transaction().execute(async (trx) => {
    for (const topic of topics) await announceChange(trx, topic)
  })

/** Until a connection listens, only the check on connecting finds a change. */
async function untilListening({ pool }: TestDatabase<ChangeTables>, connections: number): Promise<void> {
  const listening = `select from pg_stat_activity where datname = current_database() and query = 'LISTEN isobar_changes' and state = 'idle'`
  await until(`${connections} listen`, async () => (await pool.query(listening)).rowCount === connections)
  await sleep(50)
}

it('notifies every node of a committed announcement, and of its topic only', async (t) => {
  const { database, open } = await surroundings(t)
  const seen = { here: 0, there: 0, other: 0 }
  const [here, there] = [await open(), await open()]
  here.watch('a', async () => void (seen.here += 1))
  there.watch('a', async () => void (seen.there += 1))
  there.watch('b', async () => void (seen.other += 1))
  await untilListening(database, 2)
  await announce(database, 'a')
  await until('both nodes have read it', () => seen.here === 1 && seen.there === 1)
  assert.equal(seen.other, 0)
})

it('does not notify of what was rolled back', async (t) => {
  const { database, open } = await surroundings(t)
  let seen = 0
  const changes = await open(20)
  changes.watch('a', async () => void (seen += 1))
  await assert.rejects(
    database.kysely.transaction().execute(async (trx) => {
      await announceChange(trx, 'a')
      throw new Error('rolled back')
    }),
  )
  await sleep(200)
  assert.equal(seen, 0)
})

it('finds a change without a notification', async (t) => {
  const { database, open } = await surroundings(t)
  let seen = 0
  const changes = await open(20)
  changes.watch('a', async () => void (seen += 1))
  await database.pool.query(`insert into change_version (topic, version) values ('a', 1)`)
  await until('the topic was read', () => seen === 1)
})

it('finds what changed after it was opened and before it was watched', async (t) => {
  const { database, open } = await surroundings(t)
  await announce(database, 'a', 'b')
  const changes = await open()
  await announce(database, 'a')
  await changes.check()
  const seen = { a: 0, b: 0 }
  changes.watch('a', async () => void (seen.a += 1))
  changes.watch('b', async () => void (seen.b += 1))
  await changes.check()
  assert.deepEqual(seen, { a: 1, b: 0 })
})

it('retries a failed reading without blocking other topics, and reports the failure once', async (t) => {
  const { database, errors, open } = await surroundings(t)
  let [tries, others] = [0, 0]
  const changes = await open()
  changes.watch('a', async () => {
    tries += 1
    if (tries < 4) throw new Error('not yet')
  })
  changes.watch('b', async () => void (others += 1))
  await announce(database, 'a', 'b')
  await changes.check()
  await until('both topics were read', () => tries > 0 && others === 1)
  for (let look = 0; look < 5; look++) await changes.check()
  assert.deepEqual({ tries, others }, { tries: 4, others: 1 })
  assert.deepEqual(errors, ['checking for changes in the database'])
  await announce(database, 'b')
  await until('the other topic was read again', () => others === 2)
})

it('never reads one topic twice at once, nor loses a change that arrives during a reading', async (t) => {
  const { database, open } = await surroundings(t)
  const state = { running: 0, most: 0, readings: 0 }
  const changes = await open()
  changes.watch('a', async () => {
    state.running += 1
    state.most = Math.max(state.most, state.running)
    await sleep(50)
    state.running -= 1
    state.readings += 1
  })
  await announce(database, 'a')
  void changes.check()
  await until('a reading is under way', () => state.running === 1)
  await announce(database, 'a')
  await Promise.all([changes.check(), changes.check(), changes.check()])
  await until('the topic was read again', () => state.readings === 2)
  assert.equal(state.most, 1)
})

it('closes while the database is unavailable', async (t) => {
  const { database, open } = await surroundings(t)
  const changes = await open()
  await database.close()
  await changes.check()
  await changes.close()
})

it('finds what changed during an outage with the first query after it, not at the end of its own pause', async (t) => {
  const { database, errors, open } = await surroundings(t)
  const admin = new pg.Pool({ connectionString: database.connectionString.replace(database.name, 'postgres'), max: 1 })
  t.after(() => admin.end())
  let seen = 0
  const changes = await open()
  changes.watch('a', async () => void (seen += 1))
  await untilListening(database, 1)
  await announce(database, 'b')
  await admin.query(`alter database ${database.name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database.name])
  const outage = 'listening for changes in the database'
  // It pauses for three seconds at least from here.
  await until('it has failed five times', () => errors.filter((what) => what === outage).length >= 5)
  await admin.query(`alter database ${database.name} allow_connections true`)
  const backAt = performance.now()
  await announce(database, 'a')
  await until('it has read the topic', () => seen === 1)
  assertPrompt(backAt, 2_500, 'it had paused for longer')
})
