import { ProviderFailure } from '../providers/provider.ts'
import type { ClientShare } from './client-shares.ts'

/** The budget refused: all of it is spent, or, for background work, as much as that may use, or the client's share of it. */
export class BudgetSpent extends ProviderFailure {
  /** True when another caller might still be allowed. */
  readonly personal: boolean
  /** The client's share that is used up, where it is that. */
  readonly share: ClientShare | undefined
  constructor(product: string, isBackground: boolean, retryAfterSeconds: number, share?: ClientShare) {
    super('budget_spent', `budget of ${product} is spent`, { retryAfterSeconds })
    this.name = 'BudgetSpent'
    this.personal = isBackground || share !== undefined
    this.share = share
  }
}

/** The request was answered before its fallback's call could be made; somebody else may still want it. */
export class NotWanted extends ProviderFailure {
  constructor(product: string) {
    super('not_wanted', `the request has been answered without ${product}`)
    this.name = 'NotWanted'
  }
}

/** Whether one client's own share, or what background work may use, is spent: somebody else's call may still be paid. */
export function isOwnShareSpent(error: unknown): boolean {
  return error instanceof BudgetSpent && error.personal
}
