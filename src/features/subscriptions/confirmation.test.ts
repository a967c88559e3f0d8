import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { signIn } from '../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { emptyRoom, JSON_WANTED, list, rows, send, subscribe, tokenIn, UNLIMITED } from './testing/client.ts'

const PATH = '/api/subscriptions/confirm'
const ENV = { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on' }

let app: TestApp
before(async () => {
  app = await createTestApp({ env: ENV })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await emptyRoom(app)
})

/** The tokens of the confirmation mails so far, the newest last. */
async function mailedTokens(email = 'ada@example.org'): Promise<string[]> {
  const mails = await rows(
    app,
    `select data from mail_outbox where kind = 'confirmation' and email_key = '${email}' order by created_at, id`,
  )
  return mails.map(({ data }) => tokenIn(app, data))
}

const newestToken = async (email?: string) => (await mailedTokens(email)).at(-1) ?? 'none'
const tokenOfNew = async () => {
  await subscribe(app, {})
  return newestToken()
}
const confirm = async (token: string) => send(app, 'POST', `${PATH}?token=${token}`, undefined, JSON_WANTED)
const confirmed = async () => (await rows(app)).filter((row) => row.active && row.confirmed_at !== null).length

describe('double opt-in', () => {
  it('is what the environment says; what it does not say is left to the mail transport in force', async () => {
    const { loadConfig } = await import('../../config/config.ts')
    const of = (env: Record<string, string>) => loadConfig(env).SUBSCRIPTION_CONFIRMATION
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'Isobar <weather@example.org>' }
    assert.deepEqual(
      [of({}), of(smtp), of({ ...smtp, SUBSCRIPTION_CONFIRMATION: 'off' }), of({ SUBSCRIPTION_CONFIRMATION: 'on' })],
      [null, null, false, true],
    )
  })

  it('mails no name that a mail program would make a link of', async () => {
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

  it('answers as ever, and says what is not confirmed', async () => {
    const { status, body } = await subscribe(app, {})
    assert.deepEqual([status, body.subscription.confirmed, body.subscription.active], [201, false, true])
    assert.deepEqual(
      (await list(app)).body.subscriptions.map((each: { confirmed: boolean }) => each.confirmed),
      [false],
    )
    assert.equal((await subscribe(app, {})).status, 200)
  })

  it('puts one mail into the outbox for what a client asks within minutes, in its language', async () => {
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
    assert.doesNotMatch(mail.key, /ada/i)
  })

  it('keeps the token nowhere in clear', async () => {
    await subscribe(app, {})
    const token = await newestToken()
    assert.match(token, /^[\w-]{43}$/)
    const tables = ['subscription', 'subscription_confirmation', 'mail_outbox']
    const kept = await Promise.all(tables.map((table) => rows(app, `select ${table}::text as kept from ${table}`)))
    assert.ok(kept.every((found) => found.length === 1 && !found[0].kept.includes(token)))
  })

  it('leaves nothing behind when the mail cannot be written', async () => {
    await app.database.pool.query('alter table mail_outbox add constraint no_mail check (false) not valid')
    try {
      assert.equal((await subscribe(app, {})).status, 500)
    } finally {
      await app.database.pool.query('alter table mail_outbox drop constraint no_mail')
    }
    assert.deepEqual([await rows(app), await rows(app, 'select * from subscription_confirmation')], [[], []])
  })

  it('sends an address three mails a day, whoever asks, and then silently none', async () => {
    for (let i = 0; i < 5; i++) assert.equal((await subscribe(app, { clientId: `client-${i}` })).status, 201)
    assert.equal((await mailedTokens()).length, 3)
    app.clock.advance({ hours: 25 })
    await subscribe(app, { clientId: 'client-9' })
    assert.equal((await mailedTokens()).length, 4)
  })

  it('repeats the mail for whoever asks again some minutes later', async () => {
    await subscribe(app, {})
    app.clock.advance({ minutes: 11 })
    await subscribe(app, {})
    assert.equal((await mailedTokens()).length, 2)
  })

  it('counts only what is confirmed against the address, and both against the client', async () => {
    for (let i = 0; i < 25; i++) assert.equal((await subscribe(app, { cityLat: i })).status, 201)
    const { status, body } = await confirm(await newestToken())
    assert.deepEqual([status, body.confirmed.length, body.left.length], [200, 20, 5])
    assert.equal(await confirmed(), 20)
    assert.equal((await subscribe(app, { cityLat: 80 })).status, 409, 'a trusted client’s city would be confirmed at once')
    assert.equal((await subscribe(app, { clientId: 'client-2', cityLat: 80 })).status, 201)
  })
})

describe('GET /api/subscriptions/confirm', () => {
  it('200 shows what waits, in page and JSON, and confirms nothing', async () => {
    await subscribe(app, { lang: 'fr', cityName: '<b>Paris</b>' })
    await subscribe(app, { type: 'newsletter' })
    const token = await newestToken()
    const page = await send(app, 'GET', `${PATH}?token=${token}`)
    assert.equal(page.status, 200)
    assert.match(page.text, /<html lang="fr"/)
    assert.match(page.text, /&lt;b&gt;Paris&lt;\/b&gt;/)
    assert.match(page.text, new RegExp(`<form method="post" action="${PATH}\\?token=${token}">`))
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(page.headers.get('cache-control'), 'private, no-store')
    const json = await send(app, 'GET', `${PATH}?token=${token}`, undefined, JSON_WANTED)
    assert.deepEqual(
      [json.body.email, json.body.expiresAt, json.body.waiting.map(({ type }: { type: string }) => type).toSorted()],
      ['a•••@example.org', '2026-07-08T12:00:00Z', ['city_alerts', 'newsletter']],
    )
    assert.equal(await confirmed(), 0)
  })

  it('400 for a malformed token, 404 for one that is unknown or a week old', async () => {
    await subscribe(app, {})
    const token = await newestToken()
    assert.equal((await send(app, 'GET', `${PATH}?token=x`)).status, 400)
    assert.equal((await send(app, 'GET', PATH)).status, 400)
    assert.equal((await send(app, 'GET', `${PATH}?token=${randomBytes(32).toString('base64url')}`)).status, 404)
    app.clock.advance({ hours: 7 * 24 })
    for (const method of ['GET', 'POST']) assert.equal((await send(app, method, `${PATH}?token=${token}`)).status, 404)
  })

  it('405 for HEAD', async () => {
    const { status, headers } = await send(app, 'HEAD', `${PATH}?token=x`)
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, POST, OPTIONS'])
  })
})

describe('POST /api/subscriptions/confirm', () => {
  describe('200', () => {
    it('confirms what the client that asked wants for the address, and nothing of others', async () => {
      await subscribe(app, {})
      await subscribe(app, { type: 'newsletter' })
      await subscribe(app, { clientId: 'client-2', cityLat: 10 })
      await subscribe(app, { email: 'eve@example.org' })
      const [first = ''] = await mailedTokens()
      const { status, body } = await confirm(first)
      assert.deepEqual([status, body.email, body.confirmed.length, body.left], [200, 'a•••@example.org', 2, []])
      assert.equal(await confirmed(), 2)
      assert.deepEqual((await list(app)).body.subscriptions.map((each: { confirmed: boolean }) => each.confirmed).toSorted(), [
        false,
        true,
        true,
      ])
    })

    it('has no further effect the second time, nor at the same time', async () => {
      await subscribe(app, {})
      const token = await newestToken()
      const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
      assert.deepEqual(answers.map(({ body }) => body.confirmed.length).toSorted(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
      const page = await send(app, 'POST', `${PATH}?token=${token}`)
      assert.equal(page.status, 200)
      assert.match(page.text, /<h1>There is nothing to confirm<\/h1>/)
    })

    it('makes the address trust that client: what it adds is confirmed at once', async () => {
      await subscribe(app, {})
      await confirm(await newestToken())
      const { body } = await subscribe(app, { cityLat: 10 })
      assert.equal(body.subscription.confirmed, true)
      assert.equal((await subscribe(app, { clientId: 'client-2', cityLat: 10 })).body.subscription.confirmed, false)
      assert.equal((await mailedTokens()).length, 2)
    })

    it('takes back an unsubscription that the mail service told of, and no stronger reason', async () => {
      const hash = (email: string) => app.services.keyedHash('address', email)
      for (const [email, reason] of [
        ['ada@example.org', 'unsubscribed'],
        ['bob@example.org', 'complaint'],
      ] as const) {
        await app.database.pool.query('insert into mail_suppression values ($1, $2, $3)', [hash(email), reason, new Date(app.clock.now())])
        await subscribe(app, { email })
        await confirm(await newestToken(email))
      }
      assert.deepEqual(await rows(app, 'delete from mail_suppression returning address_hash, reason'), [
        { address_hash: hash('bob@example.org'), reason: 'complaint' },
      ])
    })

    it('calls the site as the settings do', async () => {
      const token = await tokenOfNew()
      const { headers } = await signIn(app, 'owner')
      const call = (siteName: string | null) =>
        send(app, 'PATCH', '/api/admin/config', { siteName }, { ...headers, 'sec-fetch-site': 'same-origin' })
      assert.equal((await call('Wetterdienst')).status, 200)
      assert.match((await send(app, 'GET', `${PATH}?token=${token}`)).text, /<title>[^<]+ · Wetterdienst<\/title>/)
      assert.match((await send(app, 'GET', '/api/unsubscribe?token=nothing')).text, /Wetterdienst/)
      await call(null)
      assert.match((await send(app, 'GET', `${PATH}?token=${token}`)).text, /<title>[^<]+ · Isobar<\/title>/)
    })

    it('leads to the page of what the address gets', async () => {
      const token = (await subscribe(app, {})).body.subscription.unsubscribe_token
      const { text } = await send(app, 'POST', `${PATH}?token=${await newestToken()}`)
      assert.match(text, /<h1>Thank you, this is confirmed<\/h1>/)
      assert.match(text, new RegExp(`href="/preferences\\?token=${token}"`))
    })
  })

  it('409 when the address has no room for any of it', async () => {
    for (let i = 0; i < 20; i++) await subscribe(app, { cityLat: i })
    await confirm(await newestToken())
    await subscribe(app, { clientId: 'client-2', cityLat: 50 })
    const answer = await confirm(await newestToken())
    assert.deepEqual([answer.status, answer.body.error], [409, 'limit_reached'])
  })
})

describe('what was ended by mail', () => {
  async function confirmedOnce(body: object = {}) {
    const { subscription } = (await subscribe(app, body)).body
    await confirm(await newestToken())
    return subscription
  }

  it('comes back only through a new confirmation, even for a trusted client', async () => {
    const { unsubscribe_token: token } = await confirmedOnce()
    await subscribe(app, { type: 'newsletter' })
    await send(app, 'GET', `/api/unsubscribe?token=${token}`)
    const again = await subscribe(app, {})
    assert.deepEqual([again.status, again.body.subscription.confirmed], [200, false])
    assert.equal((await mailedTokens()).length, 2)
    await confirm(await newestToken())
    assert.equal(await confirmed(), 2)
    assert.equal((await subscribe(app, {})).body.subscription.confirmed, true)
  })

  it('so it does when its row has been erased', async () => {
    const { unsubscribe_token: token } = await confirmedOnce()
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

  it('comes back at once when the address undoes it, or the client had ended it itself', async () => {
    const { unsubscribe_token: token } = await confirmedOnce()
    await send(app, 'GET', `/api/unsubscribe?token=${token}`)
    await send(app, 'POST', `/api/unsubscribe?token=${token}&action=resubscribe`)
    assert.equal(await confirmed(), 1)
    await send(app, 'DELETE', '/api/subscriptions', { clientId: 'client-1', cityLat: 52.52, cityLon: 13.405, types: ['city_alerts'] })
    assert.equal((await subscribe(app, {})).body.subscription.confirmed, true)
    assert.equal((await mailedTokens()).length, 1)
  })
})

describe('a token of what is not confirmed', () => {
  it('reaches nothing of other clients', async () => {
    await subscribe(app, {})
    await confirm(await newestToken())
    const { unsubscribe_token: foreign } = (await subscribe(app, { clientId: 'mallory', cityName: 'Elsewhere', cityLat: 1 })).body
      .subscription
    const page = await send(app, 'GET', `/preferences?token=${foreign}`)
    assert.match(page.text, /Elsewhere/)
    assert.doesNotMatch(page.text, /Berlin/)
    await send(app, 'POST', `/preferences?token=${foreign}`, 'do=end:all')
    await send(app, 'GET', `/api/unsubscribe?token=${foreign}&scope=all`)
    assert.equal(await confirmed(), 1)
  })
})
