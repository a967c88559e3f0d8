import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { buildPages } from '../../../../../tools/build/pages.ts'
import { clearSubscriptions, makeSubscription, NOBODY, sendAsClient, postSubscription, UNLIMITED } from '../testing/client.ts'
import { postConfirmation, readNewestToken } from '../testing/confirming.ts'
import { postPreferencePage, getPreferencePage, findSubscriptionRow, submitPreferences } from '../testing/preference-page.ts'

let app: TestApp
before(async () => {
  await buildPages()
  app = await createTestApp({ env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'off' } })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-07-01T12:00:00Z')
  await clearSubscriptions(app)
})

describe('GET /preferences', () => {
  describe('200', () => {
    it('groups what the client’s address gets by place, newsletters first', async () => {
      const { token } = await makeSubscription(app)
      app.clock.advance({ minutes: 1 })
      await makeSubscription(app, { type: 'city_weekly' })
      await makeSubscription(app, { cityName: 'Oslo & <Bergen>', cityLat: 59.91, cityLon: 10.75 })
      await makeSubscription(app, { type: 'newsletter' })
      await makeSubscription(app, { email: 'eve@example.org', cityName: 'Elsewhere' })
      const { status, text, headers } = await getPreferencePage(app, token)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      const headings = [...text.matchAll(/<h[123]>(.*?)<\/h[123]>/g)].map(([, heading]) => heading)
      assert.deepEqual(headings, [
        'Your weather emails',
        'Newsletter',
        'Berlin',
        'The week ahead',
        'Weather alerts',
        'Oslo &amp; &lt;Bergen&gt;',
        'Weather alerts',
        'Language and units',
      ])
      assert.match(text, /Emails to a•••@example\.org/)
      assert.doesNotMatch(text, /ada@|<script|style="|Elsewhere/)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'private, no-store')
    })

    it('labels every field exactly once', async () => {
      const { token } = await makeSubscription(app)
      await makeSubscription(app, { type: 'newsletter' })
      const { text } = await getPreferencePage(app, token)
      for (const { 0: tag, 1: kind, index } of text.matchAll(/<(input|select)[^>]*>/g)) {
        const id = / id="([^"]+)"/.exec(tag)?.[1]
        const inside = /<label[^>]*>$/.test(text.slice(0, index))
        const isLabelled = tag.includes('type="hidden"') || inside || tag.includes('aria-label=') || text.includes(`<label for="${id}">`)
        assert.ok(isLabelled, `${kind} ${tag}`)
      }
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      assert.equal(new Set(ids).size, ids.length)
    })

    it('shows stored values, and the defaults in force', async () => {
      const { token, id } = await makeSubscription(app, {
        alertPrefs: { wind: { minGustKmh: 75.5 }, snow: true, minSeverity: 'severe', quietHours: { from: '21:30', to: '06:15' } },
      })
      const { text } = await getPreferencePage(app, token)
      const checked = [...text.matchAll(/name="[^."]+\.hazard\.(\w+)" checked/g)].map(([, hazard]) => hazard)
      assert.deepEqual(checked, ['snow', 'wind'])
      assert.match(text, new RegExp(`min="10" max="400"[^>]* name="${id}\\.limit\\.wind" value="75.5"`))
      assert.match(text, new RegExp(`name="${id}\\.limit\\.snow"[^>]* value="5"`))
      assert.match(text, /<option value="severe" selected="">/)
      assert.match(text, /value="21:30"/)
      const plain = await makeSubscription(app, { cityLat: 10 })
      assert.deepEqual(
        [
          ...(await getPreferencePage(app, plain.token)).text.matchAll(
            new RegExp(`name="${plain.id}\\.(?:hazard\\.)?(official|(?<=hazard\\.)\\w+)" checked`, 'g'),
          ),
        ].map(([, hazard]) => hazard),
        ['official', 'thunderstorm'],
      )
    })

    it('uses the languages of the mails, in their direction', async () => {
      for (const [lang, title] of [
        ['de', 'Ihre Wetter-E-Mails'],
        ['fr', 'Vos e-mails météo'],
        ['es', 'Sus correos del tiempo'],
        ['it', 'Le tue e-mail meteo'],
        ['pt', 'Seus e-mails do tempo'],
        ['ja', '天気メールの設定'],
        ['ar', 'رسائل الطقس التي تصلك'],
      ] as const) {
        const { token } = await makeSubscription(app, { lang, email: `${lang}@example.org` })
        const { text } = await getPreferencePage(app, token)
        assert.match(text, new RegExp(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`))
        assert.match(text, new RegExp(`<h1>${title}</h1>`))
      }
    })

    it('says so if nothing is left', async () => {
      const { token } = await makeSubscription(app)
      await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
      assert.match((await getPreferencePage(app, token)).text, /This address has no subscriptions/)
    })
  })

  it('returns pages for 400 and 404', async () => {
    const answers = [
      await getPreferencePage(app, 'x'),
      await getPreferencePage(app, NOBODY),
      await postPreferencePage(app, NOBODY, { do: 'save' }),
    ]
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('content-type')]),
      [400, 404, 404].map((status) => [status, 'text/html; charset=utf-8']),
    )
  })
})

describe('with double opt-in', () => {
  it('a confirmed token shows the whole address, a place of two clients once, and changes both', async () => {
    const strict = await createTestApp({ sharing: app, env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on' } })
    try {
      const { token, id } = await makeSubscription(strict)
      await postConfirmation(strict, await readNewestToken(strict))
      const twin = await makeSubscription(app, { clientId: 'client-2' })
      await postSubscription(strict, { clientId: 'client-3', cityName: 'Never', cityLat: 1 })
      const { text } = await getPreferencePage(strict, token)
      assert.equal([...text.matchAll(/<h2>Berlin<\/h2>/g)].length, 1)
      assert.doesNotMatch(text, /Never/)
      assert.equal(
        [...(await getPreferencePage(app, token)).text.matchAll(new RegExp(twin.id, 'g'))].length,
        0,
        'without double opt-in it shows only its own client',
      )
      const [shown = ''] = /(?<=name=")[\da-f-]{36}(?=\.frequency)/.exec(text) ?? []
      assert.equal((await submitPreferences(strict, token, { [`${shown}.frequency`]: 'daily' })).status, 303)
      assert.deepEqual(
        [(await findSubscriptionRow(app, id)).frequency, (await findSubscriptionRow(app, twin.id)).frequency],
        ['daily', 'daily'],
      )
      await sendAsClient(strict, 'POST', `/preferences?token=${token}`, `do=end:${id}`)
      assert.deepEqual([(await findSubscriptionRow(app, id)).active, (await findSubscriptionRow(app, twin.id)).active], [false, false])
    } finally {
      await strict.close()
    }
  })

  it('405 for HEAD', async () => {
    const { status, headers } = await sendAsClient(app, 'HEAD', `/preferences?token=${NOBODY}`)
    assert.deepEqual({ status, allow: headers.get('allow') }, { status: 405, allow: 'GET, POST, OPTIONS' })
  })
})
