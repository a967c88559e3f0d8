import { findPlace } from '../../web/app/city/find-place.ts'
import { readPlace } from '../../web/app/city/read-place.ts'
import { getWeatherZone } from '../../web/app/city/weather.ts'
import { writePlaceText } from '../../web/app/terminal/place-text.ts'
import type { Config } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { hasTwelveHourClock } from '../messages/locale.ts'
import { getTranslator } from '../messages/messages.ts'
import { toCommandError, buildUnknownPlaceError, openServiceApi } from './service-api.ts'
import { chooseLook, readWeatherOptions } from './weather-options.ts'

/**
 * `weather PLACE`: a place's weather in a terminal, from a running service or, with `--direct`, from Open-Meteo.
 * @throws StartupError with the exit status of what went wrong (`EXIT`)
 */
export async function showWeather(config: Config, args: readonly string[]): Promise<void> {
  const environment = readEnvironment()
  const options = readWeatherOptions(config, args, environment)
  const opened =
    options.url === null ? (await import('./direct-api.ts')).openDirectApi(config) : openServiceApi(options.url, config.ISOBAR_API_KEY)
  try {
    const place = await findPlace(opened.api, options.place, options)
    if (place === null) throw buildUnknownPlaceError(options.place)
    const weather = await readPlace(opened.api, place, options)
    if (options.isJson) return print(`${JSON.stringify({ place, ...weather }, null, 2)}\n`)
    const teller = {
      t: getTranslator(options.lang).t,
      lang: options.lang,
      locale: options.locale,
      hour12: hasTwelveHourClock(options.locale),
      zone: getWeatherZone(weather),
      now: Date.now(),
    }
    print(writePlaceText(place, weather, teller, chooseLook(options, environment, process.stdout), null))
  } catch (error) {
    throw toCommandError(error, opened)
  } finally {
    await opened.close()
  }
}

function print(text: string): void {
  process.stdout.write(text)
}
