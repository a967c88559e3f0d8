import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { PRODUCT_MIGRATIONS } from '../../../../../test/helpers/database.ts'
import {
  clearSubscriptions,
  JSON_WANTED,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
  UNLIMITED,
} from '../testing/client.ts'
import { postConfirmation, ENV, readNewestToken } from '../testing/confirming.ts'
import { listActiveSubscriptions } from '../testing/ending.ts'
import { getPreferencePage } from '../testing/preference-page.ts'

const STRANGER = { clientId: 'stranger', cityName: 'Madrid', cityLat: 40.42, cityLon: -3.7 }

let on: TestApp
let off: TestApp
before(async () => {
  on = await createTestApp({ env: ENV })
  off = await createTestApp({ sharing: on, env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(async () => {
  await off.close()
  await on.close()
})
beforeEach(async () => {
  on.clock.set('2026-07-01T12:00:00Z')
  off.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(on)
})

/** A stranger subscribed the address while double opt-in was off; later its reader confirmed a subscription of their own. */
async function strangerAndReader(): Promise<{ stranger: string; reader: string }> {
  const { token: stranger } = await makeSubscription(off, STRANGER)
  on.clock.advance({ minutes: 1 })
  const { token: reader } = await makeSubscription(on)
  await postConfirmation(on, await readNewestToken(on))
  return { stranger, reader }
}

describe('a subscription made while double opt-in was off', () => {
  it('shows no other place of its address later, even after its links were used', async () => {
    const { stranger, reader } = await strangerAndReader()
    const page = async () => (await getPreferencePage(on, stranger)).text
    assert.match(await page(), /Madrid/)
    assert.doesNotMatch(await page(), /Berlin/)
    for (const query of ['', '&scope=all']) {
      const path = `/api/unsubscribe?token=${stranger}${query}`
      const ended = await sendAsClient(on, 'GET', path, undefined, JSON_WANTED)
      const back = await sendAsClient(on, 'POST', `${path}&action=resubscribe`, undefined, JSON_WANTED)
      const again = await sendAsClient(on, 'POST', `${path}&action=resubscribe`, undefined, JSON_WANTED)
      for (const { status, text } of [ended, back, again]) {
        assert.equal(status, 200)
        assert.match(text, /Madrid/)
        assert.doesNotMatch(text, /Berlin/)
      }
    }
    assert.doesNotMatch(await page(), /Berlin/)
    const own = (await getPreferencePage(on, reader)).text
    assert.match(own, /Berlin/)
    assert.match(own, /Madrid/)
  })

  it('does not let its client add anything that is mailed without a confirmation', async () => {
    await makeSubscription(off, STRANGER)
    const { body } = await postSubscription(on, { ...STRANGER, type: 'newsletter' })
    assert.equal(body.subscription.confirmed, false)
  })

  it('continues, but needs a confirmation to come back once ended', async () => {
    await makeSubscription(off, STRANGER)
    assert.equal((await postSubscription(on, STRANGER)).body.subscription.confirmed, true)
    await sendAsClient(on, 'DELETE', '/api/subscriptions', { ...STRANGER, types: ['city_alerts'] })
    assert.equal((await postSubscription(on, STRANGER)).body.subscription.confirmed, false)
  })

  it('is proved when the reader confirms a later request of the same client', async () => {
    const { token } = await makeSubscription(off)
    await postSubscription(on, { type: 'newsletter' })
    await postConfirmation(on, await readNewestToken(on))
    await makeSubscription(off, { ...STRANGER, clientId: 'client-2' })
    assert.match((await getPreferencePage(on, token)).text, /Madrid/)
    assert.equal((await postSubscription(on, { type: 'city_weekly' })).body.subscription.confirmed, true)
  })
})

it('one click ends all that an address gets, whoever requested it, even while double opt-in is off', async () => {
  const { token } = await makeSubscription(off)
  await makeSubscription(off, STRANGER)
  const { body } = await sendAsClient(off, 'GET', `/api/unsubscribe?token=${token}&scope=all`, undefined, JSON_WANTED)
  assert.deepEqual(
    body.subscriptions.map(({ cityName }: { cityName: string }) => cityName),
    ['Berlin'],
  )
  assert.deepEqual(await listActiveSubscriptions(off), [])
})

describe('while double opt-in is off', () => {
  it('even a proved token shows the rows of its own client only', async () => {
    const { reader } = await strangerAndReader()
    const page = (await getPreferencePage(off, reader)).text
    assert.match(page, /Berlin/)
    assert.doesNotMatch(page, /Madrid/)
    const { text } = await sendAsClient(off, 'GET', `/api/unsubscribe?token=${reader}&scope=all`, undefined, JSON_WANTED)
    assert.match(text, /Berlin/)
    assert.doesNotMatch(text, /Madrid/)
    assert.deepEqual(await listActiveSubscriptions(off), [])
  })

  it('the token of a row that was never confirmed ends all that its address gets', async () => {
    const { token } = await makeSubscription(on)
    await makeSubscription(off, STRANGER)
    const { text } = await sendAsClient(off, 'GET', `/api/unsubscribe?token=${token}&scope=all`, undefined, JSON_WANTED)
    assert.doesNotMatch(text, /Madrid/)
    assert.deepEqual(await listActiveSubscriptions(off), [])
  })
})

it('rows of the previous release are proved if a link is known to have confirmed them, with the rest of their client for the address', async () => {
  const { pool } = on.database
  await strangerAndReader()
  on.clock.advance({ seconds: 30 })
  await makeSubscription(on, { email: 'eve@example.org', clientId: 'purged' })
  on.clock.advance({ seconds: 30 })
  await postConfirmation(on, await readNewestToken(on, 'eve@example.org'))
  on.clock.advance({ minutes: 1 })
  await makeSubscription(on, { type: 'newsletter' })
  on.clock.advance({ minutes: 1 })
  // Requested with double opt-in, but confirmed only because it was off later.
  await makeSubscription(on, { clientId: 'later', email: 'bob@example.org' })
  off.clock.set('2026-07-01T13:00:00Z')
  await makeSubscription(off, { clientId: 'later', email: 'bob@example.org' })
  await pool.query(`delete from subscription_confirmation where email_key = 'eve@example.org'`)
  await pool.query('alter table subscription drop column proved_at')
  await pool.query(await readFile(new URL('0027-subscription-proof.sql', PRODUCT_MIGRATIONS), 'utf8'))
  const found = await querySubscriptionRows(on)
  assert.deepEqual(
    found.map(({ email_key, type, city_name, proved_at }) => [email_key, type, city_name, proved_at?.toISOString() ?? null]),
    [
      ['ada@example.org', 'city_alerts', 'Madrid', null],
      ['ada@example.org', 'city_alerts', 'Berlin', '2026-07-01T12:01:00.000Z'],
      ['eve@example.org', 'city_alerts', 'Berlin', '2026-07-01T12:02:00.000Z'],
      ['ada@example.org', 'newsletter', 'Berlin', '2026-07-01T12:03:00.000Z'],
      ['bob@example.org', 'city_alerts', 'Berlin', null],
    ],
  )
})
