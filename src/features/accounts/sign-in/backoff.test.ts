import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import type { AppError } from '../../../errors.ts'
import { createBackoff, type Guess, type Verdict } from './backoff-store.ts'
import type { AuthTables } from './tables.ts'

let database: TestDatabase<AuthTables>
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())
beforeEach(() => database.pool.query('delete from login_backoff'))

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
  const backoff = createBackoff(database.kysely, clock)
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

describe('a guess', () => {
  const clock = createTestClock()
  let backoff: ReturnType<typeof createBackoff>
  before(() => (backoff = createBackoff(database.kysely, clock)))

  const guess = (account: string, client: string, known: Guess['known'] = null): Guess => ({ account, client, known })
  async function fail(times: number, made: Guess | ((i: number) => Guess)): Promise<void> {
    for (let i = 0; i < times; i++) await (await backoff.begin(typeof made === 'function' ? made(i) : made)).settle('wrong')
  }
  /** Seconds to wait; null: the guess is allowed. */
  async function waitOf(made: Guess): Promise<number | null> {
    try {
      await (await backoff.begin(made)).settle('none')
      return null
    } catch (error) {
      assert.equal((error as AppError).code, 'rate_limited')
      return (error as AppError).retryAfterSeconds ?? Number.NaN
    }
  }

  it('waits for the whole seconds that are left, at least one', async () => {
    await fail(5, guess('a', 'x'))
    assert.equal(await waitOf(guess('a', 'y')), 30)
    await database.pool.query(`update login_backoff set blocked_until = $1 where key = 'account a'`, [new Date(clock.now() + 2_001)])
    assert.equal(await waitOf(guess('a', 'y')), 3)
    await database.pool.query(`update login_backoff set blocked_until = $1 where key = 'account a'`, [new Date(clock.now() + 1)])
    assert.equal(await waitOf(guess('a', 'y')), 1)
    await database.pool.query(`update login_backoff set blocked_until = $1 where key = 'account a'`, [new Date(clock.now())])
    assert.equal(await waitOf(guess('a', 'y')), null)
  })

  it('that is refused for its account is not counted for its address', async () => {
    await fail(5, guess('a', 'x'))
    for (let i = 0; i < 40; i++) assert.equal(await waitOf(guess('a', 'y')), 30)
    assert.equal(await waitOf(guess('b', 'y')), null)
  })

  it('counts for an account for a day and for an address for an hour', async () => {
    await fail(4, guess('a', 'x'))
    clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    await fail(1, guess('a', 'x'))
    assert.equal(await waitOf(guess('a', 'y')), 30)
    await fail(4, guess('b', 'z'))
    clock.advance({ hours: 24 })
    await fail(1, guess('b', 'z'))
    assert.equal(await waitOf(guess('b', 'y')), null)
    await fail(29, (i) => guess(`c${i}`, 'v'))
    clock.advance({ hours: 1 })
    await fail(1, guess('d', 'v'))
    assert.equal(await waitOf(guess('e', 'v')), null)
  })

  it('is forgotten for an account and all its devices, and for no account with a similar key', async () => {
    const browser = { name: 'browser q', own: true }
    for (const each of [guess('a', 'x'), guess('a', 'x', browser), guess('ab', 'x')]) await fail(5, each)
    await backoff.forget('a')
    assert.deepEqual(
      [await waitOf(guess('a', 'y')), await waitOf(guess('a', 'y', browser)), await waitOf(guess('ab', 'y'))],
      [null, null, 30],
    )
  })

  it('is deleted a day after the last attempt', async () => {
    await fail(1, guess('a', 'x'))
    clock.advance({ hours: 24 })
    await fail(1, guess('b', 'y'))
    const keys = async () => (await database.pool.query('select key from login_backoff order by key')).rows.map(({ key }) => key)
    await backoff.sweep()
    assert.equal((await keys()).length, 4)
    clock.advance({ seconds: 1 })
    await backoff.sweep()
    assert.deepEqual(await keys(), ['account b', 'client y'])
  })
})
