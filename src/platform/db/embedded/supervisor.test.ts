import assert from 'node:assert/strict'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { putCluster } from '../../../../test/helpers/cluster.ts'
import { afterwards, isRunning, parentOf, queryOnce, recordingLog, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { until } from '../../../../test/helpers/until.ts'
import { openDatabase } from '../database.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const QUICK = { firstDelayMs: 20, longestDelayMs: 50, attempts: 3, steadyAfterMs: 60_000 }

describe('PostgreSQL killed under the service', () => {
  it('restarts with its data, and the pool reconnects', async (t) => {
    const log = recordingLog()
    const embedded = await startEmbeddedPostgres({ dataDir: await putCluster(temporaryDir(t)), log })
    afterwards(t, () => embedded.stop())
    const { pool, isReady, close } = await openDatabase({ connection: embedded.connection, maxConnections: 3, log })
    afterwards(t, close)
    await pool.query('CREATE TABLE kept AS SELECT 7 AS value')
    // One connection idle, one in a transaction, one in the middle of a query.
    const held = await pool.connect()
    await held.query('BEGIN')
    const busy = assert.rejects(pool.query('SELECT pg_sleep(60)'))
    const before = embedded.pid
    process.kill(before, 'SIGKILL')
    await busy
    await until('the held connection is lost', () =>
      held.query('SELECT 1').then(
        () => false,
        () => true,
      ),
    )
    held.release(true)
    // A backend that has not noticed the death yet would still answer.
    await until('another server runs', () => embedded.pid !== before)
    await until('it is ready again', isReady)
    assert.deepEqual((await pool.query('SELECT value FROM kept')).rows, [{ value: 7 }])
    assert.ok(log.lines.some(({ level, message }) => level === 'error' && message.includes('ended unexpectedly')))
  })

  it('restarts if only the watchdog was killed', async (t) => {
    if (!existsSync('/proc/self/stat')) return t.skip('needs /proc to find the watchdog')
    const embedded = await startEmbeddedPostgres({ dataDir: await putCluster(temporaryDir(t)), log: recordingLog() })
    afterwards(t, () => embedded.stop())
    const before = embedded.pid
    process.kill(parentOf(before), 'SIGKILL')
    await until('another server runs', () => embedded.pid !== before)
    assert.equal(isRunning(before), false)
    assert.deepEqual(await queryOnce(embedded.connection, 'SELECT 1 AS one'), [{ one: 1 }])
  })

  it('is given up after a number of attempts, which is reported', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const log = recordingLog()
    const embedded = await startEmbeddedPostgres({ dataDir, log, restartPolicy: QUICK })
    const control = join(dataDir, 'postgres', 'global', 'pg_control')
    renameSync(control, `${control}.away`)
    process.kill(embedded.pid, 'SIGKILL')
    const end = await embedded.exited
    assert.equal(end.reason, 'failed')
    assert.match(end.message, /pg_control/)
    assert.equal(log.lines.filter(({ message }) => message.includes('could not be restarted')).length, QUICK.attempts)
    await embedded.stop()

    renameSync(`${control}.away`, control)
    const again = await startEmbeddedPostgres({ dataDir, log })
    await again.stop()
  })
})

describe('stop', () => {
  it('is idempotent, stops the server cleanly and leaves no socket directory', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    await Promise.all([embedded.stop(), embedded.stop()])
    await embedded.stop()
    assert.equal((await embedded.exited).reason, 'stopped')
    assert.equal(isRunning(embedded.pid), false)
    assert.equal(existsSync(embedded.connection.host), false)
    assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)
  })
})
