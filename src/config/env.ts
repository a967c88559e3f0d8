import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartupError } from '../platform/startup-error.ts'
import type { Environment } from './reader.ts'

/**
 * The environment of this process plus a `.env` file in `directory`. The file never overrides a variable that is set, even to nothing.
 * Nothing else in the service reads process.env.
 * @throws StartupError when a `.env` exists and cannot be read
 */
export function readEnvironment(directory: string = process.cwd()): Environment {
  return { ...readEnvFile(join(directory, '.env')), ...process.env }
}

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return {}
    throw new StartupError(`${path} cannot be read (${code ?? 'unknown reason'})`, { cause: error })
  }
}
