import { ProviderFailure } from '../providers/provider.ts'
import { type Caller, isBackground } from './policy.ts'
import type { ClientShare } from './client-shares.ts'

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
