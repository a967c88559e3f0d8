import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellScope } from '../domain/scope.ts'
import type { CellFetch } from './cell-fetch.ts'
import { deliveriesOf, fallbackGroups } from './deliveries.ts'

const named = (name: string) => ({ name }) as unknown as CellFetch & { readonly name: string }
const PRIMARY = named('primary')
const SECOND = named('second')
const STAND_IN = named('fallback')

const ONE_CALL: readonly CellScope[][] = [['current', 'hourly', 'daily', 'minutely', 'alert']]
const BY_SCOPE: readonly CellScope[][] = [['current', 'alert'], ['hourly'], ['daily'], ['minutely']]
const CURRENT_ONLY: readonly CellScope[][] = [['current']]
const ALL = 'fallback second_current+second_hourly+second_daily+second_minutely'
const WITHOUT_ALERTS: readonly CellScope[][] = [['current', 'hourly', 'daily', 'minutely']]

/** `primary current+alert / fallback second_current+second_hourly for current`: which scopes each source is asked for, and which of them people see. */
function wayTo(scope: CellScope, groups: readonly CellScope[][], second: readonly CellScope[][] | undefined): string {
  const other = second && { fetch: SECOND, groups: second, fallback: STAND_IN, fallbackGroups: fallbackGroups(groups, second) }
  const ways = deliveriesOf({ fetch: PRIMARY, groups }, other)(scope)
  if (ways === undefined) return 'nobody'
  const { first, fallback, together } = ways
  const parts = [first, ...(fallback === undefined ? [] : [fallback])]
  const text = parts.map(({ fetch, scopes }) => `${(fetch as typeof PRIMARY).name} ${scopes.join('+')}`).join(' / ')
  return fallback === undefined ? text : `${text} for ${together.join('+')}`
}

describe('deliveriesOf', () => {
  const cases: readonly (readonly [string, CellScope, readonly CellScope[][], readonly CellScope[][] | undefined, string])[] = [
    [
      'one call for all scopes',
      'hourly',
      ONE_CALL,
      WITHOUT_ALERTS,
      `primary current+hourly+daily+minutely+alert / ${ALL} for current+hourly+daily+minutely`,
    ],
    ['alone', 'hourly', ONE_CALL, undefined, 'primary current+hourly+daily+minutely+alert'],
    ['one call for each scope', 'current', BY_SCOPE, WITHOUT_ALERTS, `primary current+alert / ${ALL} for current`],
    ['one call for each scope', 'daily', BY_SCOPE, WITHOUT_ALERTS, `primary daily / ${ALL} for daily`],
    ['a scope that no other source has', 'alert', BY_SCOPE, WITHOUT_ALERTS, 'primary current+alert'],
    ['a scope that the plan includes', 'current', CURRENT_ONLY, WITHOUT_ALERTS, 'primary current / fallback second_current for current'],
    ['a scope that the plan lacks', 'daily', CURRENT_ONLY, WITHOUT_ALERTS, 'second hourly+daily+minutely'],
    ['a scope that the plan lacks, without a second provider', 'daily', CURRENT_ONLY, undefined, 'nobody'],
  ]
  for (const [what, scope, groups, second, way] of cases)
    it(`${what}: ${scope} from ${way}`, () => assert.equal(wayTo(scope, groups, second), way))
})
