/**
 * The closed list of error codes that an answer can carry. The HTTP status of each is decided in one place,
 * `platform/http/server/status.ts`; everything else throws a code.
 */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'location_not_found',
  'conflict',
  'limit_reached',
  'gone',
  'rate_limited',
  'upstream_error',
  'service_unavailable',
  'internal_error',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** What each means, for the API document and as the title of a problem. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'invalid parameters or body',
  unauthorized: 'missing or wrong credentials',
  forbidden: 'not allowed',
  not_found: 'not found',
  location_not_found: 'the provider has no data for this place',
  conflict: 'changed by someone else in the meantime, or already exists',
  limit_reached: 'a limit is reached',
  gone: 'already used or expired',
  rate_limited: 'too many requests, or the provider budget is used up',
  upstream_error: 'the provider failed',
  service_unavailable: 'temporarily unavailable',
  internal_error: 'internal error',
}

/** One faulty field: `path` is the parameter or the JSON path (`cities[3].lat`), `message` says what is wrong. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** A client's limit that is used up. */
export interface SpentLimit {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

export interface AppErrorOptions {
  /** Reported in the RateLimit headers in place of the route's own limit. */
  readonly spent?: SpentLimit
  readonly details?: readonly FieldError[]
  /** Whole seconds until a retry can succeed; sent as `retryAfterSeconds` and as `Retry-After`. */
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** An error that may be shown to the caller: its message never holds SQL, a key, an upstream URL or a stack trace. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly spent: SpentLimit | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.spent = options.spent
  }
}

/** One field is wrong: `message` follows its path, `lang must be a BCP 47 language tag`. */
export function buildInvalidFieldError(path: string, message: string): AppError {
  return new AppError('invalid_request', `${path} ${message}`, { details: [{ path, message }] })
}

/** One field cannot be as it is, for a reason that is a clause of its own: `action: there is no draft`. */
export function buildRefusedFieldError(path: string, reason: string): AppError {
  return new AppError('invalid_request', `${path}: ${reason}`, { details: [{ path, message: reason }] })
}

/** Reports to the operator a failure that reaches no caller; `what` names the work that failed, such as "writing a tile". Never throws. */
export type ReportError = (error: unknown, what: string) => void
