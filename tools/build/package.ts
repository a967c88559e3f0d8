import { execFile } from 'node:child_process'
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The packages that others install, each after those that it needs. */
export const PACKAGES = ['weather', 'providers', 'client'] as const
export type PackageName = (typeof PACKAGES)[number]

type Door = string | { readonly types: string; readonly default: string }

/** The part of a package's `package.json` that a build reads or changes. */
export interface PackageManifest {
  readonly exports: Readonly<Record<string, Door>>
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What Node 20 lacks, by what stands for it in the packages. The service runs on a Node that has them. */
const LACKING = {
  Temporal: ['temporal-polyfill', 'Temporal'],
  'Map.groupBy': [join(import.meta.dirname, 'group-by.ts'), 'groupBy'],
} satisfies Record<string, [module: string, name: string]>

/**
 * Builds a package in `folder`, as npm installs it: a module for each door, and the declarations of its types. In the package's own folder, where
 * `npm pack` builds it, `clearPackage` undoes that.
 * @throws with the output of a tool that fails
 */
export async function buildPackage(name: PackageName, folder: string): Promise<void> {
  const home = join(ROOT, 'packages', name)
  const manifest = await readManifest(home)
  if (resolve(folder) !== home) {
    for (const file of ['README.md', ...manifest.files.filter((each) => each !== 'dist')])
      await cp(join(home, file), join(folder, file), { recursive: true })
  }
  await writeManifest(folder, { ...manifest, exports: mapDoors(manifest, toBuilt) })
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  // A development package.
  const { rolldown } = await import('rolldown')
  const needed = Object.keys(manifest.dependencies ?? {})
  const isNeeded = (id: string): boolean => isBuiltin(id) || needed.some((each) => id === each || id.startsWith(`${each}/`))
  const build = await rolldown({
    input: await listDoors(home, manifest),
    platform: name === 'providers' ? 'node' : 'neutral',
    external: isNeeded,
    transform: { target: 'es2022', inject: name === 'client' ? {} : LACKING },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(`${name} could not be built: ${log.message}`)
    },
  })
  await build.write({ dir: join(folder, 'dist'), format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' })
  await build.close()
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', home, '--outDir', join(folder, 'dist')])
}

/** Leaves of a package built in its own folder what was there before. */
export async function clearPackage(name: PackageName): Promise<void> {
  const home = join(ROOT, 'packages', name)
  const manifest = await readManifest(home)
  await writeManifest(home, { ...manifest, exports: mapDoors(manifest, toSource) })
  for (const made of ['dist', 'LICENSE']) await rm(join(home, made), { recursive: true, force: true })
}

async function readManifest(folder: string): Promise<PackageManifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageManifest
}

async function writeManifest(folder: string, manifest: PackageManifest): Promise<void> {
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function mapDoors({ exports }: PackageManifest, change: (door: Door) => Door): Record<string, Door> {
  return Object.fromEntries(Object.entries(exports).map(([path, door]) => [path, change(door)]))
}

/** In the checkout a door leads to its source; where the package is installed, Node strips no types. */
function toBuilt(door: Door): Door {
  const [, path] = (typeof door === 'string' && /^\.\/src\/(.*)\.ts$/.exec(door)) || []
  return path === undefined ? door : { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` }
}

function toSource(door: Door): Door {
  return typeof door === 'string' ? door : door.default.replace(/^\.\/dist\/(.*)\.js$/, './src/$1.ts')
}

/** The sources of the doors by their names, without endings: `met-norway/index`. */
async function listDoors(home: string, manifest: PackageManifest): Promise<Record<string, string>> {
  const sources = Object.values(mapDoors(manifest, toSource)).filter((door) => typeof door === 'string' && door.endsWith('.ts'))
  const files = await Array.fromAsync(glob(sources as string[], { cwd: home }))
  return Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/').replace(/^src\/|\.ts$/g, ''), join(home, file)]))
}
