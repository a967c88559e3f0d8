import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { type ServiceProcess, startService } from '../../../../test/helpers/service-process.ts'
import { until } from '../../../../test/helpers/until.ts'

const ADMIN = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' }
const NO_ROOT = process.getuid?.() === 0 && process.platform === 'linux' ? false : 'mounting a small disk needs root on Linux'

describe('a backup', () => {
  let database: TestDatabase<unknown>
  let base: string
  let folder: string
  const started: ServiceProcess[] = []
  before(async () => {
    database = await createTestDatabase()
    base = await mkdtemp(join(tmpdir(), 'isobar-killed-backup-'))
    folder = join(base, 'backups')
    // Random, so that it takes some megabytes.
    await database.pool.query(
      `insert into upstream_call (product, weight, cause, request_id, started_at)
       select 'open-meteo/forecast', 1, 'request', gen_random_uuid(), now() - n * interval '1 second' from generate_series(1, 150000) n`,
    )
  })
  after(async () => {
    await Promise.all(started.map(({ child, end }) => child.exitCode === null && child.signalCode === null && end('SIGKILL')))
    await database.drop()
    await rm(base, { recursive: true, force: true })
  })

  async function node(dir = folder) {
    const service = await startService({
      DATABASE_URL: database.connectionString,
      ADMIN_SECRET: 'sixteen-characters',
      DATA_DIR: join(base, 'data'),
      BACKUP_DIR: dir,
      LOG_LEVEL: 'silent',
      SCHEDULER: 'off',
      WORKERS: '1',
      ...ADMIN,
    })
    started.push(service)
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN
    const json = { 'content-type': 'application/json' }
    const login = await fetch(`${service.url}/api/auth/login`, { method: 'POST', headers: json, body: JSON.stringify({ email, password }) })
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const api = async (path: string, method = 'GET') =>
      // oxlint-disable-next-line typescript/no-explicit-any -- the test looks into bodies of several shapes
      (await fetch(service.url + path, { method, headers: { cookie } })).json() as Promise<any>
    return { service, api }
  }
  const names = () => readdir(folder).catch(() => [] as string[])

  it('whose process is killed is not listed, and the next one is whole', async (t) => {
    const first = await node()
    // The backup waits for this table until its process is killed, however fast the machine is.
    const holder = await database.pool.connect()
    t.after(() => holder.release(true))
    await holder.query('begin')
    await holder.query('lock table upstream_call in access exclusive mode')
    assert.deepEqual(await first.api('/api/admin/backups', 'POST'), { status: 'started' })
    await until('it is being written', async () => (await names()).length > 0)
    await first.service.end('SIGKILL')
    await holder.query('rollback')
    assert.match((await names()).join(), /^isobar-\d{8}T\d{6}Z\.backup\.part$/)

    const second = await node()
    assert.deepEqual((await second.api('/api/admin/backups')).items, [])
    await until('the killed run is known to be over', async () => (await second.api('/api/admin/backups')).running.length === 0)
    await second.api('/api/admin/backups', 'POST')
    await until('it has been tested', async () => (await second.api('/api/admin/backups')).lastTest !== null)
    const { items, lastTest } = await second.api('/api/admin/backups')
    assert.deepEqual({ items: items.length, ok: lastTest.ok, error: lastTest.error }, { items: 1, ok: true, error: null })
    assert.ok(lastTest.rows > 150_000)
    assert.deepEqual(await names(), [items[0].file])
    assert.equal(await second.service.end('SIGTERM'), 0)
  })

  it('that fills the disk fails, leaves nothing, and the ones before stay', { skip: NO_ROOT }, async (t) => {
    const disk = join(base, 'disk')
    await mkdir(disk)
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=755', 'isobar-test', disk], { encoding: 'utf8' })
    if (status !== 0) return t.skip(`a small disk cannot be mounted: ${stderr}`)
    t.after(() => spawnSync('umount', ['--lazy', disk]))
    const { service, api } = await node(disk)
    await api('/api/admin/backups', 'POST')
    await until('it has failed', async () => (await api('/api/admin/jobs?job=backup&limit=1')).items[0].status === 'failed')
    const [run] = (await api('/api/admin/jobs?job=backup&limit=1')).items
    assert.equal(run.error, `${disk} cannot be written to (ENOSPC)`)
    assert.deepEqual(await readdir(disk), [])
    const isTrouble = ({ key, link }: { key: string; link: string }) => key === 'job backup' && link === '/admin/backups'
    await until('it is a trouble', async () => (await api('/api/admin/state')).troubles.some(isTrouble))
    assert.equal(await service.end('SIGTERM'), 0)
  })
})
