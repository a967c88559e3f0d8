import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { build } from '../build/build.ts'
import { packClient, packRelease } from './pack.ts'
import { tryRelease } from './try.ts'

/**
 * `npm run release`: builds the pages and the service, and packs what a running service needs into `release/isobar-<version>.tgz`, or into
 * `--into DIRECTORY`, beside the client package. With `--try`, installs and starts the release as its user would, on the Node that runs this and, with
 * `--older NODE`, on an older one.
 */
const { values } = parseArgs({
  options: { into: { type: 'string', default: 'release' }, try: { type: 'boolean', default: false }, older: { type: 'string' } },
})

await build()
const tarball = await packRelease(values.into)
for (const file of [tarball, await packClient(values.into)]) console.log(`${file}: ${((await stat(file)).size / 1e6).toFixed(2)} MB`)
if (values.try) {
  await tryRelease(tarball, process.execPath)
  if (values.older !== undefined) await tryRelease(tarball, values.older)
}
