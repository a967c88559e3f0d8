import { readFileSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }

/** The version in package.json. */
export const VERSION: string = manifest.version

/** The commit that a release was packed from; `unknown` in a checkout. Read at run time: the bundle is made before the release. */
export const REVISION: string =
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { gitHead?: string }).gitHead ?? 'unknown'
