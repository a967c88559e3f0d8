import type { PaidCalls, Product, Provider, WarningFeedCapability, WeatherCapability } from '@isobar/providers/port'
import { type CellScope, toCell, toGridBox } from '@isobar/weather'
import type { PartId } from '../system.ts'

/** One of the things that a provider is used for. */
export interface ProviderPart {
  readonly id: PartId
  /** The product that its calls are counted by. */
  readonly product: Product
  /**
   * Tries it once; `now` is epoch milliseconds.
   * @throws ProviderFailure
   */
  check(calls: PaidCalls, now: number): Promise<unknown>
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
    weather && { id: 'weather', product: weather.product, check: (calls, now) => weather.fetch(sample, ['current'], calls, now) },
    ...(weather === undefined ? [] : scopeParts(weather)),
    geocode && { id: 'places', product: geocode.product, check: (calls) => geocode.search({ name: 'London', country: null }, calls) },
    tiles && { id: 'tiles', product: tiles.product, check: (calls) => tiles.fetch({ layer: 'clouds', z: 1, x: 0, y: 0 }, calls) },
    alerts && { id: 'alerts', product: alerts.product, check: (calls) => alerts.fetch(alerts.sample, calls) },
    warningFeed && { id: 'warnings', product: warningFeed.product, check: (calls) => readFeed(warningFeed, calls) },
    observations && {
      id: 'stations',
      product: observations.product,
      check: (calls, now) => observations.read(toGridBox(sample, observations.boxDegrees), null, calls, now),
    },
    // Last: the state of a source of warnings is not that of its radar.
    radar && { id: 'radar', product: radar.product, check: (calls, now) => radar.list(calls, now) },
  ]
  return parts.filter((part) => part !== undefined)
}

function scopeParts(weather: WeatherCapability): ProviderPart[] {
  const { otherProducts = {}, sample = GREENWICH } = weather
  return Object.entries(SCOPE_PARTS).flatMap(([name, id]) => {
    const scope = name as keyof typeof SCOPE_PARTS
    const product = otherProducts[scope]
    return product === undefined ? [] : [{ id, product, check: (calls, now) => weather.fetch(sample, [scope], calls, now) }]
  })
}
