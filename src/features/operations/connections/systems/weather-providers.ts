import { cellOf } from '../../../../domain/cell.ts'
import type { Meter, Refusal } from '../../../../gateway/index.ts'
import type { PaidCalls, Provider, WarningFeedCapability } from '../../../../providers/provider.ts'
import type { SettingDeclaration } from '../../../../providers/settings.ts'
import { type OutsideSystem, shownUrl, type WeatherPart } from '../system.ts'
import { checkProvider, verdictOfCalls } from './provider-check.ts'
import { secretForm } from './secret-form.ts'

/** A place that every provider of the whole world covers. */
const GREENWICH = cellOf(51.48, 0)

export interface ProviderSystemOptions {
  /** Its part in the weather; null if it delivers warnings only. */
  readonly weather: () => WeatherPart | null
  /** The kind of the key that admins store with its settings; undefined: none. */
  readonly keyKind: SettingDeclaration['kind'] | undefined
  readonly provider: Provider
  readonly isConfigured: () => boolean
  readonly settings: () => Readonly<Record<string, URL | string | boolean>>
  /** The data of its answers that was refused since the start; a reason may have several entries. */
  readonly refusals: () => Promise<readonly Refused[]>
  readonly meter: Meter
  /** Reads a feed once. */
  readonly readFeed: (feed: WarningFeedCapability, calls: PaidCalls) => Promise<unknown>
  readonly now: () => number
}

/** A provider of weather or official alerts in the list of external systems. */
export function providerSystem(options: ProviderSystemOptions): OutsideSystem {
  const { weather, keyKind, provider, isConfigured, settings, refusals, meter, readFeed, now } = options
  /** What it is used for: the weather, or else its warnings, which may be read from a provider whose weather is not in use. */
  function used(): Pick<Provider, 'weather' | 'alerts' | 'warningFeed'> {
    const others = provider.alerts !== undefined || provider.warningFeed?.configured() === true
    const { weather: _, ...warnings } = provider
    return others && weather()?.position === null ? warnings : provider
  }
  return {
    id: provider.id,
    name: provider.attribution.name,
    weather,
    ...(keyKind === undefined ? {} : { form: secretForm('apiKey', keyKind === 'privateKey') }),
    kind: provider.weather === undefined ? 'alert_feed' : 'weather_provider',
    configured: isConfigured,
    settings: () =>
      Object.fromEntries(Object.entries(settings()).map(([name, value]) => [name, value instanceof URL ? shownUrl(value) : value])),
    note: async () => refusedText(await refusals()),
    async lastCalls(sinceMs) {
      const { weather, alerts, warningFeed } = used()
      const capability = weather ?? alerts ?? warningFeed
      return capability === undefined ? null : verdictOfCalls(meter, capability.product, sinceMs)
    },
    async check(occasion) {
      const { weather, alerts, warningFeed } = used()
      const found = await checkProvider(meter, occasion, async (calls): Promise<unknown> => {
        if (weather !== undefined) return weather.fetch(weather.sample ?? GREENWICH, ['current'], calls, now())
        if (alerts !== undefined) return alerts.fetch(alerts.sample, calls)
        return warningFeed && readFeed(warningFeed, calls)
      })
      // It answers again: earlier failures no longer count.
      if (weather !== undefined) meter.forgetFaults()
      return found
    },
  }
}

/** How much of a provider's data was refused for a reason. */
interface Refused {
  readonly reason: string
  readonly count: number
}

const TEXTS: Readonly<Record<Refusal, string>> = {
  place: 'answers for another place',
  ahead: 'parts from the future',
  outdated: 'outdated current weather',
  value: 'impossible numbers',
  duplicate: 'duplicate hours, minutes or days',
  low_above_high: 'lows above the high',
  gust: 'gusts far below the wind',
  dew_point: 'dew points above the temperature',
  feels_like: 'feels-like temperatures far from the temperature',
  sun: 'sunsets before sunrise',
  day_sum: 'daily amounts that the hours refute',
  day_range: 'highs or lows that the hours refute',
}

/** What was refused since the start, most first: `Refused since the start: 12 impossible numbers.` Null: nothing. */
function refusedText(refused: readonly Refused[]): string | null {
  const counts = new Map<string, number>()
  for (const { reason, count } of refused) counts.set(reason, (counts.get(reason) ?? 0) + count)
  const parts = [...counts]
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count.toLocaleString('en')} ${TEXTS[reason as Refusal] ?? reason}`)
  return parts.length === 0 ? null : `Refused since the start: ${parts.join(', ')}.`
}
