import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { DatabaseClient } from './client.ts'
import { isDatabaseAway } from './connect-errors.ts'
import { watchSilence } from './silence.ts'

/** Long enough that a busy machine does not count as a silent database. */
const PATIENT_MS = 60_000
/** How long to wait for a database that is known to be silent. */
const BRIEF_MS = 500

describe('a database that goes silent', () => {
  let database: TestDatabase<unknown>
  let wire: Awaited<ReturnType<typeof startWire>>
  let pool: pg.Pool
  let stop: () => void
  const times = { silentMs: 100, lookEveryMs: 20, probeMs: PATIENT_MS }
  const warnings: { readonly connections: number }[] = []
  before(async () => {
    database = await createTestDatabase({ migrations: false })
    wire = await startWire(new URL(database.connectionString))
    pool = new pg.Pool({ connectionString: wire.url, max: 3, Client: DatabaseClient, connectionTimeoutMillis: PATIENT_MS })
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    stop = watchSilence(
      pool,
      { info: () => undefined, error: () => undefined, warn: (fields) => void warnings.push(fields as (typeof warnings)[number]) },
      times,
    ).stop
  })
  after(async () => {
    stop()
    await pool.end()
    await wire.close()
    await database.drop()
  })

  afterEach(() => hold(false))

  /** Holds or releases the wire; while it is held, waits are brief. */
  function hold(held: boolean): void {
    wire.hold(held)
    times.probeMs = pool.options.connectionTimeoutMillis = held ? BRIEF_MS : PATIENT_MS
  }

  it('fails pending queries, of the pool and of connections, and reconnects once it is back', async () => {
    const client = await pool.connect()
    await Promise.all([pool.query('select 1'), client.query('select 1')])
    hold(true)
    const waiting = [pool.query('select 2'), client.query('select 2')]
    for (const each of waiting) await assert.rejects(each, (error) => isDatabaseAway(error))
    client.release()
    // One after the other if the second fell silent after a look at the first.
    assert.equal(
      warnings.reduce((sum, { connections }) => sum + connections, 0),
      2,
    )
    await assert.rejects(pool.query('select 3'), (error) => isDatabaseAway(error))
    hold(false)
    assert.equal((await pool.query('select 4 as n')).rows[0].n, 4)
  })

  it('is not confused with a slow query', async () => {
    const before = warnings.length
    const { rows } = await pool.query('select pg_sleep(0.6), 5 as n')
    assert.deepEqual({ n: rows[0].n, warnings: warnings.length }, { n: 5, warnings: before })
  })

  it('is not confused with an idle connection', async () => {
    const client = await pool.connect()
    await client.query('select 1')
    wire.hold(true)
    await sleep(times.silentMs * 4)
    wire.hold(false)
    assert.equal((await client.query('select 6 as n')).rows[0].n, 6)
    client.release()
  })
})

/** A proxy to the database. While held, it accepts everything and forwards nothing. */
async function startWire(target: URL) {
  const host = target.searchParams.get('host') ?? target.hostname
  const port = Number(target.searchParams.get('port') ?? (target.port || 5432))
  const open = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pass = (to: Socket) => (bytes: Buffer) => void (isHeld || to.write(bytes))
    near.on('data', pass(far))
    far.on('data', pass(near))
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target.href)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    hold: (held: boolean) => void (isHeld = held),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
