import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { createSuppressionStore, findSuppressions, importSuppressions, liftUnsubscription, type SuppressionTables } from './index.ts'
import { SUPPRESSION_REASONS, type SuppressionReason } from './tables.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

describe('suppressions', () => {
  let database: TestDatabase<SuppressionTables>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  beforeEach(() => truncate(database.pool, 'mail_suppression'))

  const entry = (addressHash: string, reason: SuppressionReason, note = '') => ({ addressHash, reason, since: NOW, note })
  const put = (addressHash: string, reason: SuppressionReason) =>
    createSuppressionStore(database.kysely).insertSuppression(addressHash, reason, NOW - 1_000, 'first')
  const reasonOf = async (addressHash: string) => (await findSuppressions(database.kysely, [addressHash]))[0]?.reason

  it('keep the first reason that a worker gave', async () => {
    assert.equal(await put('a', 'hard_bounce'), true)
    assert.equal(await put('a', 'complaint'), false)
    assert.deepEqual(await findSuppressions(database.kysely, ['a', 'b']), [{ ...entry('a', 'hard_bounce', 'first'), since: NOW - 1_000 }])
    assert.deepEqual(await createSuppressionStore(database.kysely).findSuppressed(['a', 'b']), new Map([['a', 'hard_bounce']]))
  })

  it('are imported: only an unsubscription gives way, and only to a stronger reason', async () => {
    assert.equal(await importSuppressions(database.kysely, []), 0)
    for (const former of SUPPRESSION_REASONS) {
      for (const imported of SUPPRESSION_REASONS) {
        await truncate(database.pool, 'mail_suppression')
        await put('a', former)
        const isStronger = former === 'unsubscribed' && imported !== 'unsubscribed'
        assert.equal(
          await importSuppressions(database.kysely, [entry('a', imported, 'theirs')]),
          isStronger ? 1 : 0,
          `${former}, ${imported}`,
        )
        const expected = isStronger ? entry('a', imported, 'theirs') : { ...entry('a', former, 'first'), since: NOW - 1_000 }
        assert.deepEqual(await findSuppressions(database.kysely, ['a']), [expected])
      }
    }
  })

  it('are imported once for each address, the last entry of a page', async () => {
    assert.equal(await importSuppressions(database.kysely, [entry('a', 'manual'), entry('b', 'manual'), entry('a', 'complaint')]), 2)
    assert.deepEqual({ reasonOfA: await reasonOf('a'), reasonOfB: await reasonOf('b') }, { reasonOfA: 'complaint', reasonOfB: 'manual' })
  })

  it('are lifted by resubscribing if they are unsubscriptions, for that address alone', async () => {
    for (const reason of SUPPRESSION_REASONS) await put(reason, reason)
    await put('other', 'unsubscribed')
    for (const reason of SUPPRESSION_REASONS) await liftUnsubscription(database.kysely, reason)
    const { rows } = await database.pool.query('select address_hash from mail_suppression order by 1')
    assert.deepEqual(
      rows.map(({ address_hash }) => address_hash),
      ['complaint', 'hard_bounce', 'manual', 'other'],
    )
  })
})
