import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { build } from '../build/build.ts'
import { PACKAGES } from '../build/package.ts'
import { packPackage, packRelease } from './pack.ts'

/**
 * `npm run release`: builds the pages and the service, and packs what a running service needs into `release/isobar-<version>.tgz`, or into
 * `--into DIRECTORY`, beside the packages that others install. With `--try`, installs the release in each way in which it is used, also on an older Node
 * (`--older NODE`), and compares what its service answers with what the checkout's does, or did (`--against FILE`, saved by `tools/exercise`).
 */
const { values } = parseArgs({
  options: {
    into: { type: 'string', default: 'release' },
    try: { type: 'boolean', default: false },
    older: { type: 'string' },
    against: { type: 'string' },
  },
})

await build()
const tarball = await packRelease(values.into)
const packages = []
for (const name of PACKAGES) packages.push(await packPackage(name, values.into))
for (const file of [tarball, ...packages]) console.log(`${file}: ${((await stat(file)).size / 1e6).toFixed(2)} MB`)
// What tries it is not there where an image is built.
if (values.try) await (await import('./try.ts')).tryRelease(tarball, values)
