import { readPlace } from '../../web/app/city/read-place.ts'
import { zoneOf } from '../../web/app/city/view/teller.ts'
import { findPlace } from '../../web/app/terminal/find-place.ts'
import { placeText } from '../../web/app/terminal/place-text.ts'
import type { Config } from '../config/config.ts'
import { readEnvironment } from '../config/env.ts'
import { usesHour12 } from '../messages/locale.ts'
import { translatorOf } from '../messages/messages.ts'
import { explained, noSuchPlace, openServiceApi } from './service-api.ts'
import { lookOf, readWeatherOptions } from './weather-options.ts'

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
    if (place === null) throw noSuchPlace(options.place)
    const weather = await readPlace(opened.api, place, options)
    if (options.isJson) return print(`${JSON.stringify({ place, ...weather }, null, 2)}\n`)
    const teller = {
      t: translatorOf(options.lang).t,
      lang: options.lang,
      locale: options.locale,
      hour12: usesHour12(options.locale),
      zone: zoneOf(weather),
      now: Date.now(),
    }
    print(placeText(place, weather, teller, lookOf(options, environment, process.stdout), null))
  } catch (error) {
    throw explained(error, opened)
  } finally {
    await opened.close()
  }
}

function print(text: string): void {
  process.stdout.write(text)
}
