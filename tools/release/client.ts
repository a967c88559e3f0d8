import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from '../build/client.ts'

const run = promisify(execFile)

/** Builds `@isobar/client` and packs it into `isobar-client-<version>.tgz` in the directory `into`. Returns the file's path. */
export async function packClient(into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-client-'))
  try {
    await buildClient(folder)
    await mkdir(into, { recursive: true })
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(into)], { cwd: folder })
    const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }]
    return join(into, filename)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
