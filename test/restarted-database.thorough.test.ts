import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildUnsignedActor } from '../src/admin/access/index.ts'
import { chooseAccount } from '../src/platform/db/embedded/account.ts'
import { findBinaries } from '../src/platform/db/embedded/binaries.ts'
import { copyPlaces } from '../src/platform/db/embedded/embedded.ts'
import { EMBEDDED_SETTINGS, buildServerArguments } from '../src/platform/db/embedded/settings.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { putCluster } from './helpers/cluster.ts'
import { closedAtEnd } from './helpers/ending.ts'
import { assertPrompt } from './helpers/prompt.ts'
import { until } from './helpers/until.ts'

const PLACES = 60

/** A PostgreSQL server of the test's own, as an operator's, which the service does not run. */
async function openServer(dir: string) {
  const cluster = join(await putCluster(dir), 'postgres')
  const account = await chooseAccount(cluster)
  const { postgres } = await findBinaries({ account, copyInto: copyPlaces(tmpdir()) })
  let child: ReturnType<typeof spawn> | undefined
  closedAtEnd(() => child?.kill('SIGQUIT'))
  const isReady = async (): Promise<boolean> => (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).includes('ready')
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(cluster)}`,
    async start(): Promise<void> {
      const settings = { ...EMBEDDED_SETTINGS, max_connections: '60', fsync: 'off' }
      child = spawn(postgres, buildServerArguments(cluster, cluster, 5432, settings), { cwd: cluster, stdio: 'ignore', ...account })
      await until('PostgreSQL is ready', isReady)
    },
    /** As a package update does: open sessions are ended. */
    async stop(): Promise<void> {
      if (child === undefined || child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
    },
  }
}

describe('a restart of PostgreSQL under load', () => {
  let dir: string
  let server: Awaited<ReturnType<typeof openServer>>
  let app: TestApp
  let other: TestApp
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'isobar-restart-'))
    chmodSync(dir, 0o755)
    server = await openServer(dir)
    await server.start()
    const env = { DATABASE_URL: server.url }
    // Two seconds are enough for a server that has the processor for itself.
    const databasePatience = { restartMs: 60_000 }
    app = await createTestApp({ env, databasePatience })
    other = await createTestApp({ env, databasePatience, sharing: app })
  })
  after(async () => {
    await other.close()
    await app.close()
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('fails no request for a known place, in memory or in the database', async (t) => {
    const path = (place: number, scope: string) => `/api/weather?lat=${place}&lon=3&scope=${scope}`
    for (let place = 0; place < PLACES; place++) assert.equal((await app.get(path(place, 'current'))).status, 200)
    await app.services.gateway.drain()
    const failures: string[] = []
    let [answers, fromDatabase, unread] = [0, 0, 0]
    async function ask(on: TestApp, place: number, scope: string): Promise<void> {
      const { status, text, headers } = await on.get(path(place, scope))
      answers += 1
      if (headers.get('x-cache') === 'database') fromDatabase += 1
      if (status !== 200) failures.push(`${place} ${scope}: ${status} ${text}`)
    }
    let isOver = false
    const goesOn = (): boolean => !isOver
    const load = [
      ...['current', 'hourly', 'daily'].map(async (scope) => {
        for (let i = 0; goesOn(); i++) await ask(app, i % PLACES, scope)
      }),
      // Reads each place from the database, since this node has not seen it.
      (async () => {
        while (unread < PLACES) await ask(other, unread++, 'daily')
      })(),
      // Queries that only read, on both nodes.
      ...[app, other].map(async (on) => {
        for (let i = 0; goesOn(); i++) {
          const { status, text } = await on.get(`/api/weather/history?lat=${i % PLACES}&lon=3&from=2026-07-01&to=2026-07-02`)
          answers += 1
          if (status >= 500) failures.push(`history: ${status} ${text}`)
        }
      }),
    ]
    await until('the other node reads', () => unread > 5)
    const stoppedAt = performance.now()
    await server.stop()
    await server.start()
    const awayMs = performance.now() - stoppedAt
    const before = answers
    await until('all is read', () => unread === PLACES && answers > before + 100)
    isOver = true
    await Promise.all(load)
    t.diagnostic(`away for ${Math.round(awayMs)} ms, ${answers} answers, ${fromDatabase} of them from the database`)
    assert.deepEqual(failures, [])
    assert.ok(fromDatabase > 0)
  })

  it('delays no change of a setting', async (t) => {
    await server.stop()
    await server.start()
    const state = await other.services.settings.update({ analyticsEventsPerDay: 4_321 }, undefined, buildUnsignedActor('test'))
    assert.equal(state.values.analyticsEventsPerDay, 4_321)
    // Its first query after the restart.
    await app.get('/api/weather/history?lat=1&lon=3&from=2026-07-01&to=2026-07-02')
    const answeredAt = performance.now()
    await until('the setting is in force', () => app.services.settings.current().analyticsEventsPerDay === 4_321)
    const ms = performance.now() - answeredAt
    t.diagnostic(`in force ${Math.round(ms)} ms after the query`)
    assertPrompt(answeredAt, 1_000, 'the setting came later than the connection')
  })
})
