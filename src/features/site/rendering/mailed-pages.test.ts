import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import {
  clearSubscriptions,
  makeSubscription,
  NOBODY,
  querySubscriptionRows,
  sendAsClient,
} from '../../subscribers/subscriptions/testing/client.ts'
import { countConfirmed, ENV, readNewestToken } from '../../subscribers/subscriptions/testing/confirming.ts'

/** Submits the first form of the page as a browser would. */
async function press(app: TestApp, page: string): Promise<ReturnType<typeof sendAsClient>> {
  const [, form = ''] = /(<form.*?<\/form>)/s.exec(page) ?? []
  const action = (/ action="([^"]*)"/.exec(form)?.[1] ?? '').replaceAll('&amp;', '&')
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  return sendAsClient(app, 'POST', action, new URLSearchParams(fields).toString())
}

describe('without built pages', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: ENV, site: null })
  })
  after(() => app.close())
  beforeEach(() => clearSubscriptions(app))

  it('one form on a plain page confirms, resumes or stops mails', async () => {
    const { token } = await makeSubscription(app, { cityName: 'Oslo & <Bergen>' })
    const asked = await sendAsClient(app, 'GET', `/api/subscriptions/confirm?token=${await readNewestToken(app)}`)
    assert.match(
      asked.text,
      /<html lang="en" dir="ltr">.*<h1>Do you want these emails\?<\/h1>.*<p>Weather alerts for Oslo &amp; &lt;Bergen&gt;/s,
    )
    assert.equal(await countConfirmed(app), 0)
    const thanks = await press(app, asked.text)
    assert.deepEqual({ status: thanks.status, confirmed: await countConfirmed(app) }, { status: 200, confirmed: 1 })
    assert.match(thanks.text, new RegExp(`<h1>Thank you, this is confirmed</h1>.*href="/preferences\\?token=${token}"`, 's'))

    const ended = await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
    assert.deepEqual({ status: ended.status, confirmed: await countConfirmed(app) }, { status: 200, confirmed: 0 })
    assert.equal((await press(app, ended.text)).status, 200)
    assert.equal(await countConfirmed(app), 1)

    const page = await sendAsClient(app, 'GET', `/preferences?token=${token}`)
    assert.deepEqual(
      { status: page.status, referrerPolicy: page.headers.get('referrer-policy'), confirmed: await countConfirmed(app) },
      { status: 200, referrerPolicy: 'no-referrer', confirmed: 1 },
    )
    assert.match(page.text, /<p>Weather alerts for Oslo &amp; &lt;Bergen&gt;<\/p>.*<button>Stop all emails to this address<\/button>/s)
    assert.equal((await press(app, page.text)).status, 303)
    assert.equal(await countConfirmed(app), 0)
  })

  it('the page uses the language of the mail and links to the site', async () => {
    for (const [lang, direction] of [
      ['ar', 'rtl'],
      ['de', 'ltr'],
    ] as const) {
      await clearSubscriptions(app)
      const { token } = await makeSubscription(app, { lang })
      const { text } = await sendAsClient(app, 'GET', `/preferences?token=${token}`)
      assert.match(text, new RegExp(`<html lang="${lang}" dir="${direction}">`))
      assert.match(text, new RegExp(`href="/pages/privacy\\?lang=${lang}"`))
    }
  })

  it('400 and 404 say what is wrong', async () => {
    for (const [token, status] of [
      ['x', 400],
      [NOBODY, 404],
    ] as const) {
      const page = await sendAsClient(app, 'GET', `/preferences?token=${token}`)
      assert.equal(page.status, status)
      assert.match(page.text, /<h1>This link does not work<\/h1>/)
    }
  })
})

describe('with built pages', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { ...ENV, RATE_LIMITS: 'unsubscribe=5,subscriptions=0,region=0' } })
  })
  after(() => app.close())
  beforeEach(() => clearSubscriptions(app))

  it('they are shown in the frame of the site, without leaking their address', async () => {
    const { token } = await makeSubscription(app, { lang: 'de' })
    const { status, text, headers } = await sendAsClient(app, 'GET', `/preferences?token=${token}`, undefined, {
      cookie: 'site_preferences=theme%3Ddark',
    })
    assert.equal(status, 200)
    assert.match(text, /<html lang="de" dir="ltr" data-theme="dark">.*Ort suchen.*<h1>Ihre Wetter-E-Mails<\/h1>/s)
    assert.match(text, /<link[^>]* rel="stylesheet"/)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'nonce-/)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    const addresses = [...text.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)
    assert.ok(addresses.length > 5 && addresses.every((href) => !href.includes(token)), addresses.join(' '))
    assert.doesNotMatch(text, /<script/)
  })

  it('429 is plain, because it must not cost a rendering', async () => {
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await sendAsClient(app, 'GET', `/preferences?token=${NOBODY}`))
    const busy = answers.at(-1)
    assert.equal(busy?.status, 429)
    assert.match(busy?.text ?? '', /<h1>Please try again<\/h1>/)
    assert.doesNotMatch(busy?.text ?? '', /rel="stylesheet"/)
  })

  it('404 for a direct request of the internal page', async () => {
    assert.equal((await app.get('/mailed', { accept: 'text/html' })).status, 404)
    assert.equal((await app.get('/mailed.data', { accept: 'text/html' })).status, 404)
  })
})

it('reports what was done even if rendering fails, and logs the failure', async () => {
  const respond = () => Promise.resolve(new Response('', { status: 500 }))
  const app = await createTestApp({ env: ENV, site: { filesDir: import.meta.dirname, respond } })
  try {
    const { token } = await makeSubscription(app)
    const page = await sendAsClient(app, 'GET', `/api/unsubscribe?token=${token}`)
    assert.equal(page.status, 200)
    assert.match(page.text, /<h1>You are unsubscribed<\/h1>/)
    assert.deepEqual(
      (await querySubscriptionRows(app)).map(({ active }) => active),
      [false],
    )
    assert.ok(app.logLines.some((line) => line.includes('rendering the page behind a link of a mail')))
    assert.ok(app.logLines.every((line) => !line.includes(token)))
  } finally {
    await app.close()
  }
})
