import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import {
  BERLIN,
  clearSubscriptions,
  listFaultPaths,
  JSON_WANTED,
  listAsClient,
  makeSubscription,
  NOBODY,
  querySubscriptionRows,
  sendAsClient,
  postSubscription,
  UNLIMITED,
} from '../testing/client.ts'
import { listActiveSubscriptions, createManySubscriptions } from '../testing/ending.ts'

const PATH = '/api/unsubscribe'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: UNLIMITED })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('POST /api/unsubscribe', () => {
  describe('200', () => {
    it('is one click (RFC 8058), in whatever form the mail provider posts', async () => {
      const form = new FormData()
      form.set('List-Unsubscribe', 'One-Click')
      const bodies: readonly RequestInit[] = [
        { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        { body: form },
        { body: '{"List-Unsubscribe":"One-Click"}', headers: { 'content-type': 'application/json' } },
        { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'text/plain' } },
        {},
      ]
      for (const body of bodies) {
        const { token } = await makeSubscription(app)
        const response = await fetch(`${app.url}${PATH}?token=${token}`, { method: 'POST', ...body })
        assert.equal(response.status, 200, await response.text())
        assert.deepEqual(await listActiveSubscriptions(app), [])
      }
    })

    it('undoes what the link ended last, with action=resubscribe in query or form', async () => {
      const { token } = await makeSubscription(app)
      for (const [query, form] of [
        ['&action=resubscribe', undefined],
        ['', 'action=resubscribe'],
      ] as const) {
        await sendAsClient(app, 'GET', `${PATH}?token=${token}`)
        const { status, text } = await sendAsClient(app, 'POST', `${PATH}?token=${token}${query}`, form)
        assert.equal(status, 200)
        assert.match(text, /<h1>You are subscribed again<\/h1>/)
        assert.match(text, /Weather alerts for Berlin/)
        assert.deepEqual(await listActiveSubscriptions(app), ['ada@example.org city_alerts'])
      }
      const again = await sendAsClient(app, 'POST', `${PATH}?token=${token}&action=resubscribe`, undefined, JSON_WANTED)
      assert.deepEqual(
        {
          status: again.status,
          unsubscribed: again.body.unsubscribed,
          subscriptions: again.body.subscriptions.length,
          undoBefore: again.body.undoBefore,
        },
        { status: 200, unsubscribed: false, subscriptions: 1, undoBefore: null },
      )
    })

    it('restores what was ended together, of that kind, and nothing that was ended before', async () => {
      const token = await createManySubscriptions(app)
      const other = (await querySubscriptionRows(app)).find((row) => row.type === 'newsletter').unsubscribe_token
      await sendAsClient(app, 'GET', `${PATH}?token=${other}`)
      app.clock.advance({ hours: 1 })
      await sendAsClient(app, 'GET', `${PATH}?token=${token}&scope=all`)
      const { body } = await sendAsClient(app, 'POST', `${PATH}?token=${token}&scope=all&action=resubscribe`, undefined, JSON_WANTED)
      // Only of its own client: nothing here proves that the address belongs to the reader.
      assert.equal(body.subscriptions.length, 2)
      assert.deepEqual(await listActiveSubscriptions(app), [
        'ada@example.org city_alerts',
        'ada@example.org city_alerts',
        'ada@example.org city_weekly',
        'eve@example.org city_alerts',
      ])
      const again = await sendAsClient(app, 'POST', `${PATH}?token=${token}&scope=all&action=resubscribe`, undefined, JSON_WANTED)
      assert.deepEqual(
        { status: again.status, unsubscribed: again.body.unsubscribed, subscriptions: again.body.subscriptions.length },
        { status: 200, unsubscribed: false, subscriptions: 2 },
      )
    })
  })

  describe('404', () => {
    it('for an undo after 30 days', async () => {
      const { token } = await makeSubscription(app)
      await sendAsClient(app, 'GET', `${PATH}?token=${token}`)
      app.clock.advance({ hours: 30 * 24 + 1 })
      const late = await sendAsClient(app, 'POST', `${PATH}?token=${token}&action=resubscribe`)
      assert.equal(late.status, 404)
      assert.deepEqual(await listActiveSubscriptions(app), [])
    })

    it('for what the client ended itself, and for an unknown token', async () => {
      const { token } = await makeSubscription(app)
      await sendAsClient(app, 'DELETE', '/api/subscriptions', { clientId: 'client-1', ...BERLIN, types: ['city_alerts'] })
      for (const each of [token, NOBODY]) {
        assert.equal((await sendAsClient(app, 'POST', `${PATH}?token=${each}&action=resubscribe`)).status, 404)
      }
      assert.equal((await sendAsClient(app, 'POST', `${PATH}?token=${NOBODY}`)).status, 404)
    })
  })

  it('400 for an unknown action', async () => {
    const answer = await sendAsClient(
      app,
      'POST',
      `${PATH}?token=${(await makeSubscription(app)).token}&action=delete`,
      undefined,
      JSON_WANTED,
    )
    assert.deepEqual({ status: answer.status, faultsOf: listFaultPaths(answer) }, { status: 400, faultsOf: ['action'] })
    const page = (method: string) => sendAsClient(app, method, `${PATH}?token=x`)
    assert.match((await page('GET')).text, /<h1>This link does not work<\/h1>/)
    assert.doesNotMatch((await page('POST')).text, /This link does not work/, 'a form is not a link')
    assert.equal((await listActiveSubscriptions(app)).length, 1)
  })

  it('409 for an undo if the slot has been taken', async () => {
    const { token } = await makeSubscription(app)
    await sendAsClient(app, 'GET', `${PATH}?token=${token}`)
    for (let i = 0; i < 20; i++) await postSubscription(app, { cityLat: i })
    const page = await sendAsClient(app, 'POST', `${PATH}?token=${token}&action=resubscribe`)
    assert.equal(page.status, 409)
    assert.match(page.text, /<h1>Limit reached<\/h1>/)
    const json = await sendAsClient(app, 'POST', `${PATH}?token=${token}&action=resubscribe`, undefined, JSON_WANTED)
    assert.equal(json.body.error, 'limit_reached')
    assert.equal((await listAsClient(app)).body.subscriptions.length, 20)
  })

  it('413 for an oversized body', async () => {
    const response = await sendAsClient(
      app,
      'POST',
      `${PATH}?token=${(await makeSubscription(app)).token}`,
      `x=${'x'.repeat(200_000)}`,
      JSON_WANTED,
    )
    assert.equal(response.status, 413)
    assert.equal((await listActiveSubscriptions(app)).length, 1)
  })
})
