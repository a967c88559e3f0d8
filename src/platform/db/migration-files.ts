import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../startup-error.ts'

export interface Migration {
  readonly version: number
  /** The file name, such as `0001-cache.sql`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text with LF line ends, so that a checkout on another system does not change it. */
  readonly checksum: string
  readonly inTransaction: boolean
}

const NAME = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/
/** The generated dump is in the same folder but is not a migration. */
const DUMP = 'schema.sql'

/**
 * Reads a folder of migrations in order. A first line `-- no transaction` marks a file that must run outside one (CREATE INDEX
 * CONCURRENTLY); it must contain exactly one statement, since PostgreSQL runs several as one transaction.
 * @throws StartupError for a malformed file name or a duplicate number
 */
export async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql') && name !== DUMP).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
  const migrations: Migration[] = []
  for (const [index, name] of names.entries()) {
    const number = NAME.exec(name)?.[1]
    if (number === undefined) throw new StartupError(`The migration ${name} is not named like 0001-some-name.sql`)
    const version = Number(number)
    if (migrations.at(-1)?.version === version)
      throw new StartupError(`Two migrations have the number ${number}: ${migrations.at(-1)?.name} and ${name}`)
    const sql = (texts[index] ?? '').replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    migrations.push({ version, name, sql, checksum, inTransaction: !/^-- no transaction\s*$/m.test(sql.split('\n', 1)[0] ?? '') })
  }
  return migrations
}
