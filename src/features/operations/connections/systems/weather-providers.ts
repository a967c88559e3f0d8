import type { Meter } from '../../../../gateway/index.ts'
import type { AlertCapability, Provider, ProviderDefinition, WeatherCapability } from '../../../../providers/provider.ts'
import { cellOf } from '../../../../domain/cell.ts'
import { type OutsideSystem, shownUrl } from '../system.ts'
import { checkProvider, verdictOfCalls } from './provider-check.ts'

/** A place that every provider covers. */
const GREENWICH = cellOf(51.48, 0)

export interface ProviderSystemOptions {
  /** Its role: `Weather`, `Fallback weather`, `Official alerts`. */
  readonly role: string
  readonly definition: Pick<ProviderDefinition, 'connection'>
  readonly provider: Provider
  readonly isConfigured: () => boolean
  readonly settings: ReturnType<ProviderDefinition['settingsIn']>
  /** Why it is off, apart from an admin's switch; null: nothing else. */
  readonly switchedOffBy: () => string | null
  readonly meter: Meter
  readonly now: () => number
}

/** A provider of weather or official alerts in the list of external systems. */
export function providerSystem(options: ProviderSystemOptions): OutsideSystem {
  const { role, definition, provider, isConfigured, settings, switchedOffBy, meter, now } = options
  const { product } = (provider.weather ?? provider.alerts) as WeatherCapability | AlertCapability
  return {
    id: definition.connection,
    name: `${role}: ${provider.attribution.name}`,
    kind: provider.weather === undefined ? 'alert_feed' : 'weather_provider',
    configured: isConfigured,
    switchedOffBy,
    settings: () =>
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value instanceof URL ? shownUrl(value) : value])),
    lastCalls: (sinceMs) => verdictOfCalls(meter, product, sinceMs),
    async check(occasion) {
      const { weather, alerts } = provider
      const found = await checkProvider(meter, occasion, (calls) =>
        weather === undefined ? alerts!.fetch(alerts!.sample, calls) : weather.fetch(GREENWICH, ['current'], calls, now()),
      )
      // It answers again: earlier failures no longer count.
      if (weather !== undefined) meter.forgetFaults()
      return found
    },
  }
}
