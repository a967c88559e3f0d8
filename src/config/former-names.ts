import { PROVIDERS } from '@isobar/providers'
import { parseProviderList, toVariableName } from '@isobar/providers/port'
import { parseToggle } from './parsers.ts'
import type { Environment, Fault } from './reader.ts'

/** Variables of earlier releases, and what they are called now. They are read during major version 1. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  WEATHER_PROVIDER_PLAN: 'OPENWEATHER_PLAN',
  WEATHER_PROVIDER_BASE_URL: 'OPENWEATHER_BASE_URL',
  WEATHER_TILES_BASE_URL: 'OPENWEATHER_TILES_BASE_URL',
  UPSTREAM_MINUTE_LIMIT: 'OPENWEATHER_MINUTE_LIMIT',
  UPSTREAM_DAILY_LIMIT: 'OPENWEATHER_DAILY_LIMIT',
  GEOCODE_MINUTE_LIMIT: 'OPENWEATHER_GEOCODE_MINUTE_LIMIT',
  TILES_MINUTE_LIMIT: 'OPENWEATHER_TILES_MINUTE_LIMIT',
  SECOND_PROVIDER_API_KEY: 'OPEN_METEO_API_KEY',
  SECOND_PROVIDER_BASE_URL: 'OPEN_METEO_BASE_URL',
  SECOND_PROVIDER_MINUTE_LIMIT: 'OPEN_METEO_MINUTE_LIMIT',
  SECOND_PROVIDER_DAILY_LIMIT: 'OPEN_METEO_DAILY_LIMIT',
  NATIONAL_FEED_BASE_URL: 'NWS_BASE_URL',
}

/** Shares that RATE_LIMITS named in earlier releases. */
const FORMER_SHARES = /^\s*upstream-second(?:-day)?\s*=\s*\d{1,9}\s*$/

/** Providers that need a key and nothing else. */
const KEYED: ReadonlySet<string> = new Set(PROVIDERS.filter(({ needs = [] }) => needs.join() === 'apiKey').map(({ id }) => id))

/** The provider whose key is WEATHER_PROVIDER_API_KEY: the first in the list that needs a key and nothing else, or else OpenWeather. */
export function chooseKeyedProviderId(list: readonly { readonly id: string }[]): string {
  return list.find(({ id }) => KEYED.has(id))?.id ?? 'openweather'
}

/**
 * The environment under the names that the service reads, the names under which the operator set what has another name, and notices for
 * the start. Ignoring a former name would silently change what the service does, and refusing it would make an update an outage.
 */
export function toCurrentNames(environment: Environment) {
  const current: Record<string, string | undefined> = { ...environment }
  const setAs = new Map<string, string>()
  const renamed: string[] = []
  const notices: string[] = []
  const faults: string[] = []

  function move(from: string, to: string): boolean {
    if (!environment[from]) return false
    if (environment[to]) notices.push(`${from} is ignored: ${to} is set, too, and takes precedence`)
    else {
      current[to] = environment[from]
      setAs.set(to, from)
    }
    return !environment[to]
  }

  for (const [former, name] of Object.entries(FORMER_NAMES)) if (move(former, name)) renamed.push(`${former} is now ${name}`)
  if (environment['SECOND_PROVIDER_FALLBACK']) {
    try {
      if (!parseToggle(environment['SECOND_PROVIDER_FALLBACK']) && move('SECOND_PROVIDER_FALLBACK', 'WEATHER_PROVIDERS'))
        current['WEATHER_PROVIDERS'] = 'openweather'
      renamed.push('SECOND_PROVIDER_FALLBACK is now WEATHER_PROVIDERS, which lists the providers to use: `openweather` for `off`')
    } catch (error) {
      faults.push(`SECOND_PROVIDER_FALLBACK ${(error as Fault).message}`)
    }
  }
  const limits = environment['RATE_LIMITS']?.split(',') ?? []
  if (limits.some((entry) => FORMER_SHARES.test(entry))) {
    current['RATE_LIMITS'] = limits.filter((entry) => !FORMER_SHARES.test(entry)).join()
    renamed.push('upstream-second and upstream-second-day of RATE_LIMITS are ignored: upstream and upstream-day hold for each provider')
  }
  const list = parseProviderList(current['WEATHER_PROVIDERS'] || '')
  move('WEATHER_PROVIDER_API_KEY', toVariableName(chooseKeyedProviderId('fault' in list ? [] : list.entries), 'apiKey'))
  if (renamed.length > 0) notices.push(`Variables have former names, which are read until version 2: ${renamed.join('; ')}`)
  return { environment: current as Environment, setAs, notices, faults }
}
