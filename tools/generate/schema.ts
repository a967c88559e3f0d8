import { dumpSchema } from '../../src/platform/db/schema-dump.ts'
import { createTestDatabase } from '../../test/helpers/database.ts'

/** `migrations/schema.sql`: the schema that all migrations together produce. */
export async function schema(): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  try {
    return { 'migrations/schema.sql': await dumpSchema(database.pool) }
  } finally {
    await database.drop()
  }
}
