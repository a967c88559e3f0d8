import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildPages } from '../../../../../tools/build/pages.ts'
import {
  BERLIN,
  clearSubscriptions,
  listFaultPaths,
  insertWaiting,
  JSON_WANTED,
  makeSubscription,
  NOBODY,
  querySubscriptionRows,
  sendAsClient,
  UNLIMITED,
  listWaitingKinds,
} from '../testing/client.ts'
import { listActiveSubscriptions, createManySubscriptions } from '../testing/ending.ts'

const PATH = '/api/unsubscribe'

let app: TestApp
before(async () => {
  await buildPages()
  app = await createTestApp({ env: UNLIMITED })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('GET /api/unsubscribe', () => {
  describe('200', () => {
    it('is a page, also when repeated, and ends only that subscription', async () => {
      const token = await createManySubscriptions(app)
      const pages = []
      for (let i = 0; i < 3; i++) {
        pages.push(await sendAsClient(app, 'GET', `${PATH}?token=${token}`))
        app.clock.advance({ hours: 1 })
      }
      for (const { status, headers, text } of pages) {
        assert.equal(status, 200)
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
        assert.match(text, /<h1>You are unsubscribed<\/h1>/)
        assert.match(text, /a•••@example\.org will no longer receive:/)
        assert.match(text, /<li>Weather alerts for Berlin<\/li>/)
        assert.match(text, new RegExp(`<form[^>]* action="/api/unsubscribe\\?token=${token}&amp;action=resubscribe" method="post"><button`))
        assert.match(text, new RegExp(`href="/preferences\\?token=${token}"`))
      }
      assert.equal((await listActiveSubscriptions(app)).length, 4)
      assert.deepEqual(
        (await querySubscriptionRows(app))
          .filter((row) => !row.active)
          .map((row) => [row.deactivated_by, row.deactivated_at.toISOString()]),
        [['mail', '2026-07-01T12:00:00.000Z']],
      )
    })

    it('is not cached, indexed, framed or sent as a referrer', async () => {
      const { headers, text } = await sendAsClient(app, 'GET', `${PATH}?token=${(await makeSubscription(app)).token}`)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
      assert.match(headers.get('vary') ?? '', /Accept/)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.doesNotMatch(text, /<script|<style|<img|style=|https?:\/\//)
    })

    it('is JSON if Accept prefers it', async () => {
      const { token } = await makeSubscription(app)
      const { status, body, headers } = await sendAsClient(app, 'GET', `${PATH}?token=${token}`, undefined, JSON_WANTED)
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      const [{ id }] = await querySubscriptionRows(app)
      assert.deepEqual(body, {
        unsubscribed: true,
        email: 'a•••@example.org',
        subscriptions: [{ id, type: 'city_alerts', ...BERLIN }],
        undoBefore: '2026-07-31T12:00:00Z',
      })
      const both = await sendAsClient(app, 'GET', `${PATH}?token=${token}`, undefined, { accept: 'text/html, application/json;q=0.9, */*' })
      assert.match(both.headers.get('content-type') ?? '', /^text\/html/)
    })

    it('uses the language of the subscription', async () => {
      for (const [lang, title] of [
        ['de-AT', 'Sie haben diese E-Mails abbestellt'],
        ['fr', 'Vous êtes désabonné'],
        ['es', 'Se ha dado de baja'],
        ['ja', '配信を停止しました'],
        ['nl', 'You are unsubscribed'],
      ] as const) {
        const { token } = await makeSubscription(app, { lang, email: `${title.length}@example.org` })
        const { text } = await sendAsClient(app, 'GET', `${PATH}?token=${token}`)
        assert.match(text, new RegExp(`<h1>${title}</h1>`))
        assert.match(text, new RegExp(`<html lang="${lang === 'nl' ? 'en' : lang.slice(0, 2)}"`))
      }
    })

    it('with a scope ends all of a kind that the address gets, over all clients', async () => {
      const kinds: Record<string, string[]> = {
        digest: ['ada@example.org city_alerts', 'ada@example.org city_alerts'],
        alerts: ['ada@example.org city_weekly', 'ada@example.org newsletter'],
        all: [],
      }
      for (const [scope, left] of Object.entries(kinds)) {
        await clearSubscriptions(app)
        const token = await createManySubscriptions(app)
        const { status, text } = await sendAsClient(app, 'GET', `${PATH}?token=${token}&scope=${scope}`)
        assert.equal(status, 200)
        assert.match(text, new RegExp(`action="/api/unsubscribe\\?token=${token}&amp;scope=${scope}&amp;action=resubscribe"`))
        assert.deepEqual(await listActiveSubscriptions(app), [...left, 'eve@example.org city_alerts'])
      }
    })

    it('withdraws the waiting mails of a kind whose last subscription ended', async () => {
      const token = await createManySubscriptions(app)
      await insertWaiting(app, ['alerts', 'digest', 'account'])
      await sendAsClient(app, 'GET', `${PATH}?token=${token}`)
      assert.deepEqual(await listWaitingKinds(app), ['account', 'alerts', 'digest'], 'another place still has alerts')
      await sendAsClient(app, 'GET', `${PATH}?token=${token}&scope=alerts`)
      assert.deepEqual(await listWaitingKinds(app), ['account', 'digest'])
      await sendAsClient(app, 'GET', `${PATH}?token=${token}&scope=all`)
      assert.deepEqual(await listWaitingKinds(app), ['account'])
    })

    it('shows names as text, whatever they contain', async () => {
      const cityName = `<script>alert(1)</script>"'&{{ x }}`
      const { text } = await sendAsClient(app, 'GET', `${PATH}?token=${(await makeSubscription(app, { cityName })).token}`)
      assert.doesNotMatch(text, /<script/)
      assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#x27;&amp;\{\{ x \}\}/)
    })

    it('says so if there is nothing to end', async () => {
      const { token } = await makeSubscription(app)
      await sendAsClient(app, 'DELETE', '/api/subscriptions', { clientId: 'client-1', ...BERLIN, types: ['city_alerts'] })
      const { status, text } = await sendAsClient(app, 'GET', `${PATH}?token=${token}&scope=digest`)
      assert.equal(status, 200)
      assert.match(text, /a•••@example\.org is not subscribed to these emails/)
      assert.doesNotMatch(text, /<form[^>]*method="post"/)
    })
  })

  it('400 for a malformed token or scope, as page and JSON', async () => {
    const { token } = await makeSubscription(app)
    for (const query of [
      '',
      '?token=',
      '?token=nope',
      `?token=${token}&scope=some`,
      `?token=${token}x`,
      `?token=${token}&token=${token}`,
    ]) {
      const page = await sendAsClient(app, 'GET', PATH + query)
      assert.deepEqual(
        { status: page.status, contentType: page.headers.get('content-type') },
        { status: 400, contentType: 'text/html; charset=utf-8' },
        query,
      )
      assert.match(page.text, /<h1>This link does not work<\/h1>/)
      const json = await sendAsClient(app, 'GET', PATH + query, undefined, JSON_WANTED)
      assert.deepEqual(
        { status: json.status, error: json.body.error, faultsOf: listFaultPaths(json) },
        { status: 400, error: 'invalid_request', faultsOf: [query.includes('scope') ? 'scope' : 'token'] },
      )
    }
    assert.equal((await listActiveSubscriptions(app)).length, 1)
  })

  it('404 for an unknown token, in the language of the browser', async () => {
    const page = await sendAsClient(app, 'GET', `${PATH}?token=${NOBODY}`, undefined, { 'accept-language': 'nl, de-CH;q=0.9, en;q=0.1' })
    assert.equal(page.status, 404)
    assert.match(page.text, /<h1>Dieser Link funktioniert nicht<\/h1>/)
    assert.doesNotMatch(page.text, /00000000/)
    assert.equal(page.headers.get('cache-control'), 'private, no-store')
    const json = await sendAsClient(app, 'GET', `${PATH}?token=${NOBODY}`, undefined, JSON_WANTED)
    assert.deepEqual({ status: json.status, error: json.body.error }, { status: 404, error: 'not_found' })
    const problem = await sendAsClient(app, 'GET', `${PATH}?token=${NOBODY}`, undefined, { accept: 'application/problem+json' })
    assert.deepEqual({ status: problem.status, type: problem.body.type }, { status: 404, type: '/api/docs#not_found' })
  })

  it('405 for HEAD and others, without effect', async () => {
    const { token } = await makeSubscription(app)
    for (const method of ['HEAD', 'PUT', 'DELETE']) {
      const { status, headers } = await sendAsClient(app, method, `${PATH}?token=${token}&scope=all`)
      assert.deepEqual({ status, allow: headers.get('allow') }, { status: 405, allow: 'GET, POST, OPTIONS' })
    }
    assert.equal((await listActiveSubscriptions(app)).length, 1)
  })
})

it('429 is a page as well', async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: 'unsubscribe=1' } })
  try {
    const answers = [
      await sendAsClient(limited, 'GET', `${PATH}?token=${NOBODY}`),
      await sendAsClient(limited, 'GET', `${PATH}?token=${NOBODY}`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 429],
    )
    assert.match(answers[1]?.text ?? '', /<h1>Please try again<\/h1>/)
    assert.ok(Number(answers[1]?.headers.get('retry-after')) > 0)
  } finally {
    await limited.close()
  }
})
