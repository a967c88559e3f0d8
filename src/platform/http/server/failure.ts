import { AppError, type ErrorCode, type FieldError, type SpentLimit } from '../../../errors.ts'
import { isDatabaseAway, isUnwritable } from '../../db/connect-errors.ts'
import { toHttpStatus, type UnavailableStatus } from './status.ts'

/** An error in the form that the response reports. */
export interface Failure {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly details?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  /** The limit that was hit when it is not the route's own. */
  readonly spent?: SpentLimit
}

const MAX_DETAILS = 20
const DEFAULT_RETRY_SECONDS: Readonly<Record<number, number>> = { 429: 60, 503: 10 }

/** Messages for the framework's own rejections, whose texts quote the request and are therefore not passed on. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  405: 'This method is not allowed',
  408: 'The request timed out',
  413: 'The request body is too large',
  414: 'The URL is too long',
  415: 'This media type is not supported',
  417: 'This expectation cannot be met',
  431: 'The request headers are too large',
}

const MALFORMED_JSON = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'])

/** A rejected request whose status has no error code of its own: 405, 413, 414, 415, 417, 431. */
export class RefusedRequest extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string = REFUSALS[statusCode] ?? 'The request is malformed') {
    super(message)
    this.name = 'RefusedRequest'
    this.statusCode = statusCode
  }
}

/** Maps an error to its response. An error that is neither ours nor a rejection of the framework is a defect and reveals nothing. */
export function toFailure(error: unknown, unavailableStatus: UnavailableStatus = 503): Failure {
  if (error instanceof AppError) return failureOfAppError(error, unavailableStatus)
  if (error instanceof RefusedRequest) return { status: error.statusCode, code: 'invalid_request', message: error.message }
  const refusal = frameworkRefusal(error)
  if (refusal !== undefined) return refusal
  if (isDatabaseAway(error)) {
    const message = isUnwritable(error) ? 'The database cannot be written to' : 'The database is not reachable'
    return failureOfAppError(new AppError('service_unavailable', message), unavailableStatus)
  }
  return { status: 500, code: 'internal_error', message: 'Something went wrong on our side' }
}

function failureOfAppError(error: AppError, unavailableStatus: UnavailableStatus): Failure {
  const status = toHttpStatus(error.code, unavailableStatus)
  const retryAfterSeconds = wholeSeconds(error.retryAfterSeconds) ?? DEFAULT_RETRY_SECONDS[status]
  return {
    status,
    code: error.code,
    message: error.message,
    ...(error.details === undefined || error.details.length === 0 ? {} : { details: error.details.slice(0, MAX_DETAILS) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(error.spent === undefined ? {} : { spent: error.spent }),
  }
}

function wholeSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined || !Number.isFinite(seconds) ? undefined : Math.max(1, Math.ceil(seconds))
}

function frameworkRefusal(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499 || typeof code !== 'string' || !code.startsWith('FST_')) {
    return undefined
  }
  if (statusCode === 404) return { status: 404, code: 'not_found', message: 'Not found' }
  const message = MALFORMED_JSON.has(code) ? 'The request body is not valid JSON' : REFUSALS[statusCode]
  return message === undefined
    ? { status: 400, code: 'invalid_request', message: 'The request is malformed' }
    : { status: statusCode, code: 'invalid_request', message }
}
