import { parseArgs } from 'node:util'
import { buildPages, isCurrent, MissingBuilder } from './build.ts'

/**
 * `npm run build`: makes the pages of `web/` into what the service serves. With `--if-changed`, as `npm start` calls it, only when they are
 * not what was built last; where the packages that build are not installed, the service then starts with what there is.
 */
const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean', default: false } } })

if (!(values['if-changed'] && (await isCurrent()))) {
  try {
    await buildPages()
  } catch (error) {
    if (!(error instanceof MissingBuilder && values['if-changed'])) throw error
    console.error('The pages cannot be built here (npm ci brings what builds them): serving those that were built before, if any.')
  }
}
