import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compareTables } from '../../../test/helpers/compare-tables.ts'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { afterwards } from '../../../test/helpers/embedded.ts'
import { defineTables, narrowColumn, type TablesOf } from './columns.ts'

const tables = defineTables({
  sample: {
    id: 'int8 identity',
    list: narrowColumn<readonly number[]>()('jsonb'),
    settings: narrowColumn<{ a: number }>()('jsonb null'),
    kind: narrowColumn<'one' | 'two'>()('text default'),
    at: narrowColumn<Date>()('timestamptz null'),
    sizes: 'int4[] null',
    double: 'int4 null generated',
  },
})
const CREATE = `
  CREATE TABLE sample (id bigint GENERATED ALWAYS AS IDENTITY, list jsonb NOT NULL, settings jsonb, kind text NOT NULL DEFAULT 'one',
    at timestamptz, sizes integer[], double integer GENERATED ALWAYS AS (sizes[1] * 2) STORED)`

it('the types derived from the columns are what PostgreSQL accepts and returns', async (t) => {
  const database = await createTestDatabase<TablesOf<typeof tables>>({ migrations: false })
  afterwards(t, () => database.drop())
  await database.pool.query(CREATE)
  assert.deepEqual(await compareTables(database.pool, tables), [])
  const { kysely } = database
  await kysely
    .insertInto('sample')
    .values([
      { list: JSON.stringify([1, 2]), settings: JSON.stringify({ a: 1 }), kind: 'two', at: '2026-01-02T03:04:05Z', sizes: [3, 4] },
      { list: '[]' },
    ])
    .execute()
  const rows = await kysely.selectFrom('sample').selectAll().orderBy('id').execute()
  const [first, second] = rows satisfies {
    id: number
    list: readonly number[]
    settings: { a: number } | null
    kind: 'one' | 'two'
    at: Date | null
    sizes: number[] | null
    double: number | null
  }[]
  assert.deepEqual(first, {
    id: 1,
    list: [1, 2],
    settings: { a: 1 },
    kind: 'two',
    at: new Date('2026-01-02T03:04:05Z'),
    sizes: [3, 4],
    double: 6,
  })
  assert.deepEqual(second, { id: 2, list: [], settings: null, kind: 'one', at: null, sizes: null, double: null })
})

it('a value that PostgreSQL would misread or refuse is a type error and a runtime error', async (t) => {
  const database = await createTestDatabase<TablesOf<typeof tables>>({ migrations: false })
  afterwards(t, () => database.drop())
  await database.pool.query(CREATE)
  const insert = () => database.kysely.insertInto('sample')
  const faults: readonly (readonly [code: string, row: Parameters<ReturnType<typeof insert>['values']>[0]])[] = [
    // @ts-expect-error -- an array would be sent as a PostgreSQL array
    ['22P02', { list: [1, 2] }],
    // @ts-expect-error -- also in a nullable column
    ['22P02', { list: '[]', settings: [1, 2] }],
    // @ts-expect-error -- PostgreSQL generates identities
    ['428C9', { list: '[]', id: 1 }],
    // @ts-expect-error -- and computed columns
    ['428C9', { list: '[]', double: 1 }],
    // @ts-expect-error -- not null and without a default
    ['23502', { kind: 'one' }],
  ]
  for (const [code, row] of faults) await assert.rejects(insert().values(row).execute(), { code })
})
