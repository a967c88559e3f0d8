import { ApiFailure } from '../../api/ask.ts'

/** Converts anything thrown to a failure that can be shown. */
export function toApiFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiFailure({ status: 0, headers: {}, body: { error: 'internal_error', message } })
}
