import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { MAX_ROWS_PER_CLIENT } from './limits.ts'
import { BERLIN, clearSubscriptions, querySubscriptionRows, sendAsClient, postSubscription, UNLIMITED } from './testing/client.ts'

/** The number of answers by status. */
function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('concurrent and numerous subscriptions', () => {
  let app: TestApp
  let second: TestApp
  before(async () => {
    app = await createTestApp({ env: UNLIMITED })
    second = await createTestApp({ sharing: app, env: UNLIMITED })
  })
  after(async () => {
    await second.close()
    await app.close()
  })
  beforeEach(() => clearSubscriptions(app))

  const node = (i: number) => (i % 2 === 0 ? app : second)
  const times = <T>(n: number, make: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => make(i)))

  it('50 equal simultaneous requests over two nodes create one row with one 201', async () => {
    for (const type of ['city_alerts', 'newsletter']) {
      const answers = await times(50, (i) =>
        postSubscription(node(i), { type, email: i % 3 === 0 ? 'ADA@example.org' : 'ada@example.org' }),
      )
      assert.deepEqual(tally(answers), { 200: 49, 201: 1 })
      assert.equal(new Set(answers.map(({ body }) => body.subscription.id)).size, 1)
    }
    assert.equal((await querySubscriptionRows(app)).length, 2)
  })

  it('an address has at most 20 cities over all clients, exactly', async () => {
    const answers = await times(40, (i) =>
      postSubscription(node(i), { clientId: `client-${i % 7}`, cityLat: i, type: i % 2 ? 'city_weekly' : 'city_alerts' }),
    )
    assert.deepEqual(tally(answers), { 201: 20, 409: 20 })
    assert.deepEqual(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.error)), new Set(['limit_reached']))
    assert.equal((await querySubscriptionRows(app)).length, 20)
    const [one] = await querySubscriptionRows(app)
    assert.equal((await postSubscription(app, { type: 'newsletter' })).status, 201, 'newsletters do not count')
    assert.equal((await postSubscription(app, { email: 'eve@example.org' })).status, 201, 'other addresses do not count')
    const same = { clientId: 'client-0', cityLat: one.city_lat, type: one.type }
    const clients = await times(7, (i) => postSubscription(node(i), { ...same, clientId: `client-${i}` }))
    assert.deepEqual(tally(clients), { 200: 1, 409: 6 })
  })

  it('an ended place frees its slot, and comes back only if there is one', async () => {
    await times(20, (i) => postSubscription(node(i), { cityLat: i }))
    await sendAsClient(app, 'DELETE', '/api/subscriptions', {
      clientId: 'client-1',
      cityLat: 3,
      cityLon: BERLIN.cityLon,
      types: ['city_alerts'],
    })
    const answers = await times(5, (i) => postSubscription(node(i), { cityLat: 30 + i }))
    assert.deepEqual(tally(answers), { 201: 1, 409: 4 })
    assert.equal((await postSubscription(app, { cityLat: 3 })).status, 409)
  })

  it('a client has at most 100 over all addresses, exactly', async () => {
    for (let round = 0; round < 3; round++) {
      await times(40, (i) =>
        postSubscription(node(i), { email: `ada${round * 40 + i}@example.org`, type: i % 2 === 0 ? 'newsletter' : 'city_weekly' }),
      )
    }
    assert.equal((await querySubscriptionRows(app)).filter((row) => row.active).length, 100)
    const { status, body } = await postSubscription(app, { email: 'one-more@example.org' })
    assert.deepEqual({ status, error: body.error }, { status: 409, error: 'limit_reached' })
    assert.equal((await postSubscription(app, { clientId: 'client-2', email: 'one-more@example.org' })).status, 201)
  })

  it('a client leaves a limited number of inactive rows behind', async () => {
    await postSubscription(app, { type: 'newsletter' })
    await app.database.pool.query(
      `insert into subscription select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'unsubscribe_token', gen_random_uuid(),
        'email_key', 'n' || n || '@example.org', 'active', false, 'deactivated_at', now(), 'deactivated_by', 'client'))).*
       from subscription s, generate_series(2, ${MAX_ROWS_PER_CLIENT}) n`,
    )
    const { status, body } = await postSubscription(app, {})
    assert.deepEqual({ status, error: body.error }, { status: 409, error: 'limit_reached' })
    assert.equal((await postSubscription(app, { type: 'newsletter' })).status, 200)
  })

  it('concurrent writers of the same addresses and clients, in any order, never deadlock', async () => {
    const answers = await times(60, (i) => {
      const body = { clientId: `client-${i % 3}`, email: `ada${i % 4}@example.org`, cityLat: i % 5 }
      if (i % 5 === 4)
        return sendAsClient(node(i), 'DELETE', '/api/subscriptions', { ...body, cityLon: BERLIN.cityLon, types: ['city_alerts'] })
      return postSubscription(node(i), body)
    })
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 201),
      JSON.stringify(tally(answers)),
    )
  })
})
