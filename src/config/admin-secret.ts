import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import type { Config } from './config.ts'

const FILE = 'admin-secret'
const SECRET = /^[A-Za-z0-9_-]{43}$/

/**
 * ADMIN_SECRET, or the secret that was generated in DATA_DIR (mode 0600) when it was first needed. A file that does not hold one is
 * never overwritten: what was encrypted with the lost secret would be lost for good.
 * @throws StartupError
 */
export async function loadAdminSecret(config: Pick<Config, 'ADMIN_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (config.ADMIN_SECRET !== null) return config.ADMIN_SECRET
  const path = join(config.DATA_DIR, FILE)
  try {
    const secret = (await readIfThere(path)) ?? (await generate(path, config.DATA_DIR))
    if (SECRET.test(secret)) return secret
  } catch (error) {
    const { code } = error as { code?: string }
    throw new StartupError(`${path} cannot be read or created (${code ?? 'unknown reason'})`, { cause: error })
  }
  throw new StartupError(`${path} does not hold a secret: restore it, set ADMIN_SECRET, or delete it and lose what was encrypted with it`)
}

/** A generated secret that is to take the place of the one in DATA_DIR. */
export interface NextAdminSecret {
  /** Writes it beside the old one, to the disk. */
  write(): Promise<void>
  /** It takes the old one's place. */
  finish(): Promise<void>
}

/**
 * Between `write` and `finish` lies the commit that makes it the right one. Nothing takes back what was written: after a crash in between,
 * neither of the two secrets is lost.
 * @throws StartupError for one that DATA_DIR cannot hold
 */
export function nextAdminSecret({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, secret: string): NextAdminSecret {
  if (!SECRET.test(secret)) {
    throw new StartupError('the secret in DATA_DIR was generated: generate the new one too, or switch to ADMIN_SECRET first')
  }
  const path = join(DATA_DIR, FILE)
  const draft = `${path}.${randomUUID()}`
  return {
    async write() {
      await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
      await rename(draft, `${path}.next`)
    },
    finish: () => rename(`${path}.next`, path),
  }
}

/** What was written and never took its place. */
export async function findNextAdminSecret({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<string | undefined> {
  return readIfThere(join(DATA_DIR, `${FILE}.next`))
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written in full before it gets its name, so that a crash leaves none, and two processes that start at once get the same one. */
async function generate(path: string, dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (await readFile(path, 'utf8')).trim()
}
