import type { CellScope } from '../domain/scope.ts'
import type { CellFetch } from './cell-fetch.ts'
import { type KeptScope, fallbackScopeOf } from './record.ts'

/** A provider's fetch, with the scopes that it can fill, grouped by fetch. */
export interface Deliverer {
  readonly fetch: CellFetch
  readonly groups: readonly (readonly CellScope[])[]
}

/**
 * The second provider. Scopes that only it has are stored as ordinary records; scopes that the primary has too are stored separately as
 * fallback records.
 */
export interface SecondDeliverer extends Deliverer {
  /** Fetches fallback records. */
  readonly fallback: CellFetch
  /** The scopes that it can replace, grouped by fetch. */
  readonly fallbackGroups: readonly (readonly KeptScope[])[]
}

/** One way to get a scope: the fetch to use, and the scopes to take from it. */
export interface Delivery {
  readonly fetch: CellFetch
  readonly scopes: readonly KeptScope[]
}

/** The provider of a scope, and the fallback if it fails. */
export interface Deliveries {
  readonly first: Delivery
  /** Delivers records of fallback scopes. */
  readonly fallback: Delivery | undefined
  /** The scopes that the primary would have fetched together with this one and the fallback has too; they are shown together. */
  readonly together: readonly CellScope[]
  /** Whether the primary delivers the scope. */
  readonly isPrimary: boolean
}

/** The scopes for which the second provider can replace the primary, in its own groups. */
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
 * The deliveries of each scope. A scope that the primary cannot deliver at all belongs to the second provider and is not a fallback. As
 * fallback, the second fetches all that it has in one call; people are then shown the scopes that the primary would have fetched together.
 * Undefined for a scope that no provider delivers.
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
