import { AppError, invalidField } from '../../errors.ts'
import { SandboxError } from './sandbox.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * What a caller is told who had a text rendered in a sandbox: `invalid_request` naming the field where the text takes too much,
 * `service_unavailable` where it is not to blame. Any other error as it is.
 */
export function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.fault === 'cpu' || error.fault === 'memory') return invalidField(field, 'takes too long to render')
  return new AppError('service_unavailable', 'Texts cannot be rendered right now. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  })
}
