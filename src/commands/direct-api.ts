import { createOpenMeteo } from '@isobar/providers/open-meteo'
import type { WeatherBundle } from '@isobar/providers/port'
import {
  type CellScope,
  type PublicScope,
  type UnitSystem,
  WEATHER_SCOPES,
  buildFreshnessWindows,
  dropEndedPoints,
  formatInstant,
  renderScope,
  splitSeries,
  toCell,
} from '@isobar/weather'
import { createApi } from '../../web/app/api/ask.ts'
import type { Config } from '../config/config.ts'
import { createGazetteer } from '../features/weather/places/gazetteer/gazetteer.ts'
import { createNaming } from '../features/weather/places/naming/service.ts'
import type { Language } from '../messages/languages.ts'
import { getPlainTexts } from '../messages/messages.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createUpstreamClient } from '../platform/upstream/client.ts'
import { CLIENT, type OpenedApi } from './service-api.ts'

type DirectScope = Exclude<PublicScope, 'air' | 'marine'>

/**
 * Answers as the API does what `weather` asks, without a service and without a database: weather from Open-Meteo, which needs no key, in one call for
 * each place, and places from the bundled towns. Nothing is stored, and official warnings are unknown.
 */
export function openDirectApi({ providers }: Config, clock: Clock = systemClock): OpenedApi {
  const client = createUpstreamClient(CLIENT)
  const { baseUrl, apiKey } = providers['open-meteo'] as { readonly baseUrl: URL | null; readonly apiKey: string | null }
  const provider = createOpenMeteo({ baseUrl, key: () => apiKey })
  const gazetteer = createGazetteer()
  const naming = createNaming({
    gazetteer,
    store: { findName: async () => undefined },
    onError(error) {
      throw error
    },
  })
  const calls = {
    get: ({ url, headers = {} }: { readonly url: URL; readonly headers?: Readonly<Record<string, string>> }) =>
      client.get(url, { headers }),
  }
  const fetched = new Map<number, Promise<WeatherBundle>>()

  function bundleAt(lat: number, lon: number): Promise<WeatherBundle> {
    const cell = toCell(lat, lon)
    const bundle = fetched.get(cell.id) ?? provider.weather.fetch(cell, WEATHER_SCOPES, calls, clock.now())
    fetched.set(cell.id, bundle)
    return bundle
  }

  /** Several scopes, as the API answers them, as far as pages read it. */
  async function weather(query: URLSearchParams): Promise<object> {
    const [lat, lon] = [Number(query.get('lat')), Number(query.get('lon'))]
    const sent = await bundleAt(lat, lon)
    const now = clock.now()
    const bundle = { ...sent, scopes: { ...sent.scopes, ...splitSeries(sent.scopes.hourly, sent.scopes.daily, now) } }
    const fetchedAt = Math.floor(now / 1_000) * 1_000
    const result = (scope: DirectScope) => {
      const { data } = dropEndedPoints(scope, (bundle.scopes[scope] ?? { available: false, points: [] }) as never, bundle.timezone, now)
      const rendered = renderScope(
        scope,
        data,
        bundle,
        query.get('units') as UnitSystem,
        getPlainTexts(query.get('lang') as Language),
        null,
        now,
      )
      const meta = {
        fetchedAt: formatInstant(fetchedAt),
        cacheHit: false,
        freshness: 'fresh',
        source: provider.id,
        trigger: 'unspecified',
        tokensUsed: 0,
        expiresAt: formatInstant(fetchedAt + buildFreshnessWindows()[scope satisfies CellScope].freshSeconds * 1_000),
        ageSeconds: 0,
        attribution: provider.attribution,
      }
      return { data: { scope, lat, lon, ...rendered }, meta }
    }
    const scopes = (query.get('scope') ?? '').split(',') as DirectScope[]
    return { scopes: Object.fromEntries(scopes.map((scope) => [scope, result(scope)])) }
  }

  async function answer(path: string): Promise<unknown> {
    const { pathname, searchParams: query } = new URL(path, 'http://direct')
    switch (pathname) {
      case '/api/weather':
        return weather(query)
      case '/api/geocode':
        return gazetteer.find({ name: query.get('q') ?? '', country: null, bias: null, limit: 5 })
      case '/api/location/name':
        return naming.nameOf({ lat: Number(query.get('lat')), lon: Number(query.get('lon')) }, query.get('lang') ?? 'en')
      default:
        throw new Error(`nobody answers ${pathname} directly`)
    }
  }

  return {
    api: createApi(async ({ path }) => ({ status: 200, headers: {}, body: await answer(path) })),
    name: provider.attribution.name,
    close: () => client.close(),
  }
}
