import { readFile } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { loadAreas, readAliases, readAreas, UnusableRegister } from '../features/weather/warnings/index.ts'
import { systemClock } from '../platform/clock.ts'
import { StartupError } from '../platform/startup-error.ts'
import { runInDatabase, LOAD_AREAS_USAGE, readArguments } from './arguments.ts'

/** `admin load-areas`: loads the areas that official warnings reference by code, from their publisher's files. */
export async function loadAreasFrom(config: Config, args: readonly string[]): Promise<void> {
  const { file, aliases } = parse(args)
  const areas = await read(file, readAreas)
  const others = aliases === undefined ? [] : await read(aliases, readAliases)
  await runInDatabase(config, async (db) => {
    const loaded = await loadAreas(db, { areas, aliases: others }, systemClock.now())
    console.log(`${loaded.areas} areas and ${loaded.aliases} aliases loaded.`)
    if (loaded.unknownAliases > 0) console.log(`${loaded.unknownAliases} aliases refer to unknown areas.`)
    console.log(`The register has ${loaded.register.map(({ scheme, areas: count }) => `${count} of ${scheme}`).join(', ')}.`)
  })
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
  const usage = `usage: ${LOAD_AREAS_USAGE}`
  const { values, positionals } = readArguments(args, { file: { type: 'string' }, aliases: { type: 'string' } }, usage)
  if (values.file === undefined || positionals.length > 0) throw new StartupError(usage)
  return { file: values.file, aliases: values.aliases }
}
