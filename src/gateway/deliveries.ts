import type { CellScope } from '../domain/scope.ts'
import type { CellFetch } from './cell-fetch.ts'
import { type KeptScope, fallbackScopeOf } from './record.ts'

/** A provider's fetch, with the scopes that it can fill, in the groups that are fetched together. */
export interface Deliverer {
  readonly fetch: CellFetch
  readonly groups: readonly (readonly CellScope[])[]
}

/** The second provider: what only it has is its own business, what the primary has too is kept apart. */
export interface SecondDeliverer extends Deliverer {
  /** Fetches in place of the primary. */
  readonly fallback: CellFetch
  /** What it stands in with, in the groups that are fetched together. */
  readonly fallbackGroups: readonly (readonly KeptScope[])[]
}

/** One way to a scope: whom to ask, and what to take of what comes. */
export interface Delivery {
  readonly fetch: CellFetch
  readonly scopes: readonly KeptScope[]
}

/** Who is asked for a scope, and who stands in when that one fails. */
export interface Deliveries {
  readonly first: Delivery
  /** Brings records of fallback scopes. */
  readonly fallback: Delivery | undefined
  /** What the primary would have brought with the scope and the fallback has too: it is shown together. */
  readonly together: readonly CellScope[]
  /** Whether the primary delivers the scope. */
  readonly isPrimary: boolean
}

/** What the second provider can stand in with, in its own groups. */
export function fallbackGroups(
  primary: readonly (readonly CellScope[])[],
  second: readonly (readonly CellScope[])[],
): readonly (readonly KeptScope[])[] {
  const own = new Set(primary.flat())
  return second
    .map((group) => group.filter((scope) => own.has(scope)).flatMap((scope) => fallbackScopeOf(scope) ?? []))
    .filter((group) => group.length > 0)
}

/**
 * The ways to each scope. What the primary provider cannot deliver at all is the second's own business, and no failure. Where the
 * second stands in, one call brings all that it has; people are then shown what the primary would have brought with the scope.
 * Undefined for a scope that nobody delivers.
 */
export function deliveriesOf(primary: Deliverer, second: SecondDeliverer | undefined): (scope: CellScope) => Deliveries | undefined {
  const own = new Set(primary.groups.flat())
  const others = new Set(second?.groups.flat())
  const ways = new Map<CellScope, Deliveries>()
  for (const group of primary.groups) {
    const together = group.filter((scope) => others.has(scope))
    for (const scope of group) {
      const fallbackScope = fallbackScopeOf(scope)
      const scopes = second?.fallbackGroups.find((each) => fallbackScope !== undefined && each.includes(fallbackScope))
      const fallback = second === undefined || scopes === undefined ? undefined : { fetch: second.fallback, scopes }
      ways.set(scope, { first: { fetch: primary.fetch, scopes: group }, fallback, together, isPrimary: true })
    }
  }
  for (const group of second?.groups ?? []) {
    const lacking = group.filter((scope) => !own.has(scope))
    for (const scope of lacking) {
      const first = { fetch: (second as Deliverer).fetch, scopes: lacking }
      ways.set(scope, { first, fallback: undefined, together: lacking, isPrimary: false })
    }
  }
  return (scope) => ways.get(scope)
}
