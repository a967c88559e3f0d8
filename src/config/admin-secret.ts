import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import type { Config } from './config.ts'

const FILE = 'admin-secret'
const SECRET = /^[A-Za-z0-9_-]{43}$/

/**
 * ADMIN_SECRET, or the secret in DATA_DIR (mode 0600), generated when first needed. A file without a valid secret is never overwritten:
 * everything encrypted with the lost secret would be lost for good.
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
    // A folder that cannot be made on a read-only disk is reported as missing.
    const why = code === 'ENOENT' || code === 'EROFS' ? `${code}: DATA_DIR may be on a read-only disk` : (code ?? 'unknown reason')
    throw new StartupError(`${path} cannot be read or created (${why})`, { cause: error })
  }
  throw new StartupError(`${path} does not hold a secret: restore it, set ADMIN_SECRET, or delete it and lose what was encrypted with it`)
}

/** The same without generating one; null: there is none yet. @throws StartupError */
export async function findAdminSecret(config: Pick<Config, 'ADMIN_SECRET' | 'DATA_DIR'>): Promise<string | null> {
  if (config.ADMIN_SECRET === null && (await readIfThere(join(config.DATA_DIR, FILE))) === undefined) return null
  return loadAdminSecret(config)
}

/**
 * A generated secret that is to replace the one in DATA_DIR. The commit that makes the new secret valid comes between `write` and
 * `finish`. A written secret is never removed, so a crash in between loses neither of the two. @throws StartupError for a secret that
 * DATA_DIR cannot hold
 */
export function prepareNextAdminSecret({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, secret: string) {
  if (!SECRET.test(secret)) {
    throw new StartupError('the secret in DATA_DIR was generated: generate the new one too, or switch to ADMIN_SECRET first')
  }
  const path = join(DATA_DIR, FILE)
  const draft = `${path}.${randomUUID()}`
  return {
    /** Writes it next to the old one and flushes it to disk. */
    async write(): Promise<void> {
      await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
      await rename(draft, `${path}.next`)
    },
    /** Replaces the old one. */
    finish: (): Promise<void> => rename(`${path}.next`, path),
  }
}

/** A secret that was written but, after a crash, never replaced the old one; undefined when there is none. */
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

/** Writes the file in full before it gets its name: a crash leaves none, and two processes that start at once get the same secret. */
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
