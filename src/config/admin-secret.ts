import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'
import type { Config } from './config.ts'

const FILE = 'admin-secret'

/**
 * ADMIN_SECRET, or the one kept in DATA_DIR (mode 0600), which the first start on the embedded database makes.
 * @throws StartupError when it can be neither read nor made
 */
export async function loadAdminSecret({ ADMIN_SECRET, DATA_DIR }: Pick<Config, 'ADMIN_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (ADMIN_SECRET !== null) return ADMIN_SECRET
  const path = join(DATA_DIR, FILE)
  try {
    await mkdir(DATA_DIR, { recursive: true })
    return (await make(path)) ?? (await read(path))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`DATA_DIR: ${path} cannot be used (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

/** Null when there is one already. */
async function make(path: string): Promise<string | null> {
  try {
    const file = await open(path, 'wx', 0o600)
    const secret = randomBytes(32).toString('base64url')
    await file.writeFile(`${secret}\n`)
    await file.sync()
    await file.close()
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
}

async function read(path: string): Promise<string> {
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 16) throw new StartupError(`DATA_DIR: ${path} holds no secret; restore it, or remove it to have a new one made`)
  return secret
}
