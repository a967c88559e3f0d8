import { data } from 'react-router'
import { ApiFailure } from './ask.ts'

/** For loaders: converts a refusal of the API to the error page with the same status; `throw pageFailure(error)`. */
export function pageFailure(error: unknown): unknown {
  if (!(error instanceof ApiFailure)) return error
  const headers = error.retryAfterSeconds === null ? {} : { 'retry-after': String(error.retryAfterSeconds) }
  return data({ code: error.code }, { status: error.status, headers })
}
