import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { apiTypes, type OpenApi } from './api-types.ts'
import { configuration } from './configuration.ts'
import { messages } from './messages.ts'
import { openapi } from './openapi.ts'
import { schema } from './schema.ts'

/**
 * `npm run generate`: writes every generated file, so that all of them are in the repository. With `--check` it compares instead, and exits
 * with status 1 if one differs.
 */
const ROOT = new URL('../../', import.meta.url)
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const { document, ...api } = await openapi()
const outputs: Record<string, string> = {
  ...configuration(),
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
