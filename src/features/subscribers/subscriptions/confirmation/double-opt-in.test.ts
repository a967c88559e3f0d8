import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import {
  clearSubscriptions,
  listAsClient,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
} from '../testing/client.ts'
import { postConfirmation, countConfirmed, ENV, listMailedTokens, readNewestToken } from '../testing/confirming.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: ENV })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('double opt-in', () => {
  it('is set by the environment, or else by the mail transport in force', async () => {
    const { loadConfig } = await import('../../../../config/config.ts')
    const of = (env: Record<string, string>) => loadConfig(env).SUBSCRIPTION_CONFIRMATION
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'Isobar <weather@example.org>' }
    assert.deepEqual(
      [of({}), of(smtp), of({ ...smtp, SUBSCRIPTION_CONFIRMATION: 'off' }), of({ SUBSCRIPTION_CONFIRMATION: 'on' })],
      [null, null, false, true],
    )
  })

  it('mails no name that a mail program would turn into a link', async () => {
    const names = ['Berlin, see https://evil.example', 'Free gifts: evil.example', 'write to eve@evil', 'St. Gallen']
    for (const [i, cityName] of names.entries()) {
      await postSubscription(app, { clientId: `client-${i}`, email: `u${i}@example.org`, cityName })
    }
    const mails = await querySubscriptionRows(app, 'select data from mail_outbox order by email_key')
    assert.deepEqual(
      mails.map(({ data }) => data.subscriptions[0].cityName),
      [null, null, null, 'St. Gallen'],
    )
  })

  it('mails at most a hundred strangers a day for one network, and stores nothing beyond them', async () => {
    const behindProxy = await createTestApp({
      sharing: app,
      env: { ...ENV, TRUST_PROXY: '1', RATE_LIMITS: 'confirmations=3,subscriptions=0' },
    })
    const from = async (address: string, nth: number) => {
      const body = { clientId: 'stranger', email: `s${nth}@example.org`, type: 'newsletter' }
      return (await sendAsClient(behindProxy, 'POST', '/api/subscriptions', body, { 'x-forwarded-for': address })).status
    }
    const statuses: number[] = []
    for (let nth = 0; nth < 5; nth++) statuses.push(await from(`2001:db8:1:${nth}::1`, nth))
    const other = await from('2001:db8:2::1', 5)
    behindProxy.clock.advance({ hours: 29 })
    const later = await from('2001:db8:1:9::1', 6)
    await behindProxy.stop()
    assert.deepEqual({ statuses, other, later }, { statuses: [201, 201, 201, 429, 429], other: 201, later: 201 })
    assert.equal((await querySubscriptionRows(app, 'select 1 from subscription')).length, 5)
  })

  it('answers as without it, but marks the subscription as unconfirmed', async () => {
    const { status, body } = await postSubscription(app, {})
    assert.deepEqual(
      { status, confirmed: body.subscription.confirmed, active: body.subscription.active },
      { status: 201, confirmed: false, active: true },
    )
    assert.deepEqual(
      (await listAsClient(app)).body.subscriptions.map((each: { confirmed: boolean }) => each.confirmed),
      [false],
    )
    assert.equal((await postSubscription(app, {})).status, 200)
  })

  it('enqueues one mail for all that a client requests within minutes, in its language', async () => {
    await postSubscription(app, { lang: 'de', units: 'uk', email: 'Ada@example.org' })
    await postSubscription(app, { type: 'newsletter' })
    await postSubscription(app, { type: 'city_weekly' })
    const [mail, ...more] = await querySubscriptionRows(app, 'select * from mail_outbox')
    assert.equal(more.length, 0)
    assert.deepEqual(
      {
        template: mail.template,
        kind: mail.kind,
        address: mail.address,
        lang: mail.lang,
        units: mail.units,
        timezone: mail.timezone,
        unsubscribe_token: mail.unsubscribe_token,
      },
      {
        template: 'confirm-subscription',
        kind: 'confirmation',
        address: 'Ada@example.org',
        lang: 'de',
        units: 'uk',
        timezone: 'Europe/Berlin',
        unsubscribe_token: null,
      },
    )
    assert.deepEqual(mail.data.subscriptions, [
      { type: 'city_alerts', cityName: 'Berlin', lat: 52.52, lon: 13.405, frequency: 'immediate' },
    ])
    assert.equal(mail.data.validUntil, '2026-07-08T12:00:00Z')
    assert.equal(mail.drop_after.toISOString(), '2026-07-08T12:00:00.000Z')
    // Two hashes, which may contain the letters of a name by chance.
    assert.doesNotMatch(mail.key, /ada@|example/i)
  })

  it('stores the token nowhere in plain text', async () => {
    await postSubscription(app, {})
    const token = await readNewestToken(app)
    assert.match(token, /^[\w-]{43}$/)
    const tables = ['subscription', 'subscription_confirmation', 'mail_outbox']
    const kept = await Promise.all(tables.map((table) => querySubscriptionRows(app, `select ${table}::text as kept from ${table}`)))
    assert.ok(kept.every((found) => found.length === 1 && !found[0].kept.includes(token)))
  })

  it('stores nothing if the mail cannot be written', async () => {
    await app.database.pool.query('alter table mail_outbox add constraint no_mail check (false) not valid')
    try {
      assert.equal((await postSubscription(app, {})).status, 500)
    } finally {
      await app.database.pool.query('alter table mail_outbox drop constraint no_mail')
    }
    assert.deepEqual(
      [await querySubscriptionRows(app), await querySubscriptionRows(app, 'select * from subscription_confirmation')],
      [[], []],
    )
  })

  it('sends an address three mails a day, whoever asks, then silently none', async () => {
    for (let i = 0; i < 5; i++) assert.equal((await postSubscription(app, { clientId: `client-${i}` })).status, 201)
    assert.equal((await listMailedTokens(app)).length, 3)
    app.clock.advance({ hours: 25 })
    await postSubscription(app, { clientId: 'client-9' })
    assert.equal((await listMailedTokens(app)).length, 4)
  })

  it('counts mails per mailbox, and writes to the address as given', async () => {
    const spellings = Array.from({ length: 20 }, (_, i) => `Ada.Lovelace+${i}@Gmail.com`)
    const others = ['adalovelace@googlemail.com', 'bob+a@example.org', 'b.ob@example.org']
    await Promise.all(spellings.map((email, i) => postSubscription(app, { clientId: `client-${i}`, email })))
    for (const email of others) await postSubscription(app, { email })
    const written = (await querySubscriptionRows(app, 'select address from mail_outbox')).map(({ address }) => address as string)
    const toAda = written.filter((address) => address.startsWith('Ada'))
    assert.equal(toAda.length, 3)
    assert.ok(toAda.every((address) => spellings.includes(address)))
    assert.deepEqual(written.filter((address) => !address.startsWith('Ada')).toSorted(), ['b.ob@example.org', 'bob+a@example.org'])
  })

  it('repeats the mail on a request some minutes later', async () => {
    await postSubscription(app, {})
    app.clock.advance({ minutes: 11 })
    await postSubscription(app, {})
    assert.equal((await listMailedTokens(app)).length, 2)
  })

  it('counts only confirmed subscriptions towards the limit of the address, and all towards that of the client', async () => {
    for (let i = 0; i < 25; i++) assert.equal((await postSubscription(app, { cityLat: i })).status, 201)
    const { status, body } = await postConfirmation(app, await readNewestToken(app))
    assert.deepEqual({ status, confirmed: body.confirmed.length, left: body.left.length }, { status: 200, confirmed: 20, left: 5 })
    assert.equal(await countConfirmed(app), 20)
    assert.equal((await postSubscription(app, { cityLat: 80 })).status, 409, 'a trusted client’s city would be confirmed at once')
    assert.equal((await postSubscription(app, { clientId: 'client-2', cityLat: 80 })).status, 201)
  })
})

describe('what was ended by mail', () => {
  async function confirmedOnce(): Promise<string> {
    const { token } = await makeSubscription(app)
    await postConfirmation(app, await readNewestToken(app))
    return token
  }

  it('comes back only through a new confirmation, even for a trusted client', async () => {
    const token = await confirmedOnce()
    await postSubscription(app, { type: 'newsletter' })
    await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
    const again = await postSubscription(app, {})
    assert.deepEqual({ status: again.status, confirmed: again.body.subscription.confirmed }, { status: 200, confirmed: false })
    assert.equal((await listMailedTokens(app)).length, 2)
    await postConfirmation(app, await readNewestToken(app))
    assert.equal(await countConfirmed(app), 2)
    assert.equal((await postSubscription(app, {})).body.subscription.confirmed, true)
  })

  it('still needs a confirmation after its row has been erased', async () => {
    const token = await confirmedOnce()
    await postSubscription(app, { type: 'newsletter' })
    await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
    app.clock.advance({ hours: 31 * 24 })
    await app.services.subscriptions.erase()
    assert.equal((await querySubscriptionRows(app)).length, 1)
    const kept = JSON.stringify(await querySubscriptionRows(app, 'select * from subscription_refusal'))
    assert.doesNotMatch(kept, /ada|client-1|example/)
    const again = await postSubscription(app, {})
    assert.deepEqual({ status: again.status, confirmed: again.body.subscription.confirmed }, { status: 201, confirmed: false })
  })

  it('comes back at once if the link undoes it, or if the client itself had ended it', async () => {
    const token = await confirmedOnce()
    await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
    await sendAsClient(app, 'POST', `/api/unsubscribe?token=${token}&action=resubscribe`)
    assert.equal(await countConfirmed(app), 1)
    await sendAsClient(app, 'DELETE', '/api/subscriptions', {
      clientId: 'client-1',
      cityLat: 52.52,
      cityLon: 13.405,
      types: ['city_alerts'],
    })
    assert.equal((await postSubscription(app, {})).body.subscription.confirmed, true)
    assert.equal((await listMailedTokens(app)).length, 1)
  })
})

describe('a token of an unconfirmed subscription', () => {
  it('gives no access to other clients’ subscriptions', async () => {
    await postSubscription(app, {})
    await postConfirmation(app, await readNewestToken(app))
    const { token: foreign } = await makeSubscription(app, { clientId: 'mallory', cityName: 'Elsewhere', cityLat: 1 })
    const page = await sendAsClient(app, 'GET', `/preferences?token=${foreign}`)
    assert.match(page.text, /Elsewhere/)
    assert.doesNotMatch(page.text, /Berlin/)
    await sendAsClient(app, 'POST', `/preferences?token=${foreign}`, 'do=end:all')
    await sendAsClient(app, 'GET', `/api/unsubscribe?token=${foreign}&scope=all`)
    assert.equal(await countConfirmed(app), 1)
  })
})
