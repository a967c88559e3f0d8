import { parseArgs } from 'node:util'
import { CannotBuild } from './cannot-build.ts'
import { buildPages } from './pages.ts'
import { buildService } from './service.ts'

/**
 * `npm run build`: builds the pages and the service if their sources have changed since the last build. With `--if-changed`, as `npm start` calls
 * it, a build that is not possible here is no failure: the service starts with what there is.
 */
const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean', default: false } } })
const isLenient = values['if-changed']

async function built(notice: string, build: () => Promise<void>): Promise<void> {
  try {
    await build()
  } catch (error) {
    if (!(error instanceof CannotBuild && isLenient)) throw error
    console.error(notice)
  }
}

await built(
  'The pages cannot be built here (npm ci installs what builds them, and the folder must be writable): serving the pages built before, if any.',
  buildPages,
)
await built(
  'The service cannot be built here (npm ci installs what builds it, and the folder must be writable): running its sources.',
  buildService,
)
