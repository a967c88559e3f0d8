import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { emptyRoom, list, made, rows, send, subscribe } from '../testing/client.ts'
import { confirm, confirmed, ENV, mailedTokens, newestToken } from '../testing/confirming.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: ENV })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await emptyRoom(app)
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
      await subscribe(app, { clientId: `client-${i}`, email: `u${i}@example.org`, cityName })
    }
    const mails = await rows(app, 'select data from mail_outbox order by email_key')
    assert.deepEqual(
      mails.map(({ data }) => data.subscriptions[0].cityName),
      [null, null, null, 'St. Gallen'],
    )
  })

  it('answers as without it, but marks the subscription as unconfirmed', async () => {
    const { status, body } = await subscribe(app, {})
    assert.deepEqual([status, body.subscription.confirmed, body.subscription.active], [201, false, true])
    assert.deepEqual(
      (await list(app)).body.subscriptions.map((each: { confirmed: boolean }) => each.confirmed),
      [false],
    )
    assert.equal((await subscribe(app, {})).status, 200)
  })

  it('enqueues one mail for all that a client requests within minutes, in its language', async () => {
    await subscribe(app, { lang: 'de', units: 'uk', email: 'Ada@example.org' })
    await subscribe(app, { type: 'newsletter' })
    await subscribe(app, { type: 'city_weekly' })
    const [mail, ...more] = await rows(app, 'select * from mail_outbox')
    assert.equal(more.length, 0)
    assert.deepEqual(
      [mail.template, mail.kind, mail.address, mail.lang, mail.units, mail.timezone, mail.unsubscribe_token],
      ['confirm-subscription', 'confirmation', 'Ada@example.org', 'de', 'uk', 'Europe/Berlin', null],
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
    await subscribe(app, {})
    const token = await newestToken(app)
    assert.match(token, /^[\w-]{43}$/)
    const tables = ['subscription', 'subscription_confirmation', 'mail_outbox']
    const kept = await Promise.all(tables.map((table) => rows(app, `select ${table}::text as kept from ${table}`)))
    assert.ok(kept.every((found) => found.length === 1 && !found[0].kept.includes(token)))
  })

  it('stores nothing if the mail cannot be written', async () => {
    await app.database.pool.query('alter table mail_outbox add constraint no_mail check (false) not valid')
    try {
      assert.equal((await subscribe(app, {})).status, 500)
    } finally {
      await app.database.pool.query('alter table mail_outbox drop constraint no_mail')
    }
    assert.deepEqual([await rows(app), await rows(app, 'select * from subscription_confirmation')], [[], []])
  })

  it('sends an address three mails a day, whoever asks, then silently none', async () => {
    for (let i = 0; i < 5; i++) assert.equal((await subscribe(app, { clientId: `client-${i}` })).status, 201)
    assert.equal((await mailedTokens(app)).length, 3)
    app.clock.advance({ hours: 25 })
    await subscribe(app, { clientId: 'client-9' })
    assert.equal((await mailedTokens(app)).length, 4)
  })

  it('counts mails per mailbox, and writes to the address as given', async () => {
    const spellings = Array.from({ length: 20 }, (_, i) => `Ada.Lovelace+${i}@Gmail.com`)
    const others = ['adalovelace@googlemail.com', 'bob+a@example.org', 'b.ob@example.org']
    await Promise.all(spellings.map((email, i) => subscribe(app, { clientId: `client-${i}`, email })))
    for (const email of others) await subscribe(app, { email })
    const written = (await rows(app, 'select address from mail_outbox')).map(({ address }) => address as string)
    const toAda = written.filter((address) => address.startsWith('Ada'))
    assert.equal(toAda.length, 3)
    assert.ok(toAda.every((address) => spellings.includes(address)))
    assert.deepEqual(written.filter((address) => !address.startsWith('Ada')).toSorted(), ['b.ob@example.org', 'bob+a@example.org'])
  })

  it('repeats the mail on a request some minutes later', async () => {
    await subscribe(app, {})
    app.clock.advance({ minutes: 11 })
    await subscribe(app, {})
    assert.equal((await mailedTokens(app)).length, 2)
  })

  it('counts only confirmed subscriptions towards the limit of the address, and all towards that of the client', async () => {
    for (let i = 0; i < 25; i++) assert.equal((await subscribe(app, { cityLat: i })).status, 201)
    const { status, body } = await confirm(app, await newestToken(app))
    assert.deepEqual([status, body.confirmed.length, body.left.length], [200, 20, 5])
    assert.equal(await confirmed(app), 20)
    assert.equal((await subscribe(app, { cityLat: 80 })).status, 409, 'a trusted client’s city would be confirmed at once')
    assert.equal((await subscribe(app, { clientId: 'client-2', cityLat: 80 })).status, 201)
  })
})

describe('what was ended by mail', () => {
  async function confirmedOnce(): Promise<string> {
    const { token } = await made(app)
    await confirm(app, await newestToken(app))
    return token
  }

  it('comes back only through a new confirmation, even for a trusted client', async () => {
    const token = await confirmedOnce()
    await subscribe(app, { type: 'newsletter' })
    await send(app, 'GET', `/api/unsubscribe?token=${token}`)
    const again = await subscribe(app, {})
    assert.deepEqual([again.status, again.body.subscription.confirmed], [200, false])
    assert.equal((await mailedTokens(app)).length, 2)
    await confirm(app, await newestToken(app))
    assert.equal(await confirmed(app), 2)
    assert.equal((await subscribe(app, {})).body.subscription.confirmed, true)
  })

  it('still needs a confirmation after its row has been erased', async () => {
    const token = await confirmedOnce()
    await subscribe(app, { type: 'newsletter' })
    await send(app, 'GET', `/api/unsubscribe?token=${token}`)
    app.clock.advance({ hours: 31 * 24 })
    await app.services.subscriptions.erase()
    assert.equal((await rows(app)).length, 1)
    const kept = JSON.stringify(await rows(app, 'select * from subscription_refusal'))
    assert.doesNotMatch(kept, /ada|client-1|example/)
    const again = await subscribe(app, {})
    assert.deepEqual([again.status, again.body.subscription.confirmed], [201, false])
  })

  it('comes back at once if the link undoes it, or if the client itself had ended it', async () => {
    const token = await confirmedOnce()
    await send(app, 'GET', `/api/unsubscribe?token=${token}`)
    await send(app, 'POST', `/api/unsubscribe?token=${token}&action=resubscribe`)
    assert.equal(await confirmed(app), 1)
    await send(app, 'DELETE', '/api/subscriptions', { clientId: 'client-1', cityLat: 52.52, cityLon: 13.405, types: ['city_alerts'] })
    assert.equal((await subscribe(app, {})).body.subscription.confirmed, true)
    assert.equal((await mailedTokens(app)).length, 1)
  })
})

describe('a token of an unconfirmed subscription', () => {
  it('gives no access to other clients’ subscriptions', async () => {
    await subscribe(app, {})
    await confirm(app, await newestToken(app))
    const { token: foreign } = await made(app, { clientId: 'mallory', cityName: 'Elsewhere', cityLat: 1 })
    const page = await send(app, 'GET', `/preferences?token=${foreign}`)
    assert.match(page.text, /Elsewhere/)
    assert.doesNotMatch(page.text, /Berlin/)
    await send(app, 'POST', `/preferences?token=${foreign}`, 'do=end:all')
    await send(app, 'GET', `/api/unsubscribe?token=${foreign}&scope=all`)
    assert.equal(await confirmed(app), 1)
  })
})
