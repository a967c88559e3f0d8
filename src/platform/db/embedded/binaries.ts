import { access, lstat, readFile, symlink, chmod, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../startup-error.ts'
import { type Account, selectErrorLine, runCommand } from './command.ts'
import { choosePostgresPackage, readMachine } from './supported-platform.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly majorVersion: number
}

export interface FindBinariesOptions {
  /** The account that must be able to run them; `undefined`: the service's own user. */
  readonly account: Account | undefined
  /** Directories for a copy, in order of preference, when the programs cannot run where npm installed them. */
  readonly copyInto: readonly string[]
  /** The npm package's directory; found by default. */
  readonly packageDir?: string
}

/**
 * Finds PostgreSQL's programs in their npm package and makes sure that `account` can run them. Adds the symbolic links that npm cannot
 * package (the install script creates them, unless npm ran with --ignore-scripts). Copies everything once when the package cannot be
 * completed (read-only) or reached (a project in a 0700 home directory, started as root).
 * @throws StartupError naming what to do
 */
export async function findBinaries(options: FindBinariesOptions): Promise<PostgresBinaries> {
  const packageDir = options.packageDir ?? findPackage()
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const nativeDir = join(packageDir, 'native')
  await addMissingLinks(nativeDir).catch(() => undefined)
  const fault = await faultOf(nativeDir, options.account)
  if (fault === undefined) return binariesIn(nativeDir, version)
  for (const parent of options.copyInto) {
    const copy = await copyBinaries(nativeDir, parent, version, addMissingLinks).catch(() => undefined)
    if (copy !== undefined && (await faultOf(copy, options.account)) === undefined) return binariesIn(copy, version)
  }
  throw new StartupError(
    `The embedded database binaries in ${nativeDir} do not run (${fault}), nor do copies in ${options.copyInto.join(' or ')}; set DATABASE_URL to a PostgreSQL server`,
  )
}

/** The directory of PostgreSQL's npm package for this machine. @throws StartupError if it is not installed, or there is none */
export function findPackage(): string {
  const name = choosePostgresPackage(readMachine())
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (error) {
    throw new StartupError(
      `The package ${name} with the embedded database is not installed: run npm ci without --omit=optional, or set DATABASE_URL`,
      { cause: error },
    )
  }
}

function binariesIn(nativeDir: string, version: string): PostgresBinaries {
  return {
    initdb: join(nativeDir, 'bin', 'initdb'),
    postgres: join(nativeDir, 'bin', 'postgres'),
    majorVersion: Number.parseInt(version, 10),
  }
}

/** Why the programs do not run; undefined when they do. Starting both reveals missing libraries and missing permissions. */
async function faultOf(nativeDir: string, account: Account | undefined): Promise<string | undefined> {
  const [readable, ...started] = await Promise.all([
    // Templates and time zones are read at run time; this detects an incomplete or unreadable copy.
    runCommand('/bin/sh', ['-c', 'test -r "$1"', 'sh', join(nativeDir, 'share', 'postgresql', 'postgres.bki')], { account }),
    ...['postgres', 'initdb'].map((program) => runCommand(join(nativeDir, 'bin', program), ['--version'], { account })),
  ])
  const failed = started.find(({ status }) => status !== 0)
  if (failed !== undefined) return selectErrorLine(failed.stderr)
  return readable.status === 0 ? undefined : 'its share directory cannot be read'
}

/**
 * Creates the missing links of those that `pg-symlinks.json` lists (paths relative to the package root). Safe to run in two processes at
 * once.
 */
export async function addMissingLinks(nativeDir: string): Promise<void> {
  const list = join(nativeDir, 'pg-symlinks.json')
  if (
    await access(list).then(
      () => false,
      () => true,
    )
  )
    return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(nativeDir, '..', target.replace(/^native\b/, basename(nativeDir)))
    if ((await lstat(path).catch(() => undefined)) !== undefined) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * Copies the programs once, atomically, into `parent/postgres-binaries-<version>` and returns that directory. An existing one is trusted
 * only when it is ours and nobody else can write to it: the parent may be a shared directory such as /var/tmp.
 */
async function copyBinaries(nativeDir: string, parent: string, version: string, complete: (dir: string) => Promise<void>): Promise<string> {
  const target = join(parent, `postgres-binaries-${version}`)
  await mkdir(parent, { recursive: true })
  if (await isOurs(target)) return target
  const staging = await mkdtemp(`${target}-`)
  try {
    // Static libraries are needed only for compiling; they are a fifth of the files.
    await cp(nativeDir, staging, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    // Copies of read-only directories are read-only: nothing could be added to them, and they could not be removed.
    for (const directory of await directoriesIn(staging)) await chmod(directory, 0o755)
    await complete(staging)
    await rename(staging, target).catch((error: unknown) => {
      // Another process was faster. Its copy is complete, since renaming is the last step.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  if (!(await isOurs(target))) throw new Error(`${target} belongs to another user`)
  return target
}

async function directoriesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return [root, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))]
}

async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
