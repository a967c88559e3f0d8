import type { Provider, SettingDeclarations } from '@isobar/providers/port'
import type { Meter, Refusal } from '../../../../gateway/index.ts'
import { DAY_MS } from '../../../../time.ts'
import { type OutsideSystem, type PartId, formatShownUrl, type WeatherPart } from '../system.ts'
import { checkProvider, judgeLatestCalls } from './provider-check.ts'
import { buildProviderForm } from './provider-form.ts'
import type { ProviderPart } from './provider-parts.ts'

export interface ProviderSystemOptions {
  /** Its part in the weather; null if it delivers none. */
  readonly weather: () => WeatherPart | null
  /** What it can be used for; at least one thing. */
  readonly parts: readonly ProviderPart[]
  /** Why a part is not in use; null: it is. */
  readonly whyUnused: (part: PartId) => string | null
  /** The settings that it declares. */
  readonly declared: SettingDeclarations
  /** Whether its key is stored by a route of its own. */
  readonly hasOwnKeyRoute: boolean
  readonly provider: Provider
  readonly isConfigured: () => boolean
  readonly settings: () => Readonly<Record<string, URL | string | number | boolean>>
  /** The data of its answers that was refused since the start; a reason may have several entries. */
  readonly refusals: () => Promise<readonly Refused[]>
  readonly meter: Meter
  readonly now: () => number
}

/** How long ago a call that succeeded is looked for. */
const SUCCESS_WITHIN_MS = 14 * DAY_MS

/** A provider of weather, official alerts or stations in the list of external systems. */
export function buildProviderSystem(options: ProviderSystemOptions): OutsideSystem {
  const { weather, parts, whyUnused, declared, hasOwnKeyRoute, provider, isConfigured, settings, refusals, meter, now } = options
  const main = (): ProviderPart => parts.find(({ id }) => whyUnused(id) === null) ?? (parts[0] as ProviderPart)
  return {
    id: provider.id,
    name: provider.attribution.name,
    weather,
    parts: {
      ids: parts.map(({ id }) => id),
      main: () => main().id,
      list: (sinceMs) =>
        Promise.all(
          parts.map(async ({ id, product }) => ({
            id,
            reason: whyUnused(id),
            verdict: await judgeLatestCalls(meter, product, sinceMs),
            succeededAt: await meter.lastSuccess(product, now() - SUCCESS_WITHIN_MS),
          })),
        ),
    },
    form: buildProviderForm(declared, hasOwnKeyRoute),
    kind: kindOf(provider),
    configured: isConfigured,
    settings: () =>
      Object.fromEntries(Object.entries(settings()).map(([name, value]) => [name, value instanceof URL ? formatShownUrl(value) : value])),
    note: async () => refusedText(await refusals()),
    async check(occasion, part) {
      const checked = parts.find(({ id }) => id === part) ?? main()
      const found = await checkProvider(meter, occasion, (calls) => checked.check(calls, now()))
      // It answers again: earlier failures no longer count.
      if (checked.id === 'weather') meter.forgetFaults()
      return found
    },
  }
}

function kindOf({ weather, alerts, warningFeed }: Provider): OutsideSystem['kind'] {
  if (weather !== undefined) return 'weather_provider'
  return alerts === undefined && warningFeed === undefined ? 'station_source' : 'alert_feed'
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
  parts: 'totals below their parts',
  falling_without_amount: 'amounts of nothing while it rains or snows',
  amount_without_falling: 'amounts under a dry sky',
  chance: 'chances that the amount refutes',
  visibility: 'visibilities that the weather refutes',
  cloud_cover: 'cloud covers that the sky refutes',
  daylight: 'days by night and nights by day',
  uv_by_night: 'UV indices by night',
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
