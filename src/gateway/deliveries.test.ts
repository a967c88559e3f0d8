import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellScope } from '../weather/scope.ts'
import type { CellFetch } from './cell-fetch.ts'
import { deliveriesOf } from './deliveries.ts'

const named = (name: string) => ({ name }) as unknown as CellFetch & { readonly name: string }
const PRIMARY = named('primary')
const SECOND = named('second')

const ONE_CALL: readonly CellScope[][] = [['current', 'hourly', 'daily', 'minutely', 'alert']]
const BY_SCOPE: readonly CellScope[][] = [['current', 'alert'], ['hourly'], ['daily'], ['minutely']]
const CURRENT_ONLY: readonly CellScope[][] = [['current']]
const WITHOUT_ALERTS: readonly CellScope[][] = [['current', 'hourly', 'daily', 'minutely']]

/** `primary current+alert / second current`: who is asked for what, and who stands in with what. */
function wayTo(scope: CellScope, groups: readonly CellScope[][], second: readonly CellScope[][] | undefined): string {
  const ways = deliveriesOf({ fetch: PRIMARY, groups }, second && { fetch: SECOND, groups: second })(scope)
  if (ways === undefined) return 'nobody'
  const parts = [ways.first, ...(ways.other === undefined ? [] : [ways.other])]
  return parts.map(({ fetch, scopes }) => `${(fetch as typeof PRIMARY).name} ${scopes.join('+')}`).join(' / ')
}

describe('deliveriesOf', () => {
  const cases: readonly (readonly [string, CellScope, readonly CellScope[][], readonly CellScope[][] | undefined, string])[] = [
    [
      'one call for all',
      'hourly',
      ONE_CALL,
      WITHOUT_ALERTS,
      'primary current+hourly+daily+minutely+alert / second current+hourly+daily+minutely',
    ],
    ['alone', 'hourly', ONE_CALL, undefined, 'primary current+hourly+daily+minutely+alert'],
    ['a call each', 'current', BY_SCOPE, WITHOUT_ALERTS, 'primary current+alert / second current'],
    ['a call each', 'daily', BY_SCOPE, WITHOUT_ALERTS, 'primary daily / second daily'],
    ['what nobody else has', 'alert', BY_SCOPE, WITHOUT_ALERTS, 'primary current+alert'],
    ['what the plan has', 'current', CURRENT_ONLY, WITHOUT_ALERTS, 'primary current / second current'],
    ['what the plan lacks', 'daily', CURRENT_ONLY, WITHOUT_ALERTS, 'second hourly+daily+minutely'],
    ['what the plan lacks, alone', 'daily', CURRENT_ONLY, undefined, 'nobody'],
  ]
  for (const [what, scope, groups, second, way] of cases)
    it(`${what}: ${scope} from ${way}`, () => assert.equal(wayTo(scope, groups, second), way))
})
