/** The least time between the beginnings of two calls, by whichever node. */
export interface Pace {
  /** Unique over all providers. */
  readonly id: string
  readonly gapMs: number
}

/** A part of a provider's service, with a circuit breaker of its own and, unless it shares an account, a budget of its own. */
export interface Product {
  /** `openweather/onecall`: unique over all providers. */
  readonly id: string
  /** The id of the product whose budget it uses, too; omitted: its own. */
  readonly account?: string
  /** The weight of one call if the provider weighs calls; otherwise 1. */
  readonly weight: number
  /** Which of the provider's settings limit it, in total and for each client; omitted if clients have no shares. */
  readonly budget?: 'weather' | 'geocode' | 'tiles'
  /** How far apart its calls begin, over all nodes. Products with the same pace share it. */
  readonly pace?: Pace
  /** The provider's own limits, which take precedence over the settings. */
  readonly limits?: { readonly perMinute?: number; readonly perHour?: number; readonly perDay?: number; readonly perMonth?: number }
}

/** The provider of a product, by their ids: `openweather` of `openweather/onecall`. */
export function getProviderId(productId: string): string {
  return productId.split('/', 1)[0] ?? productId
}

/**
 * Why a provider could not answer: a closed set. `refused_key` and `no_subscription` need the operator; `not_found` means that the provider
 * has no weather there; `quota` that it blocks us; `not_wanted` that no call was made because nobody was waiting any more; the rest are
 * transient faults.
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

/** A failed provider call. The message is for logs: it never contains the key or the URL. */
export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind
  /** Upstream status, if there was a response. */
  readonly status: number | undefined
  /** Seconds until the budget or the circuit breaker allows another call, if known. */
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

/** What the work comes to; null if it fails in one of these ways. */
export async function ignoreFailures<T>(kinds: readonly ProviderFailureKind[], work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderFailure && kinds.includes(error.kind)) return null
    throw error
  }
}

/** A copy that is safe to keep: the original's cause and stack retain the exchange with everything received. */
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
  /** Whether it may reach the public Internet only. */
  readonly isPublicOnly?: boolean
}

/** The whole response, whatever its status; bodies over the limit never get here. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

/**
 * The only way an adapter reaches the network. The gateway's implementation pays for each call before it is made (budget, ledger, circuit
 * breaker) and enforces its deadline. Throws ProviderFailure with `budget_spent`, `circuit_open`, `timeout`, `network` or `too_large`.
 */
export interface PaidCalls {
  get(request: UpstreamRequest): Promise<UpstreamAnswer>
  /** Judges the calls of a part of the work by that part's failure, whatever becomes of the rest; omitted: nobody judges calls. */
  runPart?<T>(part: (calls: PaidCalls) => Promise<T>): Promise<T>
}

/** Runs what the rest of the work can do without: if it fails, its call counts as failed though the work goes on. @throws what the part throws */
export function runPart<T>(calls: PaidCalls, part: (calls: PaidCalls) => Promise<T>): Promise<T> {
  return calls.runPart === undefined ? part(calls) : calls.runPart(part)
}

/**
 * What all nodes remember for a provider, in the cache that they share. It may forget anything at any time; what it cannot read or write counts as
 * forgotten, so neither function throws.
 */
export interface SharedMemory {
  /** Null if nothing is remembered under the key. */
  get(key: string): Promise<unknown>
  /** Remembers plain JSON of less than 4 MB until then, epoch milliseconds. Resolves when other nodes can see it. */
  put(key: string, value: unknown, until: number): Promise<void>
}

/** Remembers nothing. */
export const FORGETFUL: SharedMemory = { get: async () => null, put: async () => undefined }
