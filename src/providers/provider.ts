import type { Alert } from '../domain/alert.ts'
import type { Cell } from '../domain/cell.ts'
import type { PlaceClock, ScopeData } from '../domain/model.ts'
import type { CellScope } from '../domain/scope.ts'

/** The credit that a provider's licence asks for, shown with every answer made from its data. */
export interface Attribution {
  /** The provider's name, as people know it. */
  readonly name: string
  readonly text: string
  readonly url: string
  readonly license: string
}

/** A billed account at a provider; budgets and the circuit breaker are kept per product. */
export interface Product {
  /** `openweather/onecall`: unique over all providers. */
  readonly id: string
  /** What one call counts for when the provider weighs calls; 1 elsewhere. */
  readonly weight: number
  /** Which of the operator's limits it has, for all and for one client; left out where no client has a share. */
  readonly budget?: 'weather' | 'geocode' | 'tiles' | 'second'
  /** The provider's own limits, which go before the operator's. */
  readonly limits?: { readonly perMinute?: number; readonly perDay?: number }
}

/**
 * Why a provider could not answer, as a closed set. `refused_key` and `no_subscription` need the operator; `not_found` means that
 * the provider knows no weather there; `quota` that it blocks us; `not_wanted` that nothing was asked, because nobody waited for it any more; the rest are passing faults.
 */
export type ProviderFailureKind =
  | 'not_configured'
  | 'refused_key'
  | 'no_subscription'
  | 'not_found'
  | 'quota'
  | 'budget_spent'
  | 'circuit_open'
  | 'not_wanted'
  | 'timeout'
  | 'network'
  | 'rejected'
  | 'unavailable'
  | 'too_large'
  | 'invalid_body'

/** A failed provider call. The message is for logs: it never holds the key or the URL. */
export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind
  /** Upstream status, where there was an answer. */
  readonly status: number | undefined
  /** Seconds until the budget or the circuit allows another call, where known. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: { status?: number | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ProviderFailure'
    this.kind = kind
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The failure as it may be kept: its cause and its stack hold on to the exchange, with all that was received. */
export function withoutCause({ kind, message, status, retryAfterSeconds }: ProviderFailure): ProviderFailure {
  const failure = new ProviderFailure(kind, message, { status, retryAfterSeconds })
  delete failure.stack
  return failure
}

/** One HTTP GET to an upstream. */
export interface UpstreamRequest {
  readonly product: Product
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
}

/** The whole answer, whatever its status; bodies over the limit never get here. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * The only way an adapter reaches the network. The gateway's implementation pays for each call before it is made (budget, ledger,
 * breaker) and holds its deadline. Throws ProviderFailure with `budget_spent`, `circuit_open`, `timeout`, `network` or `too_large`.
 */
export interface PaidCalls {
  get(request: UpstreamRequest): Promise<UpstreamAnswer>
}

/** Everything one fetch brought. A scope that is left out was not delivered; a series that the source does not have is there, `available: false`. */
export interface WeatherBundle extends PlaceClock {
  /** True when the upstream says that its data is made up (the demo simulator does, in a header). */
  readonly simulated: boolean
  readonly scopes: DeliveredScopes
  /**
   * What belongs to the bundle but takes calls that nobody should wait for: further scopes of the same moment.
   * @throws ProviderFailure
   */
  readonly follow?: (calls: PaidCalls) => Promise<DeliveredScopes>
}

export type DeliveredScopes = { readonly [S in CellScope]?: ScopeData[S] }

/** The capability of delivering weather for a cell. */
export interface WeatherCapability {
  /** The account that its weather is billed to: how much of it is left decides how the service does. */
  readonly product: Product
  /** The scopes that it can fill, in the groups that are fetched together. */
  readonly groups: readonly (readonly CellScope[])[]
  /** False when it cannot be asked at all, for want of a key. */
  configured(): boolean
  /**
   * Fetches what the wanted scopes, all of one group, need, paying through `calls`; `now` is epoch milliseconds.
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
export interface GeocodeCapability {
  /** The account that its calls are counted on. */
  readonly product: Product
  configured(): boolean
  /**
   * At most five places; none is an empty list.
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
export interface TileCapability {
  /** The account that its calls are counted on. */
  readonly product: Product
  configured(): boolean
  /**
   * The bytes of a PNG, whose signature has been checked.
   * @throws ProviderFailure
   */
  fetch(tile: TileAddress, calls: PaidCalls): Promise<Buffer>
}

/** The official alerts at a point; `simulated` as in a weather bundle. */
export interface AlertBundle {
  readonly alerts: readonly Alert[]
  readonly simulated: boolean
}

/** The capability of delivering official alerts for a point, beside the weather. */
export interface AlertCapability {
  /** The account that its calls are counted on. */
  readonly product: Product
  configured(): boolean
  /** False where it is known to have nothing; a true may still turn out as `not_found`. */
  covers(cell: Cell): boolean
  /** A place that it covers, to be asked for in a check. */
  readonly sample: Cell
  /**
   * @throws ProviderFailure, `not_found` outside its coverage
   */
  fetch(cell: Cell, calls: PaidCalls): Promise<AlertBundle>
}

/** What a provider is and can do: its manifest and its capabilities. */
export interface Provider {
  /** As answers show it in `source`. */
  readonly id: string
  readonly attribution: Attribution
  /** Where it delivers. */
  readonly coverage: 'global' | 'us'
  readonly weather?: WeatherCapability
  readonly geocode?: GeocodeCapability
  readonly tiles?: TileCapability
  readonly alerts?: AlertCapability
}

/**
 * How a provider comes into the house: one folder each, one line each in `index.ts`. `Environment` are the variables that it reads, by their
 * names in `src/config/variables/`.
 */
export interface ProviderDefinition<Environment = never> {
  readonly id: string
  /** Under which its switch and its key are kept in the back office. */
  readonly connection: string
  /** Whether admins may store its key, with the route that is there for it. */
  readonly storesKey: boolean
  /** The key that the environment gives; null: none. */
  keyIn(environment: Environment): string | null
  /** `key` is the one in force, read at every call. */
  open(environment: Environment, key: () => string | null): Provider
  /** Why its terms forbid to use it as the service is configured; null: they do not. */
  refusedBy(environment: Environment): string | null
  /** What the back office may see of its settings. */
  settingsIn(environment: Environment): Readonly<Record<string, URL | string | boolean>>
}
