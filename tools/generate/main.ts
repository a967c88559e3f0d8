import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { dumpSchema } from '../../src/platform/db/schema-dump.ts'
import { createTestApp } from '../../test/helpers/app.ts'
import { createTestDatabase } from '../../test/helpers/database.ts'
import { apiTypes, type OpenApi } from './api-types.ts'
import { architecture } from './architecture.ts'
import { configuration } from './configuration.ts'
import { groups } from './groups.ts'
import { messages } from './messages.ts'

/**
 * `npm run generate`: writes every generated file, so that all of them are in the repository. With `--check` it compares instead, and exits
 * with status 1 if one differs.
 */
const ROOT = new URL('../../', import.meta.url)
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const { document, ...api } = await openapi()
const outputs: Record<string, string> = {
  ...architecture(),
  ...configuration(),
  ...groups(),
  ...messages(),
  ...api.files,
  ...(await apiTypes(document as OpenApi)),
  ...(await schema()),
}
for (const [path, content] of Object.entries(outputs)) {
  const url = new URL(path, ROOT)
  if (!values.check) await writeFile(url, content)
  else if ((await readFile(url, 'utf8').catch(() => '')) !== content) {
    console.error(`${path} is out of date: run npm run generate`)
    process.exitCode = 1
  }
}
process.exit()

/** `docs/openapi.json`: the document as the service publishes it. */
async function openapi(): Promise<{ document: unknown; files: Record<string, string> }> {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://weather.example' } })
  try {
    const { body } = await app.get('/api/openapi.json')
    return { document: body, files: { 'docs/openapi.json': `${JSON.stringify(body, null, 2)}\n` } }
  } finally {
    await app.close()
  }
}

/** `migrations/schema.sql`: the schema that all migrations together produce. */
async function schema(): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  try {
    return { 'migrations/schema.sql': await dumpSchema(database.pool) }
  } finally {
    await database.drop()
  }
}
