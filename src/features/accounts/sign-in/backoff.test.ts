import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { createBackoff, type Guess } from './backoff.ts'
import { createBackoffStore, type Verdict } from './backoff-store.ts'
import type { AuthTables } from './tables.ts'

let database: TestDatabase<AuthTables>
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

interface Tried extends Omit<Guess, 'known'> {
  readonly known: 'address' | 'browser' | 'no'
  readonly verdict: Verdict
}

const tried: fc.Arbitrary<Tried> = fc.record({
  account: fc.constantFrom('a', 'b'),
  client: fc.constantFrom('x', 'y'),
  known: fc.constantFrom('no', 'no', 'address', 'browser'),
  verdict: fc.constantFrom('wrong', 'wrong', 'right', 'none'),
})

/** Failures that count after these attempts, by counter: all wrong ones there since the last success that clears it. */
function expected(attempts: readonly Tried[]): Record<string, number> {
  const counters: Record<string, number> = {}
  const count = (those: readonly Tried[]): number => those.filter(({ verdict }) => verdict === 'wrong').length
  for (const account of ['a', 'b']) {
    const ofAccount = attempts.filter((each) => each.account === account)
    counters[`account ${account}`] = count(ofAccount.filter(({ known }) => known === 'no'))
    for (const client of ['x', 'y']) {
      for (const kind of ['address', 'browser'] as const) {
        const here = ofAccount.filter((each) => each.known === kind && each.client === client)
        counters[`account ${account} ${kind} ${client}`] = count(here.slice(here.findLastIndex(({ verdict }) => verdict === 'right') + 1))
      }
    }
  }
  // A browser of one's own is nobody else's, so its failures say nothing about the address.
  for (const client of ['x', 'y'])
    counters[`client ${client}`] = count(attempts.filter((each) => each.client === client && each.known !== 'browser'))
  return counters
}

it('a success clears the failures of its account on its known device, and nothing else', async () => {
  const clock = createTestClock()
  const backoff = createBackoff(createBackoffStore(database.kysely), clock)
  await fc.assert(
    fc.asyncProperty(fc.array(tried, { maxLength: 15 }), async (attempts) => {
      await database.pool.query('delete from login_backoff')
      for (const { account, client, known, verdict } of attempts) {
        await database.pool.query('update login_backoff set blocked_until = null')
        const device = known === 'no' ? null : { name: `${known} ${client}`, own: known === 'browser' }
        await (await backoff.begin({ account, client, known: device })).settle(verdict)
      }
      const { rows } = await database.pool.query('select key, failures, pending from login_backoff')
      const stored = Object.fromEntries(rows.map(({ key, failures }) => [key, failures]))
      for (const [key, failures] of Object.entries(expected(attempts))) assert.equal(stored[key] ?? 0, failures, key)
      assert.ok(rows.every(({ pending }) => pending === 0))
    }),
    { numRuns: 60 },
  )
})
