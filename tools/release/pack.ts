import { execFile, spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, createGzip } from 'node:zlib'
import { pack } from 'tar-fs'
import { buildPackage, type PackageName } from '../build/package.ts'
import { releasedFiles, unlinkMissing } from './contents.ts'
import { changelogFault, type Lock, type Manifest, releaseLock, releaseManifest } from './manifest.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The same files give the same bytes, whoever packs them and when. */
const PACKED_AT = new Date(0)

/**
 * Packs what a running service needs into `isobar-<version>.tgz` in the directory `into`, and returns the file's path. The pages must have been
 * built. The archive contains one directory, `isobar-<version>`.
 * @throws if CHANGELOG.md says nothing about the version
 */
export async function packRelease(into: string): Promise<string> {
  const manifest = releaseManifest(await read<Manifest>('package.json'), revision())
  const fault = changelogFault(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), manifest.version)
  if (fault !== null) throw new Error(fault)
  const lock = releaseLock(await read<Lock>('package-lock.json'), manifest)
  const name = `${manifest.name}-${manifest.version}`
  const staging = await mkdtemp(join(tmpdir(), 'isobar-release-'))
  try {
    const files = await releasedFiles(ROOT)
    const all = new Set(files)
    for (const file of files) {
      await mkdir(dirname(join(staging, file)), { recursive: true })
      if (file.endsWith('.md') && !file.startsWith('src/'))
        await writeFile(join(staging, file), unlinkMissing(file, await readFile(join(ROOT, file), 'utf8'), all))
      else await cp(join(ROOT, file), join(staging, file))
    }
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await writeFile(join(staging, LOCK_FILE), `${JSON.stringify(lock, null, 2)}\n`)
    // Indented for people who compare it in the repository, it takes twice the space.
    await writeFile(join(staging, API_DOCUMENT), JSON.stringify(await read<unknown>(API_DOCUMENT)))
    const released = [...files, 'package.json', LOCK_FILE]
    const tarball = join(into, `${name}.tgz`)
    await mkdir(into, { recursive: true })
    const packed = pack(staging, {
      entries: released,
      map: (header) => ({
        ...header,
        name: `${name}/${header.name}`,
        uid: 0,
        gid: 0,
        uname: '',
        gname: '',
        mtime: PACKED_AT,
        mode: header.name === COMMAND ? 0o755 : 0o644,
      }),
    })
    await pipeline(packed, createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(tarball))
    return tarball
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Builds a package and packs it into `isobar-<name>-<version>.tgz` in the directory `into`. Returns the file's path. */
export async function packPackage(name: PackageName, into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `isobar-${name}-`))
  try {
    await buildPackage(name, folder)
    await mkdir(into, { recursive: true })
    const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(into)], {
      cwd: folder,
    })
    const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }]
    return join(into, filename)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const API_DOCUMENT = 'docs/openapi.json'
/** As npm calls the lock file that it also heeds in a package which it installs from a tarball. `npm ci` reads it, too. */
const LOCK_FILE = 'npm-shrinkwrap.json'
/** What npm links as `isobar`. */
const COMMAND = 'bin/isobar.js'

/** The commit: REVISION where there is no repository, as in an image's build. */
function revision(): string | undefined {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  return process.env['REVISION'] || stdout?.trim() || undefined
}

async function read<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(ROOT, file), 'utf8')) as T
}
