import { AppError } from '../../../errors.ts'
import { asAppError, BudgetSpent, notConfigured } from '../../../gateway/index.ts'
import { ProviderFailure } from '../../../providers/provider.ts'

/** What a caller is told when neither a kept tile nor the provider could answer; `undefined` is a provider that took too long. */
export function tileFailure(failure: unknown): AppError {
  if (failure === undefined) return new AppError('upstream_error', 'The provider of the map tiles did not answer in time.')
  if (!(failure instanceof ProviderFailure))
    return new AppError('service_unavailable', 'The store of the map tiles is not reachable.', { cause: failure, retryAfterSeconds: 5 })
  const { retryAfterSeconds } = failure
  const options = { cause: failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  switch (failure.kind) {
    case 'budget_spent':
      if (failure instanceof BudgetSpent && failure.share !== undefined) return asAppError(failure)
      return new AppError('rate_limited', 'The budget of map tiles is spent, and no kept tile can answer.', {
        retryAfterSeconds: 60,
        ...options,
      })
    case 'not_configured':
      return notConfigured(false)
    case 'refused_key':
    case 'no_subscription':
      return new AppError('service_unavailable', 'The provider of the map tiles refuses the configured key.', options)
    default:
      return new AppError('upstream_error', 'The provider of the map tiles failed.', options)
  }
}
