import { readdir } from 'node:fs/promises'
import { join, normalize, relative } from 'node:path'

/** What a running service reads, and what its operator reads. Of `web/`, the built pages, and the drawings that are served one by one; of `src/`, texts and templates. */
const INCLUDED = [
  '.env.example',
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'bin',
  'build',
  'deploy',
  'docs',
  'messages',
  'migrations',
  'src',
  'web/build',
  'web/public/weather-icons.svg',
] as const
/**
 * Without sources a release runs what was built (`bin/program.js`), which has the tables in JSON in it; the record of these is of use only beside them. Decisions and pictures are for those who
 * develop.
 */
const LEFT_OUT =
  /\.ts$|(?:^|\/)(?:testing|fixtures)\/|^src\/.*\/README\.md$|^src\/.*\.json$|^build\/made-from\.json$|^docs\/(?!(?:[\w-]+\.md|openapi\.json)$)/

/** The files of a release, as paths from the project's root, sorted; the manifest and its lock file are rewritten (`manifest.ts`). */
export async function releasedFiles(root: string): Promise<readonly string[]> {
  const found = await Promise.all(INCLUDED.map((path) => filesIn(root, path)))
  return found
    .flat()
    .filter((file) => !LEFT_OUT.test(file))
    .toSorted()
}

const LINK = /!?\[(?<text>[^\]]*)\]\((?!\w+:|#)(?<target>[^)#\s]+)(?:#[^)]*)?\)/g

/** A document without its pictures and links that lead to files which are not released: their texts stay. `file`: its path. */
export function unlinkMissing(file: string, document: string, released: ReadonlySet<string>): string {
  return document.replaceAll(LINK, (link: string, text: string, target: string) => {
    if (link.startsWith('!')) return text
    const path = normalize(join(file, '..', target)).replaceAll('\\', '/')
    return released.has(path) ? link : text
  })
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
