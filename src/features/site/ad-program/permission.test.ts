import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase, PRODUCT_MIGRATIONS } from '../../../../test/helpers/database.ts'
import { PAST_SCHEMA } from '../../../../test/helpers/statements.ts'
import { migrateDatabase } from '../../../platform/db/migrate.ts'
import { createSealing } from '../../../platform/secrets/sealing.ts'
import { buildConnectionPurpose } from '../../operations/connections/index.ts'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** The last migration before the permission became the secret of the connection. */
const BEFORE = 28
const AT = new Date('2026-07-01T12:00:00Z')

it('migrates a permission from its own row to the secret of the connection, which stays switched off', async (t) => {
  const database = await createTestDatabase({ migrations: false })
  t.after(() => database.drop())
  const { pool } = database
  const sealing = createSealing('a-secret-of-the-test-0123')
  await migrateDatabase({ pool, folder: PRODUCT_MIGRATIONS, log: SILENT, upTo: BEFORE })
  await pool.query(
    `insert into connection (id, enabled, settings, version, updated_at, updated_by) values ('ad-program', false, '{}', 3, $1, 'grace')`,
    [AT],
  )
  await pool.query(
    `${PAST_SCHEMA} insert into ad_program (status, refresh_token, connected_at, connected_by, account, synced_at) values ('connected', $1, $2, 'ada', 'a', $2)`,
    [sealing.seal('ad program refresh token', 'the-token'), AT],
  )
  await migrateDatabase({ pool, folder: PRODUCT_MIGRATIONS, log: SILENT })
  const { rows } = await pool.query(
    `select enabled, settings, version, secret, connected_at = secret_updated_at as is_same, account
     from connection, ad_program where id = 'ad-program'`,
  )
  const { secret, ...others } = rows[0]
  assert.equal(sealing.open(buildConnectionPurpose('ad-program'), secret), 'the-token')
  assert.deepEqual(others, { enabled: false, settings: { connectedBy: 'ada' }, version: 4, is_same: true, account: 'a' })
})
