import type { Meter } from '../../../../gateway/index.ts'
import type { AlertCapability, Product, WeatherCapability } from '../../../../providers/provider.ts'
import { cellOf } from '../../../../domain/cell.ts'
import type { OutsideSystem } from '../system.ts'
import { checkProvider, verdictOfCalls } from './provider-check.ts'

/** A place that every provider has weather for. */
const GREENWICH = cellOf(51.48, 0)
/** A place within the United States. */
const KANSAS = cellOf(39.11, -94.63)

function lastCallsOf({ product }: { readonly product: Product }, meter: Meter): NonNullable<OutsideSystem['lastCalls']> {
  return (sinceMs) => verdictOfCalls(meter, product, sinceMs)
}

/** One call for current weather. */
export function weatherCheck(weather: WeatherCapability, meter: Meter, now: () => number): OutsideSystem['check'] {
  return async (occasion) => {
    const found = await checkProvider(meter, occasion, (calls) => weather.fetch(GREENWICH, ['current'], calls, now()))
    // It answers again: what was learned from its failures is past.
    meter.forgetFaults()
    return found
  }
}

export interface PrimaryOptions {
  readonly weather: WeatherCapability
  readonly meter: Meter
  readonly now: () => number
  readonly settings: OutsideSystem['settings']
  readonly hasKey: () => boolean
}

export const WEATHER_PROVIDER = 'weather-provider'

export function primaryProvider({ weather, meter, now, settings, hasKey }: PrimaryOptions): OutsideSystem {
  const lastCalls = lastCallsOf(weather, meter)
  return {
    id: WEATHER_PROVIDER,
    kind: 'weather_provider',
    configured: hasKey,
    settings,
    lastCalls,
    check: weatherCheck(weather, meter, now),
  }
}

export interface SecondOptions {
  readonly weather: WeatherCapability
  readonly meter: Meter
  readonly now: () => number
  readonly settings: OutsideSystem['settings']
  /** Why it may not answer; null: it may. */
  readonly switchedOffBy: () => string | null
}

export const SECOND_PROVIDER = 'second-provider'

export function secondProvider({ weather, meter, now, settings, switchedOffBy }: SecondOptions): OutsideSystem {
  const check = weatherCheck(weather, meter, now)
  return {
    id: SECOND_PROVIDER,
    kind: 'weather_provider',
    configured: () => true,
    switchedOffBy,
    settings,
    lastCalls: lastCallsOf(weather, meter),
    check,
  }
}

export interface NationalOptions {
  readonly alerts: AlertCapability
  readonly meter: Meter
  readonly settings: OutsideSystem['settings']
}

export const NATIONAL_FEED = 'national-feed'

export function nationalFeed({ alerts, meter, settings }: NationalOptions): OutsideSystem {
  return {
    id: NATIONAL_FEED,
    kind: 'alert_feed',
    configured: () => true,
    settings,
    lastCalls: lastCallsOf(alerts, meter),
    check: (occasion) => checkProvider(meter, occasion, (calls) => alerts.fetch(KANSAS, calls)),
  }
}
