import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { putCluster } from '../../../../test/helpers/cluster.ts'
import { afterwards, isRunning, isZombie, queryOnce, recordingLog, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { until } from '../../../../test/helpers/until.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { clearPredecessor, identifyProcess } from './postmaster-pid.ts'

const NOBODYS_PID = 2 ** 22 + 1

describe('identifyProcess', () => {
  it('recognises a dead process and impossible ids', async (t) => {
    const dir = temporaryDir(t)
    for (const pid of [NOBODYS_PID, 0, -1, Number.NaN]) assert.equal(await identifyProcess(pid, dir), 'dead')
  })

  it('recognises another program', async (t) => {
    assert.equal(await identifyProcess(process.pid, temporaryDir(t)), 'other')
  })

  it('recognises a zombie', async (t) => {
    if (!existsSync('/proc/self/stat')) return t.skip('needs /proc to see the zombie come about')
    assert.equal(await identifyProcess(await makeZombie(t), temporaryDir(t)), 'zombie')
  })

  it('distinguishes the PostgreSQL of one directory from that of another', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const embedded = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    afterwards(t, () => embedded.stop())
    assert.equal(await identifyProcess(embedded.pid, join(dataDir, 'postgres')), 'server')
    assert.equal(await identifyProcess(embedded.pid, dataDir), 'other')
  })
})

describe('a stale postmaster.pid', () => {
  it('is removed if its process is dead, a zombie or another program, which is left alone', async (t) => {
    const clusterDir = temporaryDir(t)
    const stranger = spawn('sleep', ['60'])
    afterwards(t, () => stranger.kill())
    const pids = [NOBODYS_PID, stranger.pid ?? 0]
    if (existsSync('/proc/self/stat')) pids.push(await makeZombie(t))
    for (const pid of pids) {
      const path = join(clusterDir, 'postmaster.pid')
      writeFileSync(path, `${pid}\n${clusterDir}\n1795230999\n5432\n/tmp\n\n 16039949 4\nready   \n`)
      await clearPredecessor(clusterDir, recordingLog())
      assert.equal(existsSync(path), false)
    }
    assert.equal(isRunning(stranger.pid ?? 0), true)
  })

  it('does not keep the database from starting if it names another live program', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const first = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    afterwards(t, () => stranger.kill())
    const text = `${stranger.pid}\n${join(dataDir, 'postgres')}\n1795230999\n5432\n${first.connection.host}\n\n 16039949 4\nready   \n`
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), text)
    // The socket’s own lock file names a process too.
    mkdirSync(first.connection.host, { recursive: true })
    writeFileSync(join(first.connection.host, '.s.PGSQL.5432.lock'), text)

    const second = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    afterwards(t, () => second.stop())
    assert.deepEqual(await queryOnce(second.connection, 'SELECT 1 AS one'), [{ one: 1 }])
    assert.equal(isRunning(stranger.pid ?? 0), true)
  })
})

/** A process that its parent never reaps. */
async function makeZombie(t: TestContext): Promise<number> {
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  afterwards(t, () => parent.kill())
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  await until('it is a zombie', () => isZombie(pid) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
  return pid
}
