import type { PaidCalls, Product, Provider, WarningFeedCapability, WeatherBundle, WeatherCapability } from '@isobar/providers/port'
import { type CellScope, toCell, toGridBox } from '@isobar/weather'
import type { PartId } from '../system.ts'

/** One of the things that a provider is used for. */
export interface ProviderPart {
  readonly id: PartId
  /** The product that its calls are counted by. */
  readonly product: Product
  /**
   * Tries it once; `now` is epoch milliseconds. Resolves to what came, in words.
   * @throws ProviderFailure
   */
  check(calls: PaidCalls, now: number): Promise<string>
}

/** A place that every provider of the whole world covers. */
const GREENWICH = toCell(51.48, 0)

/** The parts that need calls of their own, by the scope that these fill. */
const SCOPE_PARTS = { minutely: 'minutes', air: 'air', marine: 'sea' } as const satisfies Partial<Record<CellScope, PartId>>

/** What a provider can be used for: first the weather, then what is read for places, then what is read by schedule. */
export function listProviderParts(
  provider: Provider,
  readFeed: (feed: WarningFeedCapability, calls: PaidCalls) => Promise<unknown>,
): ProviderPart[] {
  const { weather, alerts, warningFeed, observations, geocode, tiles, radar } = provider
  const sample = weather?.sample ?? GREENWICH
  const parts: (ProviderPart | undefined)[] = [
    weather && {
      id: 'weather',
      product: weather.product,
      check: (calls, now) => weather.fetch(sample, ['current'], calls, now).then(describeWeather),
    },
    ...(weather === undefined ? [] : scopeParts(weather)),
    geocode && {
      id: 'places',
      product: geocode.product,
      check: async (calls) =>
        formatQuantity((await geocode.search({ name: 'London', country: null }, calls)).length, 'place') + ' called London',
    },
    tiles && {
      id: 'tiles',
      product: tiles.product,
      check: async (calls) => `a tile of ${formatKilobytes((await tiles.fetch({ layer: 'clouds', z: 1, x: 0, y: 0 }, calls)).length)}`,
    },
    alerts && {
      id: 'alerts',
      product: alerts.product,
      check: async (calls) => formatQuantity((await alerts.fetch(alerts.sample, calls)).alerts.length, 'warning'),
    },
    warningFeed && {
      id: 'warnings',
      product: warningFeed.product,
      check: async (calls) => (await readFeed(warningFeed, calls), 'the feed was read'),
    },
    observations && {
      id: 'stations',
      product: observations.product,
      check: async (calls, now) => {
        const { reports } = await observations.read(toGridBox(sample, observations.boxDegrees), null, calls, now)
        return formatQuantity(reports.length, 'station')
      },
    },
    // Last: the state of a source of warnings is not that of its radar.
    radar && {
      id: 'radar',
      product: radar.product,
      check: async (calls, now) => formatQuantity((await radar.list(calls, now)).frames.length, 'picture'),
    },
  ]
  return parts.filter((part) => part !== undefined)
}

function scopeParts(weather: WeatherCapability): ProviderPart[] {
  const { otherProducts = {}, sample = GREENWICH } = weather
  return Object.entries(SCOPE_PARTS).flatMap(([name, id]) => {
    const scope = name as keyof typeof SCOPE_PARTS
    const product = otherProducts[scope]
    return product === undefined
      ? []
      : [
          {
            id,
            product,
            check: (calls, now) => weather.fetch(sample, [scope], calls, now).then(({ scopes }) => Object.keys(scopes).join(', ')),
          },
        ]
  })
}

/** The temperature that came, or else the scopes that did. */
function describeWeather({ scopes }: WeatherBundle): string {
  const celsius = scopes.current?.temperature
  return typeof celsius === 'number' ? `${celsius.toFixed(1)} °C` : Object.keys(scopes).join(', ')
}

const formatQuantity = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
const formatKilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
