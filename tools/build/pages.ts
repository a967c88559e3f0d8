import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotBuild } from './cannot-build.ts'
import { compressFiles } from './compress.ts'
import { locked } from './locked.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const WEB = join(ROOT, 'web')
const BUILT = join(WEB, 'build')
/** Includes the parts of the service that pages share. */
const SOURCES = [
  'web/{app,public}/**/*',
  'messages/*.json',
  'src/messages/**/*',
  'src/{errors,time}.ts',
  'packages/weather/src/**/*',
  'src/features/mail/catalogue/*',
  'src/features/site/rendering/visit.ts',
]
/** Of share pictures (`src/features/site/sharing/`): Latin, Greek, Cyrillic, Arabic and more, under a free licence. */
const FONTS = join(ROOT, 'node_modules/dejavu-fonts-ttf')
const FONT_FILES = ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'ttf/DejaVuSans-ExtraLight.ttf', 'LICENSE']
const STAMP = join(BUILT, 'made-from')
const LOCK = join(WEB, 'build.lock')
const CLI = join(ROOT, 'node_modules/@react-router/dev/bin.cjs')

/** Whether the built pages were made from the current sources. */
export async function isCurrent(): Promise<boolean> {
  const made = await readFile(STAMP, 'utf8').catch(() => '')
  return made !== '' && made === (await fingerprint())
}

/**
 * Builds beside the current pages, compresses every file that browsers load, and puts the result in place as a whole. Two builds at once
 * take turns.
 * @throws CannotBuild, or an Error with the builder's output
 */
export async function buildPages(): Promise<void> {
  if (await isCurrent()) return
  if (!existsSync(CLI)) throw new CannotBuild()
  await locked(LOCK, async () => {
    if (await isCurrent()) return
    const made = await fingerprint()
    const fresh = `${BUILT}.new`
    await rm(fresh, { recursive: true, force: true })
    await run(process.execPath, [CLI, 'build', WEB], { WEB_BUILD_DIR: relative(WEB, fresh), NODE_ENV: 'production' })
    await compressFiles(join(fresh, 'client'))
    for (const file of FONT_FILES) await cp(join(FONTS, file), join(fresh, 'fonts', basename(file)))
    await writeFile(join(fresh, 'made-from'), made)
    await rm(BUILT, { recursive: true, force: true })
    await rename(fresh, BUILT)
  })
}

/** Hash of the names and contents of the sources, and of the lock file, which pins the versions of the build tools. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.endsWith('.test.ts')) files.push(join(entry.parentPath, entry.name))
  }
  files.push(
    join(import.meta.dirname, 'compress.ts'),
    join(WEB, 'vite.config.ts'),
    join(WEB, 'react-router.config.ts'),
    join(ROOT, 'package-lock.json'),
  )
  for (const file of files.toSorted()) {
    hash.update(relative(ROOT, file)).update('\0')
    hash.update(await readFile(file)).update('\0')
  }
  return hash.digest('hex')
}

async function run(program: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(program, args, { cwd: WEB, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) throw new Error(`the pages could not be built:\n${said}`)
}
