import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import {
  BERLIN,
  clearSubscriptions,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
  UNLIMITED,
} from './testing/client.ts'

describe('erasing', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on' } })
  })
  after(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-07-01T12:00:00Z')
    await clearSubscriptions(app)
  })

  const erase = () => app.services.subscriptions.erase()
  const left = async () => (await querySubscriptionRows(app)).map((row) => row.city_lat)

  it('deletes inactive rows after 30 days, and keeps active ones', async () => {
    await postSubscription(app, {})
    await postSubscription(app, { cityLat: 10 })
    await app.database.pool.query('update subscription set confirmed_at = now(), confirm_before = null')
    await sendAsClient(app, 'DELETE', '/api/subscriptions', { clientId: 'client-1', ...BERLIN, types: ['city_alerts'] })
    app.clock.advance({ hours: 30 * 24 })
    await erase()
    assert.equal((await left()).length, 2)
    app.clock.advance({ seconds: 1 })
    await erase()
    assert.deepEqual(await left(), [10])
  })

  it('deletes unconfirmed rows and their links 7 days after the last request', async () => {
    await postSubscription(app, {})
    await postSubscription(app, { cityLat: 10 })
    app.clock.advance({ hours: 24 })
    await postSubscription(app, { cityLat: 10 })
    app.clock.advance({ hours: 6 * 24, seconds: 1 })
    await erase()
    assert.deepEqual(await left(), [10])
    assert.equal((await querySubscriptionRows(app, 'select * from subscription_confirmation')).length, 1)
    app.clock.advance({ hours: 24 })
    await erase()
    assert.deepEqual(
      { left: await left(), rows: await querySubscriptionRows(app, 'select * from subscription_confirmation') },
      { left: [], rows: [] },
    )
  })

  it('keeps refusals for three years, without identifying anyone', async () => {
    const { token } = await makeSubscription(app, { clientId: 'planted-client' })
    await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
    app.clock.advance({ hours: 31 * 24 })
    await erase()
    assert.deepEqual(await querySubscriptionRows(app), [])
    const [refusal] = await querySubscriptionRows(app, 'select * from subscription_refusal')
    assert.match(refusal.row_hash, /^[\w-]{22}$/)
    app.clock.advance({ hours: 3 * 366 * 24 })
    await erase()
    assert.deepEqual(await querySubscriptionRows(app, 'select * from subscription_refusal'), [])
  })

  it('handles any number of rows, in batches', async () => {
    await app.database.pool.query(`
      insert into subscription (id, client, email, email_key, type, frequency, alert_on_rain, alert_on_storm, alert_prefs, lang, units, timezone, active,
        confirm_before, unsubscribe_token, created_at, updated_at)
      select gen_random_uuid(), 'c', n || '@example.org', n || '@example.org', 'newsletter', 'weekly', false, false, '{}', 'en', 'metric', 'UTC', true,
        '2026-06-30Z', gen_random_uuid(), '2026-06-23Z', '2026-06-23Z' from generate_series(1, 2500) n`)
    await erase()
    assert.deepEqual(await querySubscriptionRows(app), [])
  })
})
