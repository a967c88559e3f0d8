import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../errors.ts'
import { MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT } from './limits.ts'
import { runOnEndedSubscriptions, reactivateSubscriptions } from './reactivation.ts'
import type { Counts } from './row-store.ts'
import type { Parties, Unit } from './store.ts'
import type { Subscription } from './subscription.ts'
import { NOW, buildTestSubscription, UNCONFIRMED } from './testing/rows.ts'

const keyedHash = (purpose: string, text: string) => `${purpose}: ${text}`
const many = (count: number, change: Partial<Subscription> = {}) =>
  Array.from({ length: count }, (_, i) => buildTestSubscription({ id: `${i}`, ...change }))

/** Restores subscriptions with these counts before; by client, if they differ. Resolves to the restored ids. */
async function restored(
  ended: readonly Subscription[],
  counts: Partial<Counts>,
  ofOther: Partial<Counts> = counts,
): Promise<string[] | 'refused'> {
  let ids: readonly string[] = []
  let refusals: readonly string[] = []
  const unit: Pick<Unit, 'countFor' | 'activate' | 'deleteRefusals'> = {
    countFor: async (client) => ({
      citiesOfEmail: 0,
      activeOfClient: 0,
      rowsOfClient: 0,
      isTrusted: false,
      ...(client === 'client' ? counts : ofOther),
    }),
    activate: async (restored) => void (ids = restored),
    deleteRefusals: async (hashes) => void (refusals = hashes),
  }
  try {
    await reactivateSubscriptions({ keyedHash }, unit as Unit, ended, NOW)
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'limit_reached')
    assert.deepEqual({ ids, refusals }, { ids: [], refusals: [] })
    return 'refused'
  }
  assert.equal(refusals.length, ids.length)
  return [...ids]
}

describe('what comes back after it was ended', () => {
  it('must fit into the limit of its client, exactly', async () => {
    assert.deepEqual(await restored(many(2), { activeOfClient: MAX_PER_CLIENT - 2 }), ['0', '1'])
    assert.equal(await restored(many(2), { activeOfClient: MAX_PER_CLIENT - 1 }), 'refused')
    const ofTwo = [buildTestSubscription({ id: '0' }), buildTestSubscription({ id: '1', client: 'other' })]
    assert.equal(await restored(ofTwo, {}, { activeOfClient: MAX_PER_CLIENT }), 'refused')
    assert.deepEqual(await restored(ofTwo, {}, { activeOfClient: MAX_PER_CLIENT - 1 }), ['0', '1'])
  })

  it('must fit into the limit of its address, exactly: all confirmed cities together, whoever’s', async () => {
    assert.deepEqual(await restored(many(2), { citiesOfEmail: MAX_CITIES_PER_EMAIL - 2 }), ['0', '1'])
    assert.equal(await restored(many(2), { citiesOfEmail: MAX_CITIES_PER_EMAIL - 1 }), 'refused')
    const ofTwo = [buildTestSubscription({ id: '0' }), buildTestSubscription({ id: '1', client: 'other' })]
    assert.equal(await restored(ofTwo, { citiesOfEmail: MAX_CITIES_PER_EMAIL - 1 }), 'refused')
  })

  it('does not count for the address if it is a newsletter or was never confirmed', async () => {
    const full = { citiesOfEmail: MAX_CITIES_PER_EMAIL }
    assert.deepEqual(await restored(many(1, { type: 'newsletter', cell: null }), full), ['0'])
    assert.deepEqual(await restored(many(1, { confirmation: UNCONFIRMED }), full), ['0'])
    const over = { citiesOfEmail: MAX_CITIES_PER_EMAIL + 1 }
    assert.deepEqual(
      await restored(many(1, { confirmation: UNCONFIRMED }), over),
      ['0'],
      'an address above its limit may keep what does not count',
    )
  })

  it('may be nothing', async () => assert.deepEqual(await restored([], { activeOfClient: MAX_PER_CLIENT + 1 }), []))
})

it('the clients of what was ended are locked before it is read again; rows of others that appeared since are left', async () => {
  const locks: Parties[] = []
  const lists = [[buildTestSubscription({ client: 'a' })], [buildTestSubscription({ client: 'a' }), buildTestSubscription({ client: 'b' })]]
  const store = {
    transaction: <T>(parties: Parties, work: (unit: Unit) => Promise<T>): Promise<T> => {
      locks.push(parties)
      return work({} as Unit)
    },
  }
  const ended = await runOnEndedSubscriptions(
    { store: store as never },
    'ada',
    async () => lists.shift() ?? [],
    async (_, rows) => rows,
  )
  assert.deepEqual(locks, [{ emailKeys: ['ada'] }, { clients: ['a'], emailKeys: ['ada'] }])
  assert.deepEqual(
    ended.map(({ client }) => client),
    ['a'],
  )
})
