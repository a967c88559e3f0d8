import {
  type Accuracy,
  type Alert,
  type BatchPlace,
  type Blend,
  type GeocodeResponse,
  type GetWeatherBatchRequest,
  type GetWeatherResponse,
  type History,
  type Limits,
  MAX_BATCH_CITIES,
  type NameAnswer,
  type Normals,
  type PublicPaths,
  type RadarFrames,
  type RecentChecks,
  type RegionAnswer,
  type ScopeResults,
  type WarningCollection,
  type WeatherBatch,
  type WeatherBatchCity,
  type WeatherScopes,
} from './api.ts'
import { runInParallel } from './in-parallel.ts'
import { type ClientOptions, createRequester, type RequestOptions } from './request.ts'

type QueryOf<P extends keyof PublicPaths> = PublicPaths[P] extends { get: { query: infer Q } } ? Q : never

type OneScope = Extract<GetWeatherResponse, { scope: string }>
export type Scope = OneScope['scope']
export type WeatherQuery<S extends Scope> = Omit<QueryOf<'/api/weather'>, 'scope'> & { scope: S }
/** The weather of a scope. */
export type Weather<S extends Scope> = Extract<OneScope, { scope: S }>

export type ScopesQuery<S extends Scope> = Omit<QueryOf<'/api/weather'>, 'scope'> & { scopes: readonly [S, S, ...S[]] }
/** The weather of several scopes, each with its `data` and `meta`, or its `error`. */
export type Scopes<S extends Scope> = Omit<WeatherScopes, 'scopes'> & { scopes: { [K in S]: NonNullable<ScopeResults[K]> } }

type HistoryScope = History['scope']
export type HistoryQuery<S extends HistoryScope> = Omit<QueryOf<'/api/weather/history'>, 'scope' | 'format'> & { scope?: S }

export type BatchOptions = Omit<GetWeatherBatchRequest, 'cities'> & RequestOptions

export interface Point {
  /** Degrees north */
  readonly lat: number
  /** Degrees east */
  readonly lon: number
}

/** The API of an Isobar service. Every method throws `IsobarError`, or the reason of its signal. */
export type Client = ReturnType<typeof createClient>

/** A client of the service at `options.url`. @throws TypeError if that is not an address of HTTP */
export function createClient(options: ClientOptions) {
  const ask = createRequester(options)

  const client = {
    /** The weather of a point: now, by hours, days or minutes, its air, or the sea. */
    weather<S extends Scope>(query: WeatherQuery<S>, { signal }: RequestOptions = {}): Promise<Weather<S>> {
      return ask('/api/weather', { query, signal })
    },

    /** Several scopes of a point in one request. One that cannot be had has an `error` instead of `data`; if none can, the method throws. */
    weatherScopes<S extends Scope>({ scopes, ...query }: ScopesQuery<S>, { signal }: RequestOptions = {}): Promise<Scopes<S>> {
      return ask('/api/weather', { query: { ...query, scope: scopes.join(',') }, signal })
    },

    /**
     * The weather of any number of places, in their order; more than the service takes at once are asked for in several requests. A scope
     * that failed has an `error` instead of `data`; if a whole request fails, the method throws.
     */
    async batch(cities: readonly BatchPlace[], { signal, ...shared }: BatchOptions = {}): Promise<WeatherBatchCity[]> {
      const parts = Array.from({ length: Math.ceil(cities.length / MAX_BATCH_CITIES) }, (_, part) =>
        cities.slice(part * MAX_BATCH_CITIES, (part + 1) * MAX_BATCH_CITIES),
      )
      const answers = await runInParallel(
        parts,
        (part, signal) => ask<WeatherBatch>('/api/weather/batch', { body: { ...shared, cities: part }, signal }),
        signal,
      )
      return answers.flatMap((answer) => answer.cities)
    },

    /** What was observed and forecast at a point, of the weather or the air. */
    history<S extends HistoryScope = 'weather'>(
      query: HistoryQuery<S>,
      { signal }: RequestOptions = {},
    ): Promise<Extract<History, { scope: S }>> {
      return ask('/api/weather/history', { query, signal })
    },

    /** How accurate the forecasts were, at a point or everywhere. */
    accuracy(query: QueryOf<'/api/weather/accuracy'> = {}, { signal }: RequestOptions = {}): Promise<Accuracy> {
      return ask('/api/weather/accuracy', { query, signal })
    },

    /** What a forecast is made of, and how far each source is believed there. */
    blend(query: QueryOf<'/api/weather/blend'>, { signal }: RequestOptions = {}): Promise<Blend> {
      return ask('/api/weather/blend', { query, signal })
    },

    /** What is usual at a point, on each day of the year or on one; `state` says whether it is known. */
    normals(query: QueryOf<'/api/normals'>, { signal }: RequestOptions = {}): Promise<Normals> {
      return ask('/api/normals', { query, signal })
    },

    /** The frames of precipitation that the map shows, measured and forecast. */
    radarFrames({ signal }: RequestOptions = {}): Promise<RadarFrames> {
      return ask('/api/weather/map-frames', { signal })
    },

    /** Places by name, best first. */
    places(query: QueryOf<'/api/geocode'>, { signal }: RequestOptions = {}): Promise<GeocodeResponse> {
      return ask('/api/geocode', { query, signal })
    },

    /** The names of a point, and towns near by. */
    names(query: QueryOf<'/api/location/name'>, { signal }: RequestOptions = {}): Promise<NameAnswer> {
      return ask('/api/location/name', { query, signal })
    },

    /** The most searched places. */
    popular(query: QueryOf<'/api/recent-checks'> = {}, { signal }: RequestOptions = {}): Promise<RecentChecks> {
      return ask('/api/recent-checks', { query, signal })
    },

    /** Where the caller roughly is, by its address. */
    region({ signal }: RequestOptions = {}): Promise<RegionAnswer> {
      return ask('/api/location/region', { signal })
    },

    /** An official alert by its id. */
    alert(id: string, { signal }: RequestOptions = {}): Promise<Alert> {
      return ask(`/api/alerts/${encodeURIComponent(id)}`, { signal })
    },

    /** The official alerts in force or coming at a point: those that its current weather names. Null: unknown, which does not mean none */
    async alerts({ lat, lon }: Point, { signal }: RequestOptions = {}): Promise<Alert[] | null> {
      const { alertIds } = await client.weather({ lat, lon, scope: 'current' }, { signal })
      return alertIds === null ? null : runInParallel(alertIds, (id, signal) => client.alert(id, { signal }), signal)
    },

    /** The official alerts in a box or a country, or everywhere, as GeoJSON. An empty list is an all-clear only if `complete` is true. */
    alertAreas(query: QueryOf<'/api/alerts'> = {}, { signal }: RequestOptions = {}): Promise<WarningCollection> {
      return ask('/api/alerts', { query, signal })
    },

    /** What the service allows, and what is left of it. */
    limits({ signal }: RequestOptions = {}): Promise<Limits> {
      return ask('/api/platform/limits', { signal })
    },
  }
  return client
}
