import type { Meter } from '../../../../gateway/index.ts'
import type {
  AlertCapability,
  PaidCalls,
  Provider,
  ProviderDefinition,
  WarningFeedCapability,
  WeatherCapability,
} from '../../../../providers/provider.ts'
import { cellOf } from '../../../../domain/cell.ts'
import { type OutsideSystem, shownUrl } from '../system.ts'
import { checkProvider, verdictOfCalls } from './provider-check.ts'
import { refusedText, type Refused } from './refused-text.ts'

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
  /** The data of its answers that was refused since the start; a reason may have several entries. */
  readonly refusals: () => Promise<readonly Refused[]>
  readonly meter: Meter
  /** Reads a feed once. */
  readonly readFeed: (feed: WarningFeedCapability, calls: PaidCalls) => Promise<unknown>
  readonly now: () => number
}

/** A provider of weather or official alerts in the list of external systems. */
export function providerSystem(options: ProviderSystemOptions): OutsideSystem {
  const { role, definition, provider, isConfigured, settings, switchedOffBy, refusals, meter, readFeed, now } = options
  const { product } = (provider.weather ?? provider.alerts ?? provider.warningFeed) as
    | WeatherCapability
    | AlertCapability
    | WarningFeedCapability
  return {
    id: definition.connection,
    name: `${role}: ${provider.attribution.name}`,
    kind: provider.weather === undefined ? 'alert_feed' : 'weather_provider',
    configured: isConfigured,
    switchedOffBy,
    settings: () =>
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value instanceof URL ? shownUrl(value) : value])),
    note: async () => refusedText(await refusals()),
    lastCalls: (sinceMs) => verdictOfCalls(meter, product, sinceMs),
    async check(occasion) {
      const { weather, alerts, warningFeed } = provider
      const found = await checkProvider(meter, occasion, async (calls): Promise<unknown> => {
        if (weather !== undefined) return weather.fetch(GREENWICH, ['current'], calls, now())
        if (alerts !== undefined) return alerts.fetch(alerts.sample, calls)
        return warningFeed && readFeed(warningFeed, calls)
      })
      // It answers again: earlier failures no longer count.
      if (weather !== undefined) meter.forgetFaults()
      return found
    },
  }
}
