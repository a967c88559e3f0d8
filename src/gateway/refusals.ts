import { ProviderFailure } from '../providers/provider.ts'

/** The budget refused. `personal` when another caller might still be allowed: the client's own share or the background ceiling is used up. */
export class BudgetSpent extends ProviderFailure {
  readonly personal: boolean
  constructor(product: string, personal: boolean, retryAfterSeconds: number) {
    super('budget_spent', `budget of ${product} is spent`, { retryAfterSeconds })
    this.name = 'BudgetSpent'
    this.personal = personal
  }
}

/** The request was answered before its stand-in's call could be made; somebody else may still want it. */
export class NotWanted extends ProviderFailure {
  constructor(product: string) {
    super('not_wanted', `the request has been answered without ${product}`)
    this.name = 'NotWanted'
  }
}
