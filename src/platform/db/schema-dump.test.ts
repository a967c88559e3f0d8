import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards } from '../../../test/helpers/embedded.ts'
import { dumpSchema } from './schema-dump.ts'

/** Independent of one another, so that they can be created in any order. */
const OBJECTS = [
  `CREATE TYPE colour AS ENUM ('red', 'green')`,
  `CREATE DOMAIN percent AS integer NOT NULL CHECK (VALUE BETWEEN 0 AND 100)`,
  `CREATE SEQUENCE ticket START 100 INCREMENT 5`,
  `CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT n * 2'`,
  `CREATE TABLE log (at timestamptz NOT NULL, line text, PRIMARY KEY (at)) PARTITION BY RANGE (at);
   CREATE INDEX log_line ON log (line);
   CREATE TABLE mention (at timestamptz NOT NULL REFERENCES log, who text)`,
  `CREATE TABLE place (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL DEFAULT 'it''s', share numeric(5, 2) CHECK (share > 0),
     doubled numeric GENERATED ALWAYS AS (share * 2) STORED, tags text[], UNIQUE (name));
   CREATE INDEX place_share ON place (share DESC) WHERE share > 1;
   CREATE VIEW big AS SELECT name FROM place WHERE share > 50`,
  `CREATE UNLOGGED TABLE scratch (key text)`,
]
const FILL = `
  SELECT nextval('ticket');
  INSERT INTO place (name, share) SELECT 'p' || n, n FROM generate_series(1, 50) n;
  INSERT INTO scratch VALUES ('x')`
const PARTITIONS = `
  CREATE TABLE log_2026 PARTITION OF log FOR VALUES FROM ('2026-01-01Z') TO ('2027-01-01Z') PARTITION BY RANGE (at);
  CREATE TABLE log_2026_01 PARTITION OF log_2026 FOR VALUES FROM ('2026-01-01Z') TO ('2026-02-01Z');
  CREATE INDEX log_2026_01_line ON log_2026_01 (line, at);
  INSERT INTO log VALUES ('2026-01-15Z', 'x'); INSERT INTO mention VALUES ('2026-01-15Z', 'me')`

const CHANGES = [
  `ALTER TYPE colour ADD VALUE 'blue'`,
  'ALTER TABLE place ALTER name DROP DEFAULT',
  'ALTER TABLE place ALTER tags TYPE varchar[]',
  'ALTER TABLE place ADD CHECK (share < 99)',
  'ALTER TABLE scratch SET LOGGED',
  'DROP INDEX place_share',
  `CREATE OR REPLACE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT n + n'`,
  `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER once BEFORE DELETE ON place FOR EACH ROW EXECUTE FUNCTION refuse()`,
]

async function databaseWith(t: TestContext, statements: readonly string[]): Promise<TestDatabase<unknown>> {
  const database = await createTestDatabase({ migrations: false })
  afterwards(t, () => database.drop())
  for (const statement of statements) await database.pool.query(statement)
  return database
}

describe('dumpSchema', () => {
  let expected: string
  before(async () => {
    const database = await createTestDatabase({ migrations: false })
    for (const statement of OBJECTS) await database.pool.query(statement)
    expected = await dumpSchema(database.pool)
    await database.drop()
  })

  it('describes everything that migrations can create', () => {
    for (const part of [
      `ENUM colour ('red', 'green')`,
      'DOMAIN percent integer NOT NULL CHECK',
      'SEQUENCE ticket bigint START 100 INCREMENT 5',
      'CREATE OR REPLACE FUNCTION public.twice(n integer)',
      'TABLE log PARTITION BY RANGE (at)\n  at timestamp with time zone NOT NULL\n  line text\n  CONSTRAINT log_pkey PRIMARY KEY (at)\n',
      'log_line ON ONLY public.log USING btree (line)',
      'TABLE mention\n  at timestamp with time zone NOT NULL\n  who text\n  CONSTRAINT mention_at_fkey FOREIGN KEY (at) REFERENCES log(at)\n',
      `  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY\n  name text NOT NULL DEFAULT 'it''s'::text\n  share numeric(5,2)\n`,
      'doubled numeric GENERATED ALWAYS AS ((share * (2)::numeric)) STORED',
      'CONSTRAINT place_share_check CHECK ((share > (0)::numeric))',
      'CREATE INDEX place_share ON public.place USING btree (share DESC) WHERE (share > (1)::numeric)',
      'UNLOGGED TABLE scratch',
      'VIEW big AS',
    ])
      assert.ok(expected.includes(part), `${part}\n\nis not in\n\n${expected}`)
  })

  it('does not depend on the order of creation', async (t) => {
    const { pool } = await databaseWith(t, OBJECTS.toReversed())
    assert.equal(await dumpSchema(pool), expected)
  })

  it('does not depend on data', async (t) => {
    const { pool } = await databaseWith(t, [...OBJECTS, FILL, 'ANALYZE'])
    assert.equal(await dumpSchema(pool), expected)
  })

  it('does not depend on partitions created at run time', async (t) => {
    const { pool } = await databaseWith(t, [...OBJECTS, PARTITIONS])
    assert.equal(await dumpSchema(pool), expected)
  })

  it('shows every kind of change', async (t) => {
    for (const change of CHANGES) {
      // The view would prevent changes to the columns it uses.
      const { pool } = await databaseWith(t, [...OBJECTS, 'DROP VIEW big'])
      const before = await dumpSchema(pool)
      assert.notEqual(before, expected)
      await pool.query(change)
      assert.notEqual(await dumpSchema(pool), before, change)
    }
  })
})
