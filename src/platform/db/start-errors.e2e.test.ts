import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { runService } from '../../../test/helpers/service-process.ts'

/** What the server can refuse while the service starts: one line that says what to do, status 1, and no stack trace. */
describe('the start of the service', () => {
  let empty: TestDatabase<unknown>
  let migrated: TestDatabase<unknown>
  let dataDir: string
  const role = `someone_${process.pid}`
  before(async () => {
    empty = await createTestDatabase({ migrations: false })
    migrated = await createTestDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'isobar-start-errors-'))
    await empty.pool.query(`create role ${role} login`)
  })
  after(async () => {
    await empty.pool.query(`drop owned by ${role}`)
    await migrated.drop()
    await empty.pool.query(`drop role ${role}`)
    await empty.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function refusal(
    database: TestDatabase<unknown>,
    change: (url: URL) => void = () => undefined,
    command = 'serve',
  ): Promise<string> {
    const url = new URL(database.connectionString)
    change(url)
    const env = { DATABASE_URL: url.href, ADMIN_SECRET: 'test-admin-secret-0123456789', DATA_DIR: dataDir, WORKERS: '1' }
    const { status, stderr } = await runService(env, [command])
    assert.equal(status, 1, stderr)
    assert.match(stderr, /^isobar: [^\n]+\n$/)
    return stderr
  }
  const asRole = (url: URL) => void (url.username = role)

  it('names the grant that a user without CREATE needs, who can then migrate', async () => {
    const grant = `GRANT USAGE, CREATE ON SCHEMA public TO ${role}`
    assert.match(await refusal(empty, asRole), new RegExp(`permission denied for schema public: ${grant}\n$`))
    assert.match(await refusal(empty, asRole, 'migrate'), new RegExp(`${grant}\n$`))
    await empty.pool.query(grant)
    const url = new URL(empty.connectionString)
    asRole(url)
    const { status, output } = await runService(
      { DATABASE_URL: url.href, ADMIN_SECRET: 'test-admin-secret-0123456789', DATA_DIR: dataDir },
      ['migrate'],
    )
    assert.equal(status, 0, output)
  })

  it('says that the tables belong to another user, whichever of them it may read', async () => {
    assert.match(
      await refusal(migrated, asRole),
      new RegExp(`permission denied for table schema_migrations: user ${role} must own the tables`),
    )
    await migrated.pool.query(`grant select on schema_migrations to ${role}`)
    assert.match(await refusal(migrated, asRole), new RegExp(`permission denied for table \\w+: user ${role} must own the tables`))
  })

  it('says that the server is read-only', async () => {
    const database = await createTestDatabase({ migrations: false })
    await database.pool.query(`alter database ${database.name} set default_transaction_read_only = on`)
    assert.match(await refusal(database), /the server is read-only, as a standby is\n$/)
    await database.drop()
  })

  it('says that the server is too old', async () => {
    const database = await createTestDatabase({ migrations: false })
    await database.pool.query(`create function public.current_setting(text) returns text language sql as $$ select '140012' $$`)
    await database.pool.query(`alter database ${database.name} set search_path = public, pg_catalog`)
    assert.match(await refusal(database), /too old: PostgreSQL 15 or later is needed\n$/)
    await database.drop()
  })

  it('says that the database does not exist', async () => {
    assert.match(await refusal(migrated, (url) => void (url.pathname = '/nowhere')), /the database nowhere does not exist\n$/)
  })
})
