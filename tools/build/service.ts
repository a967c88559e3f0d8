import { existsSync, readFileSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import { hashContent, programOf } from '../../bin/program.js'
import { CannotBuild } from './cannot-build.ts'
import { locked } from './locked.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = join(ROOT, 'build')
/** The file that lists the sources of a build; `bin/program.js` reads it. */
export const MADE_FROM = 'build/made-from.json'
const SOURCES = join(ROOT, 'src')
/** Parts of the service that others install, too. */
const PACKAGES = join(ROOT, 'packages')
/** Commands share the text of a place with the site. */
const PAGES = join(ROOT, 'web', 'app')
const MESSAGES = join(ROOT, 'messages')
const MAIN = join(SOURCES, 'main.ts')
/** Packages that every start loads, from hundreds of small files. Others that a release installs are not bundled: some look for files beside themselves. */
const INCLUDED = new Set(['@opentelemetry/api', '@fastify/type-provider-typebox', 'kysely', 'typebox', 'undici'])
/** What a release installs. Everything else is in the build: packages of packages/weather, whose code is, and of one command, which loads them (decision 21). */
const INSTALLED = readInstalled()
/** The service reads it too, from there. */
const MANIFEST = join(ROOT, 'package.json')
/** Pins the versions of those packages. */
const LOCK_FILE = join(ROOT, 'package-lock.json')
/** The program of a thread, `new URL('./x.ts', import.meta.url)`, or a module's own URL. */
const ADDRESS = /new URL\('\.\/(?<thread>[\w-]+)\.ts', import\.meta\.url\)|\bimport\.meta\.url\b/g
const LICENCE = /^licen[cs]e(?:\.(?:md|txt))?$/i

/**
 * Bundles the service into few files below `build/`, which load in a fraction of the time that its fifteen hundred modules take.
 * `bin/program.js` checks that they are current before it runs them. Files that modules find beside themselves stay in `src/`.
 * @throws CannotBuild, or an Error with the bundler's output
 */
export async function buildService(): Promise<void> {
  if (isCurrent()) return
  if (!existsSync(join(ROOT, 'node_modules', 'rolldown'))) throw new CannotBuild()
  await locked(`${BUILT}.lock`, async () => {
    if (isCurrent()) return
    const fresh = `${BUILT}.new`
    await rm(fresh, { recursive: true, force: true })
    // Taken before the files are read: what changes meanwhile is built again.
    const before = await madeFrom(ROOT, [...(await sources()), MANIFEST, LOCK_FILE])
    const modules = await bundle(fresh)
    const isIn = new Set([...modules, MANIFEST, LOCK_FILE].map(pathFromRoot))
    await writeFile(join(fresh, 'LICENSES'), await licencesOf(modules))
    await writeFile(
      join(fresh, basename(MADE_FROM)),
      JSON.stringify(Object.fromEntries(Object.entries(before).filter(([file]) => isIn.has(file)))),
    )
    await syncFiles(fresh)
    await rm(BUILT, { recursive: true, force: true })
    await rename(fresh, BUILT)
  })
}

const isCurrent = (): boolean => programOf(ROOT) !== MAIN

/** Files half written at a loss of power would be taken for current. */
async function syncFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name), 'r+')
    await file.sync().finally(() => file.close())
  }
}

/** Size in bytes, modification time in milliseconds and hash of each file, by its path from the root. */
export async function madeFrom(
  root: string,
  files: readonly string[],
): Promise<Record<string, readonly [size: number, changedMs: number, hash: string]>> {
  const entries = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file)
      return [pathFrom(root, file), [size, mtimeMs, hashContent(await readFile(file))]] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Returns the paths of the bundled modules. */
async function bundle(into: string): Promise<readonly string[]> {
  // A development package.
  const { rolldown } = await import('rolldown')
  const modules: string[] = []
  const build = await rolldown({
    input: { main: MAIN },
    cwd: ROOT,
    platform: 'node',
    external: isApart,
    plugins: [placed, { name: 'modules', moduleParsed: ({ id }) => void modules.push(id) }],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(`the service could not be built: ${log.message}`)
    },
  })
  await build.write({ dir: into, format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await build.close()
  return modules
}

function isApart(id: string): boolean {
  if (isBuiltin(id)) return true
  if (id.startsWith('.') || id.startsWith('@isobar/') || isAbsolute(id)) return false
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(id) ?? []
  return INSTALLED.has(name) && !INCLUDED.has(name)
}

function readInstalled(): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string> | undefined>
  return new Set([...Object.keys(manifest['dependencies'] ?? {}), ...Object.keys(manifest['optionalDependencies'] ?? {})])
}

/** Modules find threads and files relative to their place in `src/`, but run elsewhere: threads are built too, files stay. */
const placed: Plugin = {
  name: 'placed',
  transform(code, id) {
    if (!(id.startsWith(SOURCES) || id.startsWith(PACKAGES)) || !code.includes('import.meta.url')) return null
    const place = `../${pathFromRoot(id)}`
    return code.replaceAll(ADDRESS, (_, thread: string | undefined) => {
      if (thread === undefined) return `new URL(${JSON.stringify(place)}, import.meta.url).href`
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName: `${thread}.js` })
      return `new URL('./${thread}.js', import.meta.url)`
    })
  },
}

/** The licences of the bundled packages, which ask for that. */
async function licencesOf(modules: readonly string[]): Promise<string> {
  const packages = new Set(modules.flatMap((id) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(pathFromRoot(id))?.[0] ?? []))
  const texts = [...packages].toSorted().map(async (folder) => {
    const name = (await readdir(join(ROOT, folder))).find((file) => LICENCE.test(file))
    if (name === undefined) throw new Error(`${folder} has no licence file`)
    return `${folder.slice('node_modules/'.length)}\n\n${(await readFile(join(ROOT, folder, name), 'utf8')).trim()}\n`
  })
  return (await Promise.all(texts)).join('\n\n')
}

async function sources(): Promise<readonly string[]> {
  return (await Promise.all([filesIn(SOURCES, '.ts'), filesIn(PACKAGES, '.ts'), filesIn(PAGES, '.ts'), filesIn(MESSAGES, '.json')])).flat()
}

async function filesIn(folder: string, ending: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(ending)).map((file) => join(folder, file))
}

const pathFromRoot = (file: string): string => pathFrom(ROOT, file)

function pathFrom(root: string, file: string): string {
  return relative(root, file).replaceAll('\\', '/')
}
