import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { putCluster } from '../../test/helpers/cluster.ts'
import { runService, startService } from '../../test/helpers/service-process.ts'

describe('rotate-secret of a generated secret', () => {
  let folder: string
  before(async () => {
    folder = await putCluster(await mkdtemp(join(tmpdir(), 'isobar-rotate-')))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('generates a new secret, which replaces the old one in DATA_DIR', async () => {
    const env = { DATA_DIR: folder, LOG_LEVEL: 'error', SCHEDULER: 'off' }
    const file = join(folder, 'admin-secret')
    const start = async () => {
      const service = await startService(env)
      try {
        return service.output()
      } finally {
        assert.equal(await service.end('SIGTERM'), 0)
      }
    }
    await start()
    const before = await readFile(file, 'utf8')
    // A new secret that a crash left in DATA_DIR is reused.
    const next = `${'N'.repeat(43)}\n`
    await writeFile(`${file}.next`, next)
    const { status, output } = await runService(env, ['rotate-secret'])
    assert.deepEqual({ status, output }, { status: 0, output: '1 secrets re-encrypted.\nThe new secret is in DATA_DIR.\n' })
    assert.notEqual(await readFile(file, 'utf8'), before)
    assert.equal(await readFile(file, 'utf8'), next)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.doesNotMatch(await start(), /ADMIN_SECRET/)
    const again = await runService(env, ['rotate-secret'])
    assert.equal(again.status, 0)
    assert.notEqual(await readFile(file, 'utf8'), next)
    assert.doesNotMatch(await start(), /ADMIN_SECRET/)
  })
})
