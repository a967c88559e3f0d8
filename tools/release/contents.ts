import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What a running service reads, and what its operator reads. Of `web/`, the built pages, and the drawings that are served one by one. */
const INCLUDED = [
  '.env.example',
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'bin',
  'build',
  'deploy',
  'docs/api.md',
  'docs/command-line.md',
  'docs/configuration.md',
  'docs/deployment.md',
  'docs/errors.md',
  'docs/openapi.json',
  'docs/operations.md',
  'messages',
  'migrations',
  'src',
  'web/build',
  'web/public/weather-icons.svg',
] as const
const LEFT_OUT = /\.test\.ts$|(?:^|\/)testing\//

/** The files of a release, as paths from the project's root, sorted; the manifest and its lock file are rewritten (`manifest.ts`). */
export async function releasedFiles(root: string): Promise<readonly string[]> {
  const found = await Promise.all(INCLUDED.map((path) => filesIn(root, path)))
  return found
    .flat()
    .filter((file) => !LEFT_OUT.test(file))
    .toSorted()
}

async function filesIn(root: string, path: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (entries === null) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
}
