import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Tables } from '../src/composition/tables.ts'
import { createOutboxAdminStore } from '../src/features/mail/outbox/admin-store.ts'
import { createSuppressionAdminStore } from '../src/features/mail/suppression/admin-store.ts'
import { createSubscriptionAdminStore } from '../src/features/subscribers/subscriptions/back-office/store.ts'
import { createTestDatabase, PRODUCT_MIGRATIONS, type TestDatabase } from './helpers/database.ts'

const INDEXES = [
  'mail_outbox_email_key_trgm',
  'mail_outbox_last_error_trgm',
  'mail_suppression_note_trgm',
  'subscription_city_name_trgm',
  'subscription_email_key_trgm',
]

describe('searches of the back office', () => {
  let database: TestDatabase<Tables>
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  let db: Kysely<Tables>
  before(async () => {
    database = await createTestDatabase<Tables>()
    db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: database.pool }),
      log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
    })
  })
  after(() => database.drop())

  const page = { limit: 10, after: null, sort: 'createdAt', descending: true } as const

  async function insertMail(address: string, more: { state?: string; error?: string; template?: string } = {}): Promise<void> {
    await database.pool.query(
      `insert into mail_outbox (id, key, kind, priority, template, address, email_key, lang, units, timezone, data, parts, created_at, state,
         next_attempt_at, attempts_allowed, last_error)
       values ($1, $2, 'digest', 2, $3, $4, lower($4), 'en', 'metric', 'UTC', '{}', '{}', now(), $5, now(), 8, $6)`,
      [randomUUID(), randomUUID(), more.template ?? 'weekly-digest', address, more.state ?? 'sent', more.error ?? null],
    )
  }

  it('find part of an address or of an error in mails, waiting or not, and templates by name', async () => {
    await insertMail('Ada@example.org')
    await insertMail('bob@example.org', { state: 'waiting' })
    await insertMail('cy@else.example', { state: 'failed', error: '550 No such user: ada' })
    await insertMail('dee@else.example', { state: 'waiting', error: '450 ADA is busy', template: 'weather-alert' })
    const store = createOutboxAdminStore(db, ['weekly-digest', 'weather-alert'])
    const found = async (q: string, searchesAddresses = true) => {
      const { items } = await store.list({ searchesAddresses }).page({ ...page, q })
      assert.equal(await store.list({ searchesAddresses }).total(q), items.length, q)
      return items.map(({ address }) => address.split('@')[0]).toSorted()
    }
    assert.deepEqual(await found('aDa'), ['Ada', 'cy', 'dee'])
    assert.deepEqual(await found('EXAMPLE.o'), ['Ada', 'bob'])
    assert.deepEqual(await found('-Alert'), ['dee'])
    assert.deepEqual(await found('%'), [])
    assert.deepEqual(await found('ada', false), [])
    assert.deepEqual(await found('digest', false), ['Ada', 'bob', 'cy'])
  })

  /** The trigram indexes that can answer a store's last statement. */
  async function indexesOf(): Promise<string[]> {
    const { sql, parameters } = asked.at(-1) ?? { sql: '', parameters: [] }
    const client = await database.pool.connect()
    try {
      // Otherwise a sequential scan of few rows is cheaper.
      await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
      return INDEXES.filter((name) => rows.some((row) => row['QUERY PLAN'].includes(name)))
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('use trigram indexes', async () => {
    await createOutboxAdminStore(db, []).list({ searchesAddresses: true }).total('somebody')
    assert.deepEqual(await indexesOf(), ['mail_outbox_email_key_trgm', 'mail_outbox_last_error_trgm'])
    await createSubscriptionAdminStore(db).list({ searchesAddresses: true }).total('somebody')
    assert.deepEqual(await indexesOf(), ['subscription_city_name_trgm', 'subscription_email_key_trgm'])
    await createSuppressionAdminStore(db).list({}).total('somebody')
    assert.deepEqual(await indexesOf(), ['mail_suppression_note_trgm'])
  })

  it('work where the extension cannot be created, and use it in whatever schema it is', async () => {
    const client = await database.pool.connect()
    const migration = await readFile(new URL('0038-search.sql', PRODUCT_MIGRATIONS), 'utf8')
    const role = `owner_${randomUUID().slice(0, 8)}`
    try {
      await client.query('begin')
      await client.query(`drop extension pg_trgm cascade; create role ${role}; grant usage, create on schema public to ${role}`)
      for (const table of ['mail_outbox', 'mail_suppression', 'subscription']) await client.query(`alter table ${table} owner to ${role}`)
      await client.query(`set local role ${role}`)
      await client.query(migration)
      assert.deepEqual(await trigramIndexes(client), [])
      await client.query(
        `reset role; create schema extensions; create extension pg_trgm schema extensions; grant usage on schema extensions to ${role}`,
      )
      await client.query(`set local role ${role}`)
      await client.query(migration)
      assert.deepEqual(await trigramIndexes(client), INDEXES)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

async function trigramIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string }>(`select indexname from pg_indexes where indexname like '%trgm' order by 1`)
  return rows.map(({ indexname }) => indexname)
}
