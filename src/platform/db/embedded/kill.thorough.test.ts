import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { putCluster } from '../../../../test/helpers/cluster.ts'
import { afterwards, isRunning, parentOf, queryOnce, recordingLog, startService, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { until } from '../../../../test/helpers/until.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { chooseClusterPath } from './cluster-path.ts'
import { copyPlaces, startEmbeddedPostgres } from './embedded.ts'
import { EMBEDDED_SETTINGS, buildServerArguments } from './settings.ts'
import { startServerWatchdog } from './watchdog.ts'

const hasProc = existsSync('/proc/self/stat')

/** Ignores a process that is gone: a backend may exit on its own once its client or server has. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
  }
}

describe('a killed service', () => {
  it('stops its server, loses no acknowledged row, and starts again, several times', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    for (let round = 0; round < 4; round++) {
      const service = await startService(t, dataDir)
      assert.equal(service.error, undefined)
      await queryOnce(service.connection, 'CREATE TABLE IF NOT EXISTS kept (round int)')
      const rows = await queryOnce<{ round: number }>(service.connection, 'SELECT round FROM kept ORDER BY round')
      assert.deepEqual(
        rows.map((row) => row.round),
        Array.from({ length: round }, (_, index) => index),
      )
      await queryOnce(service.connection, `INSERT INTO kept VALUES (${round})`)
      await service.kill()
      // Every other round the next start comes at once, and finds the old server still running or just exiting.
      if (round % 2 === 0) await until('the server is gone', () => !isRunning(service.pid), 10_000)
    }
  })

  it('starts again after its whole process tree was killed', async (t) => {
    if (!hasProc) return t.skip('needs /proc to find the tree')
    const dataDir = await putCluster(temporaryDir(t))
    for (let round = 0; round < 3; round++) {
      const service = await startService(t, dataDir)
      assert.equal(service.error, undefined)
      await queryOnce(service.connection, `CREATE TABLE of_round_${round} ()`)
      const backends = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ').map(Number)
      assert.ok(backends.length >= 3)
      const watchdog = parentOf(service.pid)
      for (const pid of [-watchdog, ...backends]) killIfThere(pid)
      await service.kill()
    }
    const service = await startService(t, dataDir)
    const [found] = await queryOnce<{ count: number }>(
      service.connection,
      `SELECT count(*)::int FROM pg_tables WHERE tablename LIKE 'of_round_%'`,
    )
    assert.equal(found?.count, 3)
    await service.stop()
    assert.equal(isRunning(service.pid), false)
  })
})

describe('a server left behind', () => {
  it('is stopped and its directory taken over', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const first = await startService(t, dataDir)
    await queryOnce(first.connection, 'CREATE TABLE kept ()')
    await first.stop()
    const clusterDir = join(dataDir, 'postgres')
    const account = await chooseAccount(clusterDir)
    const binaries = await findBinaries({ account, copyInto: copyPlaces(dataDir) })
    const args = buildServerArguments(await chooseClusterPath(clusterDir, account), first.connection.host, 5432, EMBEDDED_SETTINGS)
    const orphan = startServerWatchdog({
      program: binaries.postgres,
      args: args.map(withoutSocket),
      cwd: clusterDir,
      account,
      onLine: () => undefined,
    })
    await until('the orphan is ready', () => readFileIfAny(join(clusterDir, 'postmaster.pid')).includes('ready'))
    const orphanPid = Number.parseInt(readFileIfAny(join(clusterDir, 'postmaster.pid')), 10)

    const log = recordingLog()
    const embedded = await startEmbeddedPostgres({ dataDir, log })
    afterwards(t, () => embedded.stop())
    assert.equal(isRunning(orphanPid), false)
    await orphan.exited
    assert.notEqual(embedded.pid, orphanPid)
    assert.deepEqual(await queryOnce(embedded.connection, 'SELECT FROM kept'), [])
    assert.ok(log.lines.some(({ level, message }) => level === 'warn' && message.includes('left behind')))
  })
})

/** The orphan’s socket directory has gone with its service. */
function withoutSocket(argument: string): string {
  return argument.startsWith('unix_socket_directories=')
    ? 'unix_socket_directories='
    : argument.replace('listen_addresses=', 'listen_addresses=localhost').replace('port=5432', 'port=54329')
}

function readFileIfAny(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
