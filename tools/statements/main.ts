import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createTestDatabase } from '../../test/helpers/database.ts'

/**
 * Prepares every statement that the tests' apps have run (files of `test/helpers/statements.ts` in the folder argv[2]) on the server of
 * TEST_DATABASE_URL, over the product's tables, to check that this PostgreSQL knows all of their syntax, functions, operators and types.
 */
const [, , folder = ''] = process.argv
/** Statements that can be prepared. The rest are transactions, locks and partitions, which the stores' own suites run. */
const PREPARABLE = /^\s*(select|insert|update|delete|merge|values|with)\b/i
/** A month's partition, or a table of a single test: our migrations create all others, whatever the server. */
const UNDEFINED_TABLE = '42P01'

const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
const statements = new Set(files.flatMap((file) => JSON.parse(file) as string[]).filter((text) => PREPARABLE.test(text)))

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.connectionString })
await client.connect()
let [prepared, refused] = [0, 0]
for (const text of statements) {
  try {
    await client.query(`prepare statement as ${text}`)
    await client.query('deallocate statement')
    prepared += 1
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) continue
    refused += 1
    console.error(`${(error as Error).message}\n    ${text}\n`)
  }
}
const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
await client.end()
await database.drop()
console.log(`PostgreSQL ${rows[0]?.version} prepares ${prepared} statements and refuses ${refused}`)
if (refused > 0 || prepared === 0) process.exitCode = 1
