import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import { emptyRoom, JSON_WANTED, made, rows, send, subscribe } from '../testing/client.ts'
import { confirm, confirmed, ENV, mailedTokens, newestToken, PATH } from '../testing/confirming.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: ENV })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await emptyRoom(app)
})

const mails = async (email?: string) => (await mailedTokens(app, email)).length

describe('a confirmation mail', () => {
  it('covers what the same client requests for the same address within ten minutes, to the second', async () => {
    await subscribe(app, {})
    app.clock.advance({ minutes: 9, seconds: 59 })
    await subscribe(app, { cityLat: 10 })
    assert.equal(await mails(), 1)
    app.clock.advance({ seconds: 1 })
    await subscribe(app, { cityLat: 20 })
    assert.equal(await mails(), 2)
  })

  it('does not cover another client, another spelling of the mailbox, or what comes after its use', async () => {
    await subscribe(app, { email: 'ada+a@gmail.com' })
    await subscribe(app, { email: 'ada+a@gmail.com', clientId: 'other' })
    assert.equal(await mails('ada+a@gmail.com'), 2)
    await subscribe(app, { email: 'ada+b@gmail.com' })
    assert.equal(await mails('ada+b@gmail.com'), 1)
    await subscribe(app, { email: 'eve@example.org' })
    await confirm(app, await newestToken(app, 'eve@example.org'))
    await send(
      app,
      'GET',
      `/api/unsubscribe?token=${(await rows(app)).find((row) => row.email_key === 'eve@example.org').unsubscribe_token}`,
    )
    await subscribe(app, { email: 'eve@example.org' })
    assert.equal(await mails('eve@example.org'), 2)
  })

  it('is one of three within a day, to the second', async () => {
    for (const clientId of ['a', 'b', 'c', 'd']) await subscribe(app, { clientId })
    assert.equal(await mails(), 3)
    app.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    await subscribe(app, { clientId: 'e' })
    assert.equal(await mails(), 3)
    app.clock.advance({ seconds: 1 })
    await subscribe(app, { clientId: 'f' })
    assert.equal(await mails(), 4)
  })

  it('lists the latest twenty; its link confirms all', async () => {
    for (let lat = 0; lat < 22; lat++) {
      if (lat === 21) await truncate(app.database.pool, 'subscription_confirmation, mail_outbox')
      await subscribe(app, { cityLat: lat })
      app.clock.advance({ seconds: 1 })
    }
    const [{ data }] = await rows(app, 'select data from mail_outbox')
    assert.deepEqual([data.subscriptions.length, data.subscriptions[0].lat, data.subscriptions.at(-1).lat], [20, 2, 21])
    const { body } = await confirm(app, await newestToken(app))
    assert.deepEqual([body.confirmed.length, body.left.length], [20, 2])
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
      await subscribe(app, { clientId: `c${index}`, email: `u${index}@example.org`, cityName })
    const shown = (await rows(app, 'select data from mail_outbox')).map(({ data }) => data.subscriptions[0].cityName)
    assert.deepEqual(new Set(shown), new Set([null, ...Object.entries(names).flatMap(([name, isShown]) => (isShown ? name : []))]))
  })
})

describe('a confirmation link', () => {
  const show = (token: string) => send(app, 'GET', `${PATH}?token=${token}`, undefined, JSON_WANTED)

  it('works to the last second of its week, and not after it', async () => {
    await subscribe(app, {})
    const token = await newestToken(app)
    app.clock.advance({ hours: 7 * 24 - 1, minutes: 59, seconds: 59 })
    assert.deepEqual([(await show(token)).status, (await confirm(app, token)).status], [200, 200])
    app.clock.advance({ seconds: 1 })
    assert.deepEqual([(await show(token)).status, (await confirm(app, token)).status], [404, 404])
  })

  it('shows nothing more once used, and confirms nothing that was requested later', async () => {
    await subscribe(app, {})
    const token = await newestToken(app)
    await confirm(app, token)
    await subscribe(app, { cityLat: 10, email: 'eve@example.org' })
    await app.database.pool.query(`update subscription set email_key = 'ada@example.org' where email_key = 'eve@example.org'`)
    assert.deepEqual([(await show(token)).body.waiting, (await confirm(app, token)).body.confirmed], [[], []])
    assert.equal(await confirmed(app), 1)
  })

  it('takes the oldest cities up to the limit of the address, and every newsletter', async () => {
    for (let i = 0; i < 19; i++) await subscribe(app, { cityLat: i, clientId: 'first' })
    await confirm(app, await newestToken(app))
    for (const body of [{ cityLat: 40 }, { cityLat: 41 }, { type: 'newsletter' }]) {
      await subscribe(app, { ...body, clientId: 'second' })
      app.clock.advance({ seconds: 1 })
    }
    const { body } = await confirm(app, await newestToken(app))
    const named = (list: { type: string; cityLat: number | null }[]) =>
      list.map(({ type, cityLat }) => (type === 'newsletter' ? type : cityLat))
    assert.deepEqual([named(body.confirmed), named(body.left)], [[40, 'newsletter'], [41]])
  })

  it('proves the address for what the same client had got confirmed before, and for nobody else', async () => {
    await made(app, { clientId: 'stranger', cityLat: 5 })
    await app.database.pool.query('update subscription set confirmed_at = now(), confirm_before = null')
    app.clock.advance({ seconds: 1 })
    await made(app)
    await confirm(app, await newestToken(app))
    const proved = (await rows(app)).map((row) => [row.city_lat, row.proved_at !== null])
    assert.deepEqual(proved, [
      [5, false],
      [52.52, true],
    ])
  })
})
