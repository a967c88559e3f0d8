import type {
  Alert,
  AreaCode,
  Box,
  Cell,
  CellScope,
  Normals,
  OfficialWarning,
  PlaceClock,
  Point,
  Polygon,
  ScopeData,
  StationReport,
} from '@isobar/weather'
import type { PaidCalls, Product, SharedMemory } from './calls.ts'
import type { SettingDeclarations, SettingsOf } from './settings.ts'

export * from './calls.ts'

/** The credit that a provider's licence requires, shown with every answer made from its data. */
export interface Attribution {
  /** The provider's name, as people know it. */
  readonly name: string
  readonly text: string
  readonly url: string
  readonly license: string
}

/**
 * The result of one fetch. A missing scope was not delivered; a series that the source does not have is present with `available: false`.
 */
export interface WeatherBundle extends PlaceClock {
  /** Where the upstream says that its answer is for; omitted if it does not say. */
  readonly answeredFor?: AnsweredPlace
  /** The height of the terrain that its temperatures are for, in metres; omitted if it does not say. */
  readonly height?: number
  /** True when the upstream marks its data as simulated (the demo simulator does, in a header). */
  readonly simulated: boolean
  readonly scopes: DeliveredScopes
  /**
   * Fetches further scopes of the same moment, which take calls that no request should wait for.
   * @throws ProviderFailure
   */
  readonly follow?: (calls: PaidCalls) => Promise<DeliveredScopes>
}

/** The place of an answer, and how far the provider's grid may move it from the one asked for. */
export interface AnsweredPlace extends Point {
  readonly withinKm: number
}

/** The `answeredFor` of a bundle from an upstream's coordinates; nothing without them. */
export function readAnsweredPlace(lat: unknown, lon: unknown, withinKm: number): { readonly answeredFor?: AnsweredPlace } {
  return typeof lat === 'number' && typeof lon === 'number' ? { answeredFor: { lat, lon, withinKm } } : {}
}

/** The `height` of a bundle from an upstream's number of metres; nothing without one, as at sea. */
export function readHeight(metres: unknown): { readonly height?: number } {
  return typeof metres === 'number' && Math.abs(metres) < 9_000 ? { height: metres } : {}
}

/** The data of the delivered scopes. */
export type DeliveredScopes = { readonly [S in CellScope]?: ScopeData[S] }

/** What all capabilities have. */
interface Capability {
  /** The account that its calls are counted on. */
  readonly product: Product
  /** False if it cannot be called at all because a key is missing. */
  configured(): boolean
}

/** The capability of delivering weather for a cell. The service's health depends on how much of its product's budget is left. */
export interface WeatherCapability extends Capability {
  /** The products of scopes that it fills by other calls; those of the other scopes are `product`. */
  readonly otherProducts?: Readonly<Partial<Record<CellScope, Product>>>
  /** Whether the `height` of its bundles is that of the terrain at the place, rather than of a coarse grid. */
  readonly knowsTerrain?: true
  /** The scopes that it can fill, grouped by fetch. */
  readonly groups: readonly (readonly CellScope[])[]
  /** Scopes of these and measurements that it never has: their series are unavailable, their values null. */
  readonly lacks?: readonly string[]
  /** How many days ahead its hours reach at most; omitted: as far as is shown. */
  readonly forecastDays?: number
  /** How many of its hours the archive keeps of each fetch; omitted: all up to its own limit. */
  readonly archivedHours?: number
  /** A covered place, used to test the connection; omitted if Greenwich is one. */
  readonly sample?: Cell
  /**
   * Fetches the wanted scopes, which are all of one group, paying through `calls`; `now` is epoch milliseconds.
   * @throws ProviderFailure
   */
  fetch(cell: Cell, wanted: readonly CellScope[], calls: PaidCalls, now: number): Promise<WeatherBundle>
}

/** A place that a geocoder found, unnormalised. */
export interface GeocodedPlace {
  readonly name: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly state: string | null
  readonly lat: number
  readonly lon: number
  /** Names by language tag. */
  readonly localNames: Readonly<Record<string, string>>
}

/** The capability of finding places by name. */
export interface GeocodeCapability extends Capability {
  /**
   * At most five places; empty if none is found.
   * @throws ProviderFailure
   */
  search(query: { readonly name: string; readonly country: string | null }, calls: PaidCalls): Promise<readonly GeocodedPlace[]>
}

/** One map overlay tile in the Web Mercator scheme. */
export interface TileAddress {
  readonly layer: 'clouds' | 'precipitation' | 'pressure' | 'wind' | 'temp'
  readonly z: number
  readonly x: number
  readonly y: number
}

/** The capability of drawing map overlays. */
export interface TileCapability extends Capability {
  /**
   * The bytes of a PNG, whose signature has been checked.
   * @throws ProviderFailure
   */
  fetch(tile: TileAddress, calls: PaidCalls): Promise<Uint8Array>
}

/** A picture of precipitation at one time. */
export interface RadarFrame {
  /** Unique among the frames of its source; one that is drawn anew has another. At most 64 letters, digits, `.`, `_` and `-`. */
  readonly id: string
  /** When it holds; epoch milliseconds. */
  readonly time: number
  readonly isForecast: boolean
  /** What its source is asked for. */
  readonly request: string
}

/** What a radar's colours mean: each holds from its amount on, in rising order. */
export interface RadarLegend {
  readonly unit: 'dBZ' | 'mm/h'
  /** Colours as `#rrggbb`. */
  readonly steps: readonly { readonly from: number; readonly color: string }[]
}

/** The capability of drawing precipitation over time: what a radar measured and, after that, what is made of it for the next hours. */
export interface RadarCapability extends Capability {
  /** Null: unknown. */
  readonly legend: RadarLegend | null
  /** Where it can have something to show; omitted: everywhere. */
  readonly area?: Box
  /**
   * The frames of about two hours before and after `now`, epoch milliseconds, oldest first.
   * @throws ProviderFailure
   */
  list(calls: PaidCalls, now: number): Promise<{ readonly frames: readonly RadarFrame[]; readonly simulated: boolean }>
  /**
   * The bytes of a whole PNG of 512 × 512 pixels.
   * @throws ProviderFailure
   */
  fetch(frame: RadarFrame, tile: Omit<TileAddress, 'layer'>, calls: PaidCalls): Promise<Uint8Array>
}

/** The official alerts at a point; `simulated` as in `WeatherBundle`. */
export interface AlertBundle {
  readonly alerts: readonly Alert[]
  readonly simulated: boolean
}

/** The capability of delivering official alerts for a point, in addition to the weather. */
export interface AlertCapability extends Capability {
  /** False if it is known to have nothing there; true may still end in `not_found`. */
  covers(cell: Cell): boolean
  /** A covered place, used to test the connection. */
  readonly sample: Cell
  /**
   * @throws ProviderFailure, `not_found` outside its coverage
   */
  fetch(cell: Cell, calls: PaidCalls): Promise<AlertBundle>
}

/**
 * One reading of a feed. Only if it is `complete` does a missing warning mean anything; a truncated or partly failed reading proves
 * nothing. `state` is passed to the next reading (validators, what was already read), as plain JSON of at most some megabytes.
 */
export type FeedReading =
  | { readonly unchanged: true }
  | {
      readonly unchanged: false
      readonly complete: boolean
      readonly warnings: readonly OfficialWarning[]
      readonly simulated: boolean
      readonly state: unknown
      /** How many entries were left out, by reason: those of `cap/messages.ts`, and `elsewhere` for documents on other hosts. */
      readonly leftOut: Readonly<Record<string, number>>
    }

/** An area that a code of a feed names, with its outline. */
export interface NamedArea extends AreaCode {
  readonly name: string
  readonly polygons: readonly Polygon[]
}

/** The capability of delivering every official warning of a country or agency at once: read by a schedule, not by place. */
export interface WarningFeedCapability extends Capability {
  /** The default interval between readings, which its terms allow. */
  readonly intervalSeconds: number
  /** The feeds to read, each separately: `DE`, `FR` of MeteoAlarm. */
  readonly parts: readonly string[]
  /** True if each part has the name of the country (ISO 3166 alpha-2) whose warnings it lists. */
  readonly partsAreCountries?: true
  /**
   * Whether the part would list any warning at the place. Its silence then means that there is none, provided that all of its warnings are
   * located. Omitted if unknown.
   */
  covers?(part: string, cell: Cell): boolean
  /**
   * True if only areas with an outline of their own decide about places, because the provider is asked about each place as well (`alerts`)
   * and the areas' codes stand for more than the area.
   */
  readonly decidesByOutlines?: true
  /** Outlines that come with the service, for the register of areas unless that has areas of their scheme. */
  readonly areas?: { readonly scheme: string; read(): Promise<readonly NamedArea[]> }
  /** True if one area of a warning has a shape of its own that covers the whole warning, and the other areas name its parts. */
  readonly repeatsAreas?: boolean
  /**
   * `former` is the `state` of the last reading of the part, or null.
   * @throws ProviderFailure
   */
  read(part: string, former: unknown, calls: PaidCalls, now: number): Promise<FeedReading>
  /** How another thread does the same (`feed-readers.ts`); omitted if only this one can. */
  readonly threaded?: { readonly reader: string; readonly options: object }
}

/** A feed's `read` with its options, which are plain data: documents are parsed in a thread of their own. */
export type FeedReader<Options> = (
  options: Options,
  ...reading: Parameters<WarningFeedCapability['read']>
) => ReturnType<WarningFeedCapability['read']>

/** `read` and `threaded` of a feed. */
export function readBy<Options extends object>(
  reader: string,
  read: FeedReader<Options>,
  options: Options,
): Pick<WarningFeedCapability, 'read' | 'threaded'> {
  return { read: (...reading) => read(options, ...reading), threaded: { reader, options } }
}

/** What the stations of a box reported last, at most one report for each station. */
export interface ObservationReading {
  readonly reports: readonly StationReport[]
  readonly simulated: boolean
  /** How many reports were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
  /** Passed to the next reading of the box, as plain JSON of at most some kilobytes; null if there is nothing to pass on. */
  readonly state: unknown
}

/** The capability of delivering what stations measure: read by boxes in which somebody is interested, by a schedule, not by place. */
export interface ObservationCapability extends Capability {
  /** The interval between readings of a box, which its terms allow. */
  readonly intervalSeconds: number
  /** The spacing of its boxes, which divides 180: small enough that an answer holds all stations of a box. */
  readonly boxDegrees: number
  /** Whether a gust is the highest of the last 60 minutes, so that it may be compared with forecasts of hours. */
  readonly hasHourlyGusts: boolean
  /** False if it is known to have no station in the box. */
  covers(box: Box): boolean
  /**
   * `former` is the `state` of the last reading of the box, or null; `now` is epoch milliseconds.
   * @throws ProviderFailure
   */
  read(box: Box, former: unknown, calls: PaidCalls, now: number): Promise<ObservationReading>
}

/** The capability of delivering what is usual at a place, from a climate record of thirty years. */
export interface NormalsCapability extends Capability {
  /** The years of the record: `1991-2020`. */
  readonly period: string
  /**
   * `now` is epoch milliseconds.
   * @throws ProviderFailure
   */
  fetch(cell: Cell, calls: PaidCalls, now: number): Promise<{ readonly normals: Normals; readonly simulated: boolean }>
}

/** How to call a service that needs a key. */
export interface KeyedOptions {
  /** The service, or a substitute. */
  readonly baseUrl: URL
  /** Read at every call, so that a new key takes effect at once; null if there is none. */
  readonly key: () => string | null
}

/** A provider: its manifest and its capabilities. */
export interface Provider {
  /** The value of `source` in answers. */
  readonly id: string
  readonly attribution: Attribution
  /**
   * Where it has weather: `global`, or a region as in WEATHER_PROVIDERS (`list.ts`), outside of which it is not asked. If it delivers no
   * weather: where its warnings are.
   */
  readonly coverage: string
  /**
   * The agencies whose forecasts it passes on, as far as it says so: names of ours, the provider's id where it is one, with a region as in `dwd@europe`
   * if it does so only there. Omitted: it makes its own. Two with an agency in common are no second opinion of each other.
   */
  readonly agencies?: readonly string[]
  readonly weather?: WeatherCapability
  readonly geocode?: GeocodeCapability
  readonly tiles?: TileCapability
  readonly radar?: RadarCapability
  readonly alerts?: AlertCapability
  readonly warningFeed?: WarningFeedCapability
  readonly observations?: ObservationCapability
  readonly normals?: NormalsCapability
}

/** What a provider may know of the service, besides its own settings. */
export interface ProviderContext {
  /** Whom to write to about our calls, as the User-Agent says it; null: nobody is named. */
  readonly contact: string | null
  /** Whether the site shows ads, which free plans often forbid. */
  readonly hasAds: boolean
  /** Whether WARNING_FEEDS names it. */
  readonly readsWarnings: boolean
}

export interface ProviderEnvironment<D extends SettingDeclarations = SettingDeclarations> {
  readonly settings: SettingsOf<D>
  /** The key in use, an admin's or that of the setting `apiKey`; called for every request. */
  readonly key: () => string | null
  readonly context: ProviderContext
  readonly memory: SharedMemory
}

/** How a provider is registered: one folder each, one line each in `index.ts`. */
export interface ProviderDefinition<D extends SettingDeclarations = SettingDeclarations> {
  readonly id: string
  readonly settings: D
  /** What it cannot be used without: settings by their names, `contact`. */
  readonly needs?: readonly string[]
  open(environment: ProviderEnvironment<D>): Provider
  /** What its terms ask for besides the credit, as part of a sentence; null or omitted: nothing. */
  terms?(environment: ProviderEnvironment<D>): string | null
  /** Why its terms forbid its use in this environment; null or omitted: they allow it. */
  refusedBy?(environment: ProviderEnvironment<D>): string | null
}
