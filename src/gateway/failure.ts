import { ProviderFailure } from '@isobar/providers/port'
import { AppError } from '../errors.ts'
import { isUnwritable } from '../platform/db/connect-errors.ts'
import { MINUTE_SECONDS } from './budget.ts'
import type { ClientShare } from './client-shares.ts'
import { type Caller, isBackground } from './policy.ts'

/**
 * Why a record is not as recent as asked for, or why there is none: a choice's reason to refuse (`choose.ts`), or the failure of the first
 * source; undefined if that was only late.
 */
export type Shortfall =
  | { readonly reason: 'absent' | 'undelivered' | 'uncalled' | 'deferred' }
  | { readonly reason: 'failed'; readonly failure: unknown }

/** By then a person may have requested the place. */
const CRAWLER_RETRY_SECONDS = 3_600

/** The error for a caller who gets nothing. */
export function toShortfallError(shortfall: Shortfall | null): AppError {
  switch (shortfall?.reason) {
    case 'absent':
      return new AppError('location_not_found', 'The weather provider has no data for these coordinates.')
    case 'undelivered':
      return new AppError(
        'service_unavailable',
        'No weather provider in use delivers this here: none covers the place, or their plans do not include it.',
      )
    case 'uncalled':
      return new AppError('service_unavailable', 'There is no cached data for this place, and crawlers only get cached data.', {
        retryAfterSeconds: CRAWLER_RETRY_SECONDS,
      })
    case 'failed':
      return toAppError(shortfall.failure)
    default:
      return new AppError('service_unavailable', 'There is no cached data for this place.')
  }
}

/** The error for a caller when neither the cache nor a provider could answer. */
export function toAppError(failure: unknown): AppError {
  if (failure instanceof AppError) return failure
  if (failure === undefined) return new AppError('upstream_error', 'The weather provider did not respond in time.')
  if (isUnwritable(failure)) {
    const message = 'The database cannot be written to, so that no provider can be called, and there is no cached data.'
    return new AppError('service_unavailable', message, { cause: failure, retryAfterSeconds: 30 })
  }
  if (!(failure instanceof ProviderFailure))
    return new AppError('service_unavailable', 'The weather cache is not reachable.', { cause: failure, retryAfterSeconds: 5 })
  const retry = failure.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds }
  switch (failure.kind) {
    case 'not_found':
      return new AppError('location_not_found', 'The weather provider has no data for these coordinates.', { cause: failure })
    case 'budget_spent':
      if (failure instanceof BudgetSpent && failure.share !== undefined) return shareSpent(failure, failure.share)
      return new AppError('rate_limited', 'The budget of provider calls is used up, and there is no cached data.', {
        cause: failure,
        retryAfterSeconds: failure.retryAfterSeconds ?? 60,
      })
    case 'not_configured':
      return buildNotConfiguredError(false)
    case 'refused_key':
      return new AppError('service_unavailable', 'The weather provider rejected the configured key.', { cause: failure })
    case 'no_subscription':
      return new AppError('service_unavailable', 'The plan of the configured key does not include this weather product.', {
        cause: failure,
      })
    case 'timeout':
      return new AppError('upstream_error', 'The weather provider did not respond in time.', { cause: failure, ...retry })
    default:
      return new AppError('upstream_error', 'The weather provider failed.', { cause: failure, ...retry })
  }
}

/** The error when the primary provider cannot be called at all: what is missing, and what an operator can do. */
export function buildNotConfiguredError(isSwitchedOff: boolean): AppError {
  const message = isSwitchedOff
    ? 'The weather provider is turned off in the back office.'
    : 'No weather provider is configured. Set the key of one of WEATHER_PROVIDERS, add it in the back office, or name a provider that needs none.'
  return new AppError('service_unavailable', message)
}

/** One client's share of a provider's calls is used up: names the share, to distinguish it from request limits. */
function shareSpent(failure: BudgetSpent, { name, limit, windowSeconds }: ClientShare): AppError {
  const window = windowSeconds === MINUTE_SECONDS ? 'a minute' : 'a day'
  const message = `This address has used up its share of provider calls (limit "${name}": ${limit} ${window}), and there is no cached data.`
  return new AppError('rate_limited', message, {
    cause: failure,
    retryAfterSeconds: failure.retryAfterSeconds ?? windowSeconds,
    spent: { name, limit, windowSeconds },
  })
}

/** The budget is spent: all of it, the part that background work may use, or the client's share. */
export class BudgetSpent extends ProviderFailure {
  /** True when another caller might still be allowed. */
  readonly personal: boolean
  /** The client's share, if that is what is used up. */
  readonly share: ClientShare | undefined
  constructor(product: string, caller: Caller, retryAfterSeconds: number, share?: ClientShare) {
    super('budget_spent', `budget of ${product} is spent`, { retryAfterSeconds })
    this.name = 'BudgetSpent'
    this.personal = isBackground(caller) || share !== undefined
    this.share = share
  }
}

/** The request was answered before its fallback's call was made; another request may still want it. */
export class NotWanted extends ProviderFailure {
  constructor(product: string) {
    super('not_wanted', `the request has been answered without ${product}`)
    this.name = 'NotWanted'
  }
}

/** Whether only the client's share or the background part is spent, so that another caller may still be allowed. */
export function isOwnShareSpent(error: unknown): boolean {
  return error instanceof BudgetSpent && error.personal
}
