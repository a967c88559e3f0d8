import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Installs packages of npm, `name@version` each, into a folder of their own: what few measurements need, nobody else waits for. Their scripts are not
 * run. Rejects if one cannot be had.
 */
export async function installPackages(folder: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  if (packages.length === 0) return
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  })
}
