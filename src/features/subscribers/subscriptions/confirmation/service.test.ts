import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import {
  clearSubscriptions,
  JSON_WANTED,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
} from '../testing/client.ts'
import { postConfirmation, countConfirmed, ENV, listMailedTokens, readNewestToken, PATH } from '../testing/confirming.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: ENV })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

const mails = async (email?: string) => (await listMailedTokens(app, email)).length

describe('a confirmation mail', () => {
  it('covers what the same client requests for the same address within ten minutes, to the second', async () => {
    await postSubscription(app, {})
    app.clock.advance({ minutes: 9, seconds: 59 })
    await postSubscription(app, { cityLat: 10 })
    assert.equal(await mails(), 1)
    app.clock.advance({ seconds: 1 })
    await postSubscription(app, { cityLat: 20 })
    assert.equal(await mails(), 2)
  })

  it('does not cover another client, another spelling of the mailbox, or what comes after its use', async () => {
    await postSubscription(app, { email: 'ada+a@gmail.com' })
    await postSubscription(app, { email: 'ada+a@gmail.com', clientId: 'other' })
    assert.equal(await mails('ada+a@gmail.com'), 2)
    await postSubscription(app, { email: 'ada+b@gmail.com' })
    assert.equal(await mails('ada+b@gmail.com'), 1)
    await postSubscription(app, { email: 'eve@example.org' })
    await postConfirmation(app, await readNewestToken(app, 'eve@example.org'))
    await sendAsClient(
      app,
      'GET',
      `/api/unsubscribe?token=${(await querySubscriptionRows(app)).find((row) => row.email_key === 'eve@example.org').unsubscribe_token}`,
    )
    await postSubscription(app, { email: 'eve@example.org' })
    assert.equal(await mails('eve@example.org'), 2)
  })

  it('is one of three within a day, to the second', async () => {
    for (const clientId of ['a', 'b', 'c', 'd']) await postSubscription(app, { clientId })
    assert.equal(await mails(), 3)
    app.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    await postSubscription(app, { clientId: 'e' })
    assert.equal(await mails(), 3)
    app.clock.advance({ seconds: 1 })
    await postSubscription(app, { clientId: 'f' })
    assert.equal(await mails(), 4)
  })

  it('lists the latest twenty; its link confirms all', async () => {
    for (let lat = 0; lat < 22; lat++) {
      if (lat === 21) await truncate(app.database.pool, 'subscription_confirmation, mail_outbox')
      await postSubscription(app, { cityLat: lat })
      app.clock.advance({ seconds: 1 })
    }
    const [{ data }] = await querySubscriptionRows(app, 'select data from mail_outbox')
    assert.deepEqual(
      {
        subscriptions: data.subscriptions.length,
        firstSubscriptionsLat: data.subscriptions[0].lat,
        lastSubscriptionsLat: data.subscriptions.at(-1).lat,
      },
      { subscriptions: 20, firstSubscriptionsLat: 2, lastSubscriptionsLat: 21 },
    )
    const { body } = await postConfirmation(app, await readNewestToken(app))
    assert.deepEqual({ confirmed: body.confirmed.length, left: body.left.length }, { confirmed: 20, left: 2 })
  })

  it('shows no name that a mail program would make a link of', async () => {
    const names = {
      'a://b': false,
      'a@b': false,
      'see x.de': false,
      '1.com': false,
      'é.fr': false,
      'St. Gallen': true,
      'No. 5': true,
      'A.1': true,
      'x.y': true,
    }
    for (const [index, cityName] of Object.keys(names).entries())
      await postSubscription(app, { clientId: `c${index}`, email: `u${index}@example.org`, cityName })
    const shown = (await querySubscriptionRows(app, 'select data from mail_outbox')).map(({ data }) => data.subscriptions[0].cityName)
    assert.deepEqual(new Set(shown), new Set([null, ...Object.entries(names).flatMap(([name, isShown]) => (isShown ? name : []))]))
  })
})

describe('a confirmation link', () => {
  const show = (token: string) => sendAsClient(app, 'GET', `${PATH}?token=${token}`, undefined, JSON_WANTED)

  it('works to the last second of its week, and not after it', async () => {
    await postSubscription(app, {})
    const token = await readNewestToken(app)
    app.clock.advance({ hours: 7 * 24 - 1, minutes: 59, seconds: 59 })
    assert.deepEqual(
      { showStatus: (await show(token)).status, confirmStatus: (await postConfirmation(app, token)).status },
      { showStatus: 200, confirmStatus: 200 },
    )
    app.clock.advance({ seconds: 1 })
    assert.deepEqual(
      { showStatus: (await show(token)).status, confirmStatus: (await postConfirmation(app, token)).status },
      { showStatus: 404, confirmStatus: 404 },
    )
  })

  it('shows nothing more once used, and confirms nothing that was requested later', async () => {
    await postSubscription(app, {})
    const token = await readNewestToken(app)
    await postConfirmation(app, token)
    await postSubscription(app, { cityLat: 10, email: 'eve@example.org' })
    await app.database.pool.query(`update subscription set email_key = 'ada@example.org' where email_key = 'eve@example.org'`)
    assert.deepEqual(
      { waiting: (await show(token)).body.waiting, confirmed: (await postConfirmation(app, token)).body.confirmed },
      { waiting: [], confirmed: [] },
    )
    assert.equal(await countConfirmed(app), 1)
  })

  it('takes the oldest cities up to the limit of the address, and every newsletter', async () => {
    for (let i = 0; i < 19; i++) await postSubscription(app, { cityLat: i, clientId: 'first' })
    await postConfirmation(app, await readNewestToken(app))
    for (const body of [{ cityLat: 40 }, { cityLat: 41 }, { type: 'newsletter' }]) {
      await postSubscription(app, { ...body, clientId: 'second' })
      app.clock.advance({ seconds: 1 })
    }
    const { body } = await postConfirmation(app, await readNewestToken(app))
    const named = (list: { type: string; cityLat: number | null }[]) =>
      list.map(({ type, cityLat }) => (type === 'newsletter' ? type : cityLat))
    assert.deepEqual(
      { namedConfirmed: named(body.confirmed), namedLeft: named(body.left) },
      { namedConfirmed: [40, 'newsletter'], namedLeft: [41] },
    )
  })

  it('proves the address for what the same client had got confirmed before, and for nobody else', async () => {
    await makeSubscription(app, { clientId: 'stranger', cityLat: 5 })
    await app.database.pool.query('update subscription set confirmed_at = now(), confirm_before = null')
    app.clock.advance({ seconds: 1 })
    await makeSubscription(app)
    await postConfirmation(app, await readNewestToken(app))
    const proved = (await querySubscriptionRows(app)).map((row) => [row.city_lat, row.proved_at !== null])
    assert.deepEqual(proved, [
      [5, false],
      [52.52, true],
    ])
  })
})
