import { loadEnvFile } from 'node:process'

/** The environment, with what a `.env` file in the working directory adds to it. The only reader of `process.env`. */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return process.env
}
