import type { Product } from '@isobar/providers/port'
import type { Clock } from '../platform/clock.ts'
import { DAY_SECONDS } from '../time.ts'
import { type Allowance, type BudgetShares, computeBudgetCeiling } from './budget.ts'
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
export function getCallCause({ cause, spend }: CallContext): CallCause {
  return cause === 'request' && spend.closed ? 'refresh' : cause
}

/** The id of the product whose budget a product uses. */
export const getAccountId = ({ id, account = id }: Product): string => account

/** The holder of what an account may use; products of one account use it together. */
export const toAccountHolder = (product: Product): string => `product:${getAccountId(product)}`

/** The holder that counts the jobs' part of an account's calls. */
export const toJobsHolder = (product: Product): string => `jobs:${getAccountId(product)}`

/** The reservation for one call: which holder pays how much. */
export function buildReservation(
  product: Product,
  context: CallContext,
  { clock, allowancesOf, clientSharesOf, shares }: Allowances,
): Reservation {
  const claims = allowancesOf(product).map(({ windowSeconds, limit }) => ({
    holder: toAccountHolder(product),
    windowSeconds,
    amount: product.weight,
    ceiling: computeBudgetCeiling(limit, context.caller, shares()),
  }))
  // Only counts the jobs' usage of the day; the jobs themselves respect their share (`jobCallsLeft`).
  const jobClaims = context.cause !== 'job' ? [] : claims.filter(({ windowSeconds }) => windowSeconds === DAY_SECONDS)
  const clientShares = context.client === null ? [] : clientSharesOf(product)
  return {
    product: product.id,
    weight: product.weight,
    cause: getCallCause(context),
    trigger: context.trigger,
    scope: context.scope ?? null,
    requestId: context.requestId,
    cellId: context.cellId,
    nowMs: clock.now(),
    claims: [
      ...claims,
      ...jobClaims.map((claim) => ({ ...claim, holder: toJobsHolder(product) })),
      ...clientShares.map((share) => ({
        holder: `client:${context.client}:${getAccountId(product)}:${share.name}`,
        windowSeconds: share.windowSeconds,
        amount: 1,
        ceiling: share.limit,
        share,
      })),
    ],
  }
}
