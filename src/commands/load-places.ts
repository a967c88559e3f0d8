import type { Config } from '../config/config.ts'
import { loadPlaces, UnusableList } from '../features/weather/places/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { runInDatabase, LOAD_PLACES_USAGE } from './arguments.ts'

/** `admin load-places`: loads postcodes, airports and summits from their publishers' files. */
export async function loadPlacesFrom(config: Config, files: readonly string[]): Promise<void> {
  if (files.length === 0 || files.some((file) => file.startsWith('-'))) throw new StartupError(`usage: ${LOAD_PLACES_USAGE}`)
  await runInDatabase(config, async (db) => {
    for (const file of files) {
      const loaded = await loadPlaces(db, file).catch((error: unknown) => {
        const reason = error instanceof UnusableList ? error.message : 'it cannot be read'
        throw new StartupError(`${file}: ${reason}`, { cause: error })
      })
      console.log(
        `${file}: ${loaded.map(({ list, places, countries }) => `${places} ${list} of ${countries} countries`).join(', ')} loaded.`,
      )
    }
  })
}
