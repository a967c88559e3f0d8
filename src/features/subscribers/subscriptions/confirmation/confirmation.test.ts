import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { signIn } from '../../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildPages } from '../../../../../tools/build/pages.ts'
import {
  clearSubscriptions,
  JSON_WANTED,
  listAsClient,
  makeSubscription,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
} from '../testing/client.ts'
import { postConfirmation, countConfirmed, ENV, listMailedTokens, readNewestToken, PATH } from '../testing/confirming.ts'

let app: TestApp
before(async () => {
  await buildPages()
  app = await createTestApp({ env: ENV })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('GET /api/subscriptions/confirm', () => {
  it('200 shows what is to be confirmed, as page and JSON, and confirms nothing', async () => {
    await postSubscription(app, { lang: 'fr', cityName: '<b>Paris</b>' })
    await postSubscription(app, { type: 'newsletter' })
    const token = await readNewestToken(app)
    const page = await sendAsClient(app, 'GET', `${PATH}?token=${token}`)
    assert.equal(page.status, 200)
    assert.match(page.text, /<html lang="fr"/)
    assert.match(page.text, /&lt;b&gt;Paris&lt;\/b&gt;/)
    assert.match(page.text, new RegExp(`<form[^>]* action="${PATH}\\?token=${token}" method="post"><button`))
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(page.headers.get('cache-control'), 'private, no-store')
    const json = await sendAsClient(app, 'GET', `${PATH}?token=${token}`, undefined, JSON_WANTED)
    assert.deepEqual(
      {
        email: json.body.email,
        expiresAt: json.body.expiresAt,
        waiting: json.body.waiting.map(({ type }: { type: string }) => type).toSorted(),
      },
      { email: 'a•••@example.org', expiresAt: '2026-07-08T12:00:00Z', waiting: ['city_alerts', 'newsletter'] },
    )
    assert.equal(await countConfirmed(app), 0)
  })

  it('400 for a malformed token, 404 for an unknown or a week-old one', async () => {
    await postSubscription(app, {})
    const token = await readNewestToken(app)
    assert.equal((await sendAsClient(app, 'GET', `${PATH}?token=x`)).status, 400)
    assert.equal((await sendAsClient(app, 'GET', PATH)).status, 400)
    assert.equal((await sendAsClient(app, 'GET', `${PATH}?token=${randomBytes(32).toString('base64url')}`)).status, 404)
    app.clock.advance({ hours: 7 * 24 })
    for (const method of ['GET', 'POST']) assert.equal((await sendAsClient(app, method, `${PATH}?token=${token}`)).status, 404)
  })

  it('405 for HEAD', async () => {
    const { status, headers } = await sendAsClient(app, 'HEAD', `${PATH}?token=x`)
    assert.deepEqual({ status, allow: headers.get('allow') }, { status: 405, allow: 'GET, POST, OPTIONS' })
  })
})

describe('POST /api/subscriptions/confirm', () => {
  describe('200', () => {
    it('confirms what the requesting client wants for the address, and nothing of others', async () => {
      await postSubscription(app, {})
      await postSubscription(app, { type: 'newsletter' })
      await postSubscription(app, { clientId: 'client-2', cityLat: 10 })
      await postSubscription(app, { email: 'eve@example.org' })
      const [first = ''] = await listMailedTokens(app)
      const { status, body } = await postConfirmation(app, first)
      assert.deepEqual(
        { status, email: body.email, confirmed: body.confirmed.length, left: body.left },
        { status: 200, email: 'a•••@example.org', confirmed: 2, left: [] },
      )
      assert.equal(await countConfirmed(app), 2)
      assert.deepEqual((await listAsClient(app)).body.subscriptions.map((each: { confirmed: boolean }) => each.confirmed).toSorted(), [
        false,
        true,
        true,
      ])
    })

    it('has no further effect when repeated, even at the same time', async () => {
      await postSubscription(app, {})
      const token = await readNewestToken(app)
      const answers = await Promise.all(Array.from({ length: 10 }, () => postConfirmation(app, token)))
      assert.deepEqual(answers.map(({ body }) => body.confirmed.length).toSorted(), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
      const page = await sendAsClient(app, 'POST', `${PATH}?token=${token}`)
      assert.equal(page.status, 200)
      assert.match(page.text, /<h1>There is nothing to confirm<\/h1>/)
    })

    it('makes the address trust that client: its later subscriptions are confirmed at once', async () => {
      await postSubscription(app, {})
      await postConfirmation(app, await readNewestToken(app))
      const { body } = await postSubscription(app, { cityLat: 10 })
      assert.equal(body.subscription.confirmed, true)
      assert.equal((await postSubscription(app, { clientId: 'client-2', cityLat: 10 })).body.subscription.confirmed, false)
      assert.equal((await listMailedTokens(app)).length, 2)
    })

    it('lifts an unsubscription imported from the mail service, but no stronger reason', async () => {
      const hash = (email: string) => app.services.keyedHash('address', email)
      for (const [email, reason] of [
        ['ada@example.org', 'unsubscribed'],
        ['bob@example.org', 'complaint'],
      ] as const) {
        await app.database.pool.query('insert into mail_suppression values ($1, $2, $3)', [hash(email), reason, new Date(app.clock.now())])
        await postSubscription(app, { email })
        await postConfirmation(app, await readNewestToken(app, email))
      }
      assert.deepEqual(await querySubscriptionRows(app, 'delete from mail_suppression returning address_hash, reason'), [
        { address_hash: hash('bob@example.org'), reason: 'complaint' },
      ])
    })

    it('uses the site name of the settings', async () => {
      await postSubscription(app, {})
      const token = await readNewestToken(app)
      const { headers } = await signIn(app, 'owner')
      const call = (siteName: string | null) =>
        sendAsClient(app, 'PATCH', '/api/admin/config', { siteName }, { ...headers, 'sec-fetch-site': 'same-origin' })
      assert.equal((await call('Wetterdienst')).status, 200)
      assert.match((await sendAsClient(app, 'GET', `${PATH}?token=${token}`)).text, /<title>[^<]+ · Wetterdienst<\/title>/)
      assert.match((await sendAsClient(app, 'GET', '/api/unsubscribe?token=nothing')).text, /Wetterdienst/)
      await call(null)
      assert.match((await sendAsClient(app, 'GET', `${PATH}?token=${token}`)).text, /<title>[^<]+ · Isobar<\/title>/)
    })

    it('links to the preferences of the address', async () => {
      const { token } = await makeSubscription(app)
      const { text } = await sendAsClient(app, 'POST', `${PATH}?token=${await readNewestToken(app)}`)
      assert.match(text, /<h1>Thank you, this is confirmed<\/h1>/)
      assert.match(text, new RegExp(`href="/preferences\\?token=${token}"`))
    })
  })

  it('409 when the address has no room for any of it', async () => {
    for (let i = 0; i < 20; i++) await postSubscription(app, { cityLat: i })
    await postConfirmation(app, await readNewestToken(app))
    await postSubscription(app, { clientId: 'client-2', cityLat: 50 })
    const answer = await postConfirmation(app, await readNewestToken(app))
    assert.deepEqual({ status: answer.status, error: answer.body.error }, { status: 409, error: 'limit_reached' })
  })
})
