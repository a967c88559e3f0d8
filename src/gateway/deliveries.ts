import type { CellScope } from '../weather/scope.ts'
import type { CellFetch } from './cell-fetch.ts'

/** A provider's fetch, with the scopes that it can fill, in the groups that are fetched together. */
export interface Deliverer {
  readonly fetch: CellFetch
  readonly groups: readonly (readonly CellScope[])[]
}

/** One way to a scope: whom to ask, and what to take of what comes. */
export interface Delivery {
  readonly fetch: CellFetch
  readonly scopes: readonly CellScope[]
}

/** Who is asked for a scope, and who stands in when that one fails. */
export interface Deliveries {
  readonly first: Delivery
  readonly other: Delivery | undefined
  /** The way that does without the primary provider. */
  readonly second: Delivery | undefined
}

/**
 * The ways to each scope. What the primary provider cannot deliver at all is the second's own business, and no failure: it then
 * brings nothing else, so that it never takes the place of the primary. Where it stands in, it brings what the primary would have
 * brought. Undefined for a scope that nobody delivers.
 */
export function deliveriesOf(primary: Deliverer, second: Deliverer | undefined): (scope: CellScope) => Deliveries | undefined {
  const own = new Set(primary.groups.flat())
  const others = new Set(second?.groups.flat())
  const ways = new Map<CellScope, Deliveries>()
  for (const group of primary.groups) {
    const shared = group.filter((scope) => others.has(scope))
    const standIn = second === undefined ? undefined : { fetch: second.fetch, scopes: shared }
    for (const scope of group) {
      const other = shared.includes(scope) ? standIn : undefined
      ways.set(scope, { first: { fetch: primary.fetch, scopes: group }, other, second: other })
    }
  }
  for (const group of second?.groups ?? []) {
    const lacking = group.filter((scope) => !own.has(scope))
    for (const scope of lacking) {
      const first = { fetch: (second as Deliverer).fetch, scopes: lacking }
      ways.set(scope, { first, other: undefined, second: first })
    }
  }
  return (scope) => ways.get(scope)
}
