import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { queryOnce, startService, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { until } from '../../../../test/helpers/until.ts'
import { StartupError } from '../../startup-error.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { copyPlaces } from './embedded.ts'

const SERVICE = fileURLToPath(new URL('../../../../test/helpers/embedded-service.ts', import.meta.url))

describe('initdb', () => {
  it('killed midway with its service does not keep the next start from creating a complete cluster', async (t) => {
    const dataDir = temporaryDir(t)
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, [SERVICE, dataDir], { stdio: ['pipe', 'ignore', 'inherit'] })
      const exited = once(child, 'exit')
      const staging = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new-'))
      // The service is killed while its child initdb runs on for a moment.
      await until('initdb is running', () => existsSync(join(dataDir, staging() ?? '', 'base')))
      child.kill('SIGKILL')
      await exited
      assert.equal(existsSync(join(dataDir, 'postgres')), false)
    }
    const service = await startService(t, dataDir)
    assert.equal(service.error, undefined)
    assert.deepEqual(await queryOnce(service.connection, 'SELECT 1 AS one'), [{ one: 1 }])
    await service.stop()
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-')),
      [],
    )
  })

  it('falls back to the C locale if there is no C.UTF-8, and reports any other failure', async (t) => {
    const dir = temporaryDir(t)
    chmodSync(dir, 0o777)
    const account = await chooseAccount(dir)
    const found = await findBinaries({ account, copyInto: copyPlaces(dir) })
    const initdb = join(dir, 'initdb')
    const asked = join(dir, 'asked')
    // A test cannot remove the system’s locales, so this imitates what initdb says without that one.
    writeFileSync(
      initdb,
      `#!/bin/sh\necho "$@" >>'${asked}'\ncase "$*" in *--locale=C.UTF-8*) echo 'initdb: error: invalid locale name "C.UTF-8"' >&2; exit 1;; esac\nexec '${found.initdb}' "$@"\n`,
      { mode: 0o755 },
    )
    const clusterDir = join(dir, 'postgres')
    assert.equal(await ensureCluster({ clusterDir, account, binaries: { ...found, initdb }, sync: false }), 'created')
    assert.equal(readFileSync(asked, 'utf8').trim().split('\n').length, 2)
    assert.match(readFileSync(join(clusterDir, 'postgresql.conf'), 'utf8'), /^lc_messages = '?C'?\s/m)

    writeFileSync(initdb, `#!/bin/sh\necho 'initdb: error: no space left on device' >&2\nexit 1\n`)
    await assert.rejects(
      ensureCluster({ clusterDir: join(dir, 'other'), account, binaries: { ...found, initdb } }),
      (error: Error) => error instanceof StartupError && error.message.endsWith('no space left on device'),
    )
    assert.deepEqual(readdirSync(dir).toSorted(), ['asked', 'initdb', 'postgres'])
  })
})
