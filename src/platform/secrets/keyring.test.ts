import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { createHashKeyStore } from './hash-key-store.ts'
import { openKeyring } from './keyring.ts'
import type { SecretTables } from './tables.ts'

const SECRET = 'the secret of the operator'

describe('what depends on ADMIN_SECRET', () => {
  let database: TestDatabase<SecretTables>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  beforeEach(() => database.pool.query('delete from hash_key'))

  const open = (secret: string) => openKeyring(createHashKeyStore(database.kysely), secret)
  const kept = async () => (await database.pool.query<{ sealed: string }>('select sealed from hash_key')).rows

  it('hashes with a key from the database, the same on every node and after every start', async () => {
    const [one, other] = await Promise.all([open(SECRET), open(SECRET)])
    const hash = one.keyedHash('address', 'ada@example.org')
    assert.match(hash, /^[A-Za-z0-9_-]{22}$/)
    assert.equal(other.keyedHash('address', 'ada@example.org'), hash)
    assert.equal((await open(SECRET)).shortLivedHash('address', 'ada@example.org'), hash)
    assert.notEqual(one.keyedHash('client id', 'ada@example.org'), hash)
    assert.notEqual(hash, createHmac('sha256', `address ${SECRET}`).update('ada@example.org').digest('base64url').slice(0, 22))
    assert.equal((await kept()).length, 1)
  })

  it('keeps the hashes of an older database, and encrypts their key', async () => {
    await database.pool.query('insert into hash_key (sealed) values (null)')
    const expected = createHmac('sha256', `address ${SECRET}`).update('ada@example.org').digest('base64url').slice(0, 22)
    const [one, other] = await Promise.all([open(SECRET), open(SECRET)])
    assert.deepEqual(
      { oneKeyedHash: one.keyedHash('address', 'ada@example.org'), otherKeyedHash: other.keyedHash('address', 'ada@example.org') },
      { oneKeyedHash: expected, otherKeyedHash: expected },
    )
    const [row] = await kept()
    assert.match(row?.sealed ?? '', /^v1\./)
    assert.equal((await open(SECRET)).keyedHash('address', 'ada@example.org'), expected)
  })

  it('reports a wrong secret, and then neither encrypts, hashes nor overwrites anything', async () => {
    const right = await open(SECRET)
    const before = await kept()
    const wrong = await open('another secret')
    assert.match(wrong.fault ?? '', /^ADMIN_SECRET does not match/)
    assert.equal(right.fault, null)
    for (const refused of [() => wrong.keyedHash('address', 'x'), () => wrong.sealing.seal('a place', 'x')])
      assert.throws(refused, { code: 'service_unavailable' })
    assert.notEqual(wrong.shortLivedHash('client', 'x'), right.shortLivedHash('client', 'x'))
    assert.deepEqual(await kept(), before)
  })
})
