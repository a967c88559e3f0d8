import { AppError } from '../../../errors.ts'
import type { Failure } from '../../../platform/http/server/failure.ts'

/** A request that Open-Meteo's API refuses with 400, in its words; they are part of the interface, since clients show and search them. */
export function buildRequestRefusal(reason: string): AppError {
  return new AppError('invalid_request', reason)
}

/** A value that is not one of a parameter's. `type` is the name that their server has for the parameter's values. */
export function buildValueRefusal(type: string, value: string, parameter: string): AppError {
  return buildRequestRefusal(`Cannot initialize ${type} from invalid String value ${value} for key ${parameter}`)
}

/** What they say of a place without data; clients search for it. */
export const NO_DATA = 'No data is available for this location'

/** The error body of all their APIs, with their words where they have some. */
export function buildOpenMeteoErrorBody({
  code,
  message,
  retryAfterSeconds = 60,
}: Pick<Failure, 'code' | 'message' | 'retryAfterSeconds'>) {
  return { error: true as const, reason: reasonOf(code, message, retryAfterSeconds) }
}

function reasonOf(code: Failure['code'], message: string, retryAfterSeconds: number): string {
  switch (code) {
    case 'rate_limited':
      // Requests of the last minute, however it began.
      if (retryAfterSeconds <= 120) return 'Minutely API request limit exceeded. Please try again in one minute.'
      if (retryAfterSeconds <= 3_600) return 'Hourly API request limit exceeded. Please try again in the next hour.'
      return 'Daily API request limit exceeded. Please try again tomorrow.'
    case 'service_unavailable':
      return 'The service is overloaded'
    case 'upstream_error':
    case 'internal_error':
      return 'Something went wrong.'
    default:
      return message
  }
}
