import type { Clock } from '../platform/clock.ts'
import type { Product } from '../providers/provider.ts'
import { DAY_SECONDS } from '../time.ts'
import { type Allowance, type BudgetShares, ceilingOf } from './budget.ts'
import type { CallContext } from './call-context.ts'
import type { ClientShare } from './client-shares.ts'
import type { Reservation } from './store.ts'
import type { CallCause } from './tables.ts'

/** What a product may use, and who of it how much. */
export interface Allowances {
  readonly clock: Clock
  /** The windows of a product: the provider's own limits if it states any, otherwise the operator's. */
  readonly allowancesOf: (product: Product) => readonly Allowance[]
  readonly clientSharesOf: (product: Product) => readonly ClientShare[]
  readonly shares: () => BudgetShares
}

/** The cause to record: calls made after their request was answered count as refreshes. */
export function causeOf({ cause, spend }: CallContext): CallCause {
  return cause === 'request' && spend.closed ? 'refresh' : cause
}

/** The id of the product whose budget a product uses. */
export const accountOf = ({ id, account = id }: Product): string => account

/** The holder of what an account may use; products of one account use it together. */
export const accountHolder = (product: Product): string => `product:${accountOf(product)}`

/** The holder that counts the jobs' part of an account's calls. */
export const jobsHolder = (product: Product): string => `jobs:${accountOf(product)}`

/** The reservation for one call: which holder pays how much. */
export function reservationOf(
  product: Product,
  context: CallContext,
  { clock, allowancesOf, clientSharesOf, shares }: Allowances,
): Reservation {
  const claims = allowancesOf(product).map(({ windowSeconds, limit }) => ({
    holder: accountHolder(product),
    windowSeconds,
    amount: product.weight,
    ceiling: ceilingOf(limit, context.caller, shares()),
  }))
  // Only counts the jobs' usage of the day; the jobs themselves respect their share (`jobCallsLeft`).
  const jobClaims = context.cause !== 'job' ? [] : claims.filter(({ windowSeconds }) => windowSeconds === DAY_SECONDS)
  const clientShares = context.client === null ? [] : clientSharesOf(product)
  return {
    product: product.id,
    weight: product.weight,
    cause: causeOf(context),
    trigger: context.trigger,
    scope: context.scope ?? null,
    requestId: context.requestId,
    cellId: context.cellId,
    nowMs: clock.now(),
    claims: [
      ...claims,
      ...jobClaims.map((claim) => ({ ...claim, holder: jobsHolder(product) })),
      ...clientShares.map((share) => ({
        holder: `client:${context.client}:${accountOf(product)}:${share.name}`,
        windowSeconds: share.windowSeconds,
        amount: 1,
        ceiling: share.limit,
        share,
      })),
    ],
  }
}
