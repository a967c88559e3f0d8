import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openStorage } from '../composition/storage.ts'
import type { Config } from '../config/config.ts'
import { loadAreas, readAliases, readAreas, UnusableRegister } from '../features/weather/warnings/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { LOAD_AREAS_USAGE } from './load-areas-usage.ts'

/** `admin load-areas`: loads the areas that official warnings reference by code, from their publisher's files. */
export async function loadAreasFrom(config: Config, args: readonly string[]): Promise<void> {
  const { file, aliases } = parse(args)
  const areas = await read(file, readAreas)
  const others = aliases === undefined ? [] : await read(aliases, readAliases)
  const storage = await openStorage(config, createLogger({ level: 'warn' }))
  try {
    const loaded = await loadAreas(storage.database.kysely, { areas, aliases: others }, systemClock.now())
    console.log(`${loaded.areas} areas and ${loaded.aliases} aliases loaded.`)
    if (loaded.unknownAliases > 0) console.log(`${loaded.unknownAliases} aliases refer to unknown areas.`)
    console.log(`The register has ${loaded.register.map(({ scheme, areas: count }) => `${count} of ${scheme}`).join(', ')}.`)
  } finally {
    await storage.close()
  }
}

async function read<T>(path: string, decode: (text: string) => T): Promise<T> {
  try {
    return decode(await readFile(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof UnusableRegister ? error.message : 'it cannot be read'
    throw new StartupError(`${path}: ${reason}`, { cause: error })
  }
}

function parse(args: readonly string[]): { readonly file: string; readonly aliases: string | undefined } {
  try {
    const { values } = parseArgs({ args: [...args], options: { file: { type: 'string' }, aliases: { type: 'string' } } })
    if (values.file === undefined) throw new StartupError(`usage: \`${LOAD_AREAS_USAGE}\``)
    return { file: values.file, aliases: values.aliases }
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(`usage: \`${LOAD_AREAS_USAGE}\``, { cause: error })
  }
}
