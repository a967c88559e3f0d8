import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { runService } from '../../test/helpers/service-process.ts'
import { until } from '../../test/helpers/until.ts'

const WEATHER = '/api/weather?lat=52.52&lon=13.41&scope=current'

describe('admin key', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  async function run(...args: readonly string[]): Promise<{ status: number | null; output: string; error: string }> {
    const env = { DATABASE_URL: app.database.connectionString, ADMIN_SECRET: 'test-admin-secret-0123456789' }
    const { status, stdout, stderr } = await runService(env, ['admin', 'key', ...args])
    return { status, output: stdout, error: stderr }
  }
  const secretIn = (output: string) => /^isobar_[0-9A-Za-z]{36}$/m.exec(output)?.[0] ?? ''
  const reaches = (secret: string, status: number) =>
    until(`a key is answered with ${status}`, async () => (await app.get(WEATHER, { 'x-api-key': secret })).status === status)

  it('create, list, rotate, revoke: a running service knows at once', async () => {
    assert.equal((await run('list')).output, 'There are no client keys yet.\n')
    const created = await run('create', 'Kitchen display', '--scopes', 'weather, compatible', '--per-day', '5', '--expires', '2099-01-31')
    assert.equal(created.status, 0)
    const secret = secretIn(created.output)
    await reaches(secret, 200)
    const [listed = ''] = (await run('list')).output.split('\n')
    assert.match(listed, /^isobar_\w{6}…\tKitchen display\tactive\tweather,compatible\t\d today, \d this month\t(never )?used/)

    const rotated = await run('rotate', secret.slice(0, 13), '--overlap-hours', '0')
    assert.match(rotated.output, /the former one is no longer valid/)
    await reaches(secret, 401)
    await reaches(secretIn(rotated.output), 200)
    assert.match((await run('rotate', 'Kitchen display')).output, /the former one is valid until 20/)

    assert.equal((await run('revoke', 'Kitchen display')).output, 'Kitchen display is revoked.\n')
    await reaches(secretIn(rotated.output), 401)
    const { rows } = await app.database.pool.query('select actor, action from admin_audit order by id')
    assert.deepEqual(
      rows.map(({ actor, action }) => `${actor}: ${action}`),
      ['create', 'rotate', 'rotate', 'revoke'].map((verb) => `command line: client-key.${verb}`),
    )
  })

  it('exits with 1 and one line for what cannot be done', async () => {
    await run('create', 'Twin', '--scopes', 'tiles')
    await run('create', 'Twin', '--scopes', 'tiles')
    const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [[], /^isobar: usage: `admin key create/],
      [['create'], /^isobar: usage:/],
      [['list', 'x'], /^isobar: usage:/],
      [['create', 'x', 'y'], /^isobar: usage:/],
      [['create', 'x', '--secret', 'y'], /^isobar: usage:/],
      [['create', 'x'], /^isobar: --scopes must be some of weather, history/],
      [['create', 'x', '--scopes', 'everything'], /^isobar: --scopes must be/],
      [['create', 'x'.repeat(101), '--scopes', 'tiles'], /^isobar: the name must have at most 100 characters/],
      [['create', 'x', '--scopes', 'tiles', '--per-minute', '0'], /^isobar: --per-minute must be a whole number from 1/],
      [['create', 'x', '--scopes', 'tiles', '--expires', 'soon'], /^isobar: --expires must be a date/],
      [['create', 'x', '--scopes', 'tiles', '--expires', '2020-01-01'], /^isobar: expiresAt must be in the future/],
      [['create', 'x', '--scopes', 'tiles', '--origins', 'a.example'], /^isobar: origins\[0\] must be an origin/],
      [['rotate', 'Twin', '--overlap-hours', '745'], /^isobar: --overlap-hours must be/],
      [['rotate', 'Nobody'], /^isobar: There is no client key Nobody/],
      [['revoke', 'Twin'], /^isobar: There are 2 client keys called Twin: use the id/],
      [['revoke', 'Kitchen display'], /^isobar: This key was revoked/],
    ]
    for (const [args, message] of wrong) {
      const { status, error } = await run(...args)
      assert.match(error, message)
      assert.deepEqual([status, error.trim().split('\n').length], [1, 1])
    }
  })
})
