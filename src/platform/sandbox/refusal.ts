import { AppError, invalidField } from '../../errors.ts'
import { SandboxError } from './sandbox.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Maps a sandbox error of rendering a text to the caller's error: `invalid_request` naming the field when the text uses too much,
 * `service_unavailable` when it is not to blame. Returns any other error unchanged.
 */
export function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.fault === 'cpu' || error.fault === 'memory') return invalidField(field, 'takes too long to render')
  return new AppError('service_unavailable', 'Texts cannot be rendered right now. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  })
}
