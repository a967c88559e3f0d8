import { parseArgs } from 'node:util'
import { MissingBuilder } from './missing-builder.ts'
import { buildPages, isCurrent } from './pages.ts'
import { buildService } from './service.ts'

/**
 * `npm run build`: makes the pages of `web/` into what the service serves, and the service into what starts sooner. With `--if-changed`, as `npm
 * start` calls it, only what is not as it was built last; where the packages that build are not installed, the service then starts with what there is.
 */
const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean', default: false } } })
const isLenient = values['if-changed']

async function built(what: string, build: () => Promise<void>): Promise<void> {
  try {
    await build()
  } catch (error) {
    if (!(error instanceof MissingBuilder && isLenient)) throw error
    console.error(what)
  }
}

if (!(isLenient && (await isCurrent()))) {
  await built('The pages cannot be built here (npm ci brings what builds them): serving those that were built before, if any.', buildPages)
}
await built('The service cannot be built here (npm ci brings what builds it): running its sources.', buildService)
