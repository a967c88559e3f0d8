import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Kysely } from 'kysely'
import { openStorage } from '../composition/storage.ts'
import type { Tables } from '../composition/tables.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { createLogger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'

/** Of the commands of `admin`, each of which is loaded only when used. */
export const EXPLAIN_USAGE = '`admin explain-alert SUBSCRIPTION [--at TIME]`'
export const LOAD_AREAS_USAGE = '`admin load-areas --file GEOJSON [--aliases CSV]`'
export const LOAD_PLACES_USAGE = '`admin load-places FILE…`'
export const CLIENT_KEY_USAGE = [
  '`admin key create NAME --scopes LIST [--origins LIST] [--per-minute N] [--per-day N] [--per-month N] [--expires DATE]`',
  '`admin key list`',
  '`admin key rotate KEY [--overlap-hours N]`',
  '`admin key revoke KEY`',
].join(', ')

/** @throws StartupError with the usage for arguments that are none of the options */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (cause) {
    throw new StartupError(usage, { cause })
  }
}

/** A secret as kept in a file or piped in: the first line, without its line end. */
export function readFirstLine(content: string): string {
  return content.split('\n')[0]?.replace(/\r$/, '') ?? ''
}

/** Does a command's work in the database. What a feature refuses is a fault that the operator can fix. */
export async function runInDatabase<T>(config: Config, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const storage = await openStorage(config, createLogger({ level: 'warn' }))
  try {
    return await work(storage.database.kysely)
  } catch (error) {
    throw toStartupError(error)
  } finally {
    await storage.close()
  }
}

/** What a feature refuses as a fault that the operator can fix; any other error as it is. */
export function toStartupError(error: unknown): unknown {
  return error instanceof AppError ? new StartupError(error.message, { cause: error }) : error
}
