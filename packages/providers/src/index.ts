import { aviationWeather } from './aviation-weather/index.ts'
import { brightSky } from './bright-sky/index.ts'
import { dwd } from './dwd/index.ts'
import { eccc } from './eccc/index.ts'
import { metNorway } from './met-norway/index.ts'
import { meteoAlarm } from './meteoalarm/index.ts'
import { nws } from './nws/index.ts'
import { openMeteo } from './open-meteo/index.ts'
import { openWeather } from './openweather/index.ts'
import { pirateWeather } from './pirate-weather/index.ts'
import type { ProviderDefinition } from './provider.ts'
import { rainViewer } from './rainviewer/index.ts'
import { tomorrowIo } from './tomorrow-io/index.ts'
import { visualCrossing } from './visual-crossing/index.ts'
import { weatherApi } from './weatherapi/index.ts'
import { weatherKit } from './weatherkit/index.ts'

export { createFetchCalls, type FetchCallsOptions } from './fetch-calls.ts'
export * from './port.ts'

/** All providers, one line each; WEATHER_PROVIDERS selects those that deliver the weather. */
export const PROVIDERS: readonly ProviderDefinition[] = [
  aviationWeather,
  brightSky,
  dwd,
  eccc,
  meteoAlarm,
  metNorway,
  openWeather,
  openMeteo,
  nws,
  pirateWeather,
  rainViewer,
  tomorrowIo,
  visualCrossing,
  weatherApi,
  weatherKit,
]
