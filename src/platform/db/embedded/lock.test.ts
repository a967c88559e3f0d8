import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { putCluster } from '../../../../test/helpers/cluster.ts'
import { afterwards, isRunning, queryOnce, recordingLog, startService, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { StartupError } from '../../startup-error.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { lockDataDir, takeFileLock } from './lock.ts'

describe('lockDataDir', () => {
  it('has one holder, also within one process, and can be taken again after its release', async (t) => {
    const dir = temporaryDir(t)
    const lock = await lockDataDir(dir)
    await assert.rejects(
      lockDataDir(dir),
      (error: Error) => error instanceof StartupError && error.message.includes(`process ${process.pid}`),
    )
    lock.release()
    const again = await lockDataDir(dir)
    again.release()
  })

  it('trusts the kernel, not the holder file', async (t) => {
    const dir = temporaryDir(t)
    writeFileSync(join(dir, 'postgres.lock.holder'), `process ${process.pid} on here\n`)
    const lock = await lockDataDir(dir)
    lock.release()
  })

  it('waits as long as it is told', async (t) => {
    const path = join(temporaryDir(t), 'lock')
    const first = await takeFileLock(path, 0)
    assert.ok(first)
    assert.equal(await takeFileLock(path, 50), undefined)
    const waiting = takeFileLock(path, 20_000)
    first.release()
    const second = await waiting
    assert.ok(second)
    second.release()
  })

  it('says what is wrong with a lock file that is something else', async (t) => {
    const dir = temporaryDir(t)
    writeFileSync(join(dir, 'postgres.lock'), 'x'.repeat(5000))
    await assert.rejects(lockDataDir(dir), (error: Error) => error instanceof StartupError && error.message.includes('postgres.lock'))
  })
})

describe('a second service on one DATA_DIR', () => {
  it('is refused with one line naming the directory and the holder, and does not disturb the first', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const first = await startService(t, dataDir)
    await assert.rejects(startEmbeddedPostgres({ dataDir, log: recordingLog() }), (error: Error) => {
      assert.ok(error instanceof StartupError)
      assert.match(error.message, /in use by process \d+ on /)
      assert.ok(error.message.includes(dataDir) && error.message.includes(`process ${first.child.pid}`))
      assert.equal(error.message.includes('\n'), false)
      return true
    })
    assert.equal(isRunning(first.pid), true)
    assert.deepEqual(await queryOnce(first.connection, 'SELECT 1 AS one'), [{ one: 1 }])
  })

  it('may start once the first was killed', async (t) => {
    const dataDir = await putCluster(temporaryDir(t))
    const first = await startService(t, dataDir)
    await first.kill()
    const second = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    afterwards(t, () => second.stop())
    assert.deepEqual(await queryOnce(second.connection, 'SELECT 1 AS one'), [{ one: 1 }])
  })
})
