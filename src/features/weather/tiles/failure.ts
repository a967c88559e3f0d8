import { AppError } from '../../../errors.ts'
import { asAppError, BudgetSpent, notConfigured } from '../../../gateway/index.ts'
import { ProviderFailure } from '../../../providers/provider.ts'

/**
 * The error for a caller when neither a cached tile nor the provider could answer; an `undefined` failure means that the provider timed
 * out.
 */
export function tileFailure(failure: unknown): AppError {
  if (failure === undefined) return new AppError('upstream_error', 'The map tile provider did not respond in time.')
  if (!(failure instanceof ProviderFailure))
    return new AppError('service_unavailable', 'The map tile cache is not reachable.', { cause: failure, retryAfterSeconds: 5 })
  const { retryAfterSeconds } = failure
  const options = { cause: failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  switch (failure.kind) {
    case 'budget_spent':
      if (failure instanceof BudgetSpent && failure.share !== undefined) return asAppError(failure)
      return new AppError('rate_limited', 'The budget for map tiles is used up, and there is no cached tile.', {
        retryAfterSeconds: 60,
        ...options,
      })
    case 'not_configured':
      return notConfigured(false)
    case 'refused_key':
    case 'no_subscription':
      return new AppError('service_unavailable', 'The map tile provider rejected the configured key.', options)
    default:
      return new AppError('upstream_error', 'The map tile provider failed.', options)
  }
}
