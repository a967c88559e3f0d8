import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'
import { LANGUAGES } from '../../../messages/languages.ts'

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }

describe('the pages', () => {
  let app: TestApp

  before(async () => {
    await buildPages()
    app = await createTestApp()
  })
  after(() => app?.close())

  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })

  describe('200', () => {
    it('is HTML under a policy with its own nonce, which every script carries', async () => {
      const [one, two] = await Promise.all([app.get('/settings', BROWSER), app.get('/settings', BROWSER)])
      assert.equal(one.status, 200)
      assert.equal(one.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(one.headers.get('cache-control'), 'private, no-cache')
      const policy = one.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      assert.match(policy, /'strict-dynamic'/)
      assert.doesNotMatch(policy, /unsafe-(?:inline|eval)/)
      assert.notEqual(policy, two.headers.get('content-security-policy'))
      const scripts = [...one.text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      assert.ok(scripts.length > 0 && scripts.every((tag) => tag.includes(`nonce="${nonce}"`)), scripts.join('\n'))
      assert.doesNotMatch(one.text, / style="/)
    })

    it('has the same policy, no inline style and no other origin on every kind of page', async () => {
      for (const path of [
        '/',
        '/weather/berlin-52.52,13.41',
        '/pages/about',
        '/api/docs',
        '/subscribe',
        '/offline',
        '/login',
        '/forgot-password',
        '/invite/x',
        '/setup/x',
        '/reset-password/x',
        '/admin',
        '/admin/settings',
      ]) {
        const { status, headers, text } = await app.get(path, BROWSER)
        assert.equal(status, 200, path)
        assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'; script-src 'nonce-[^']+' 'strict-dynamic';/, path)
        assert.doesNotMatch(text, / style="/, path)
        const elsewhere = [...text.matchAll(/(?:src|<link[^>]* href)="(https?:[^"]+)"/g)].map(([, url = '']) => url)
        assert.deepEqual(
          elsewhere.filter((url) => !url.startsWith('http://localhost:3000/')),
          [],
          path,
        )
      }
    })

    it('of the back office is a frame without data, which is not to be stored', async () => {
      const owner = await signIn(app, 'owner')
      const me = await app.get('/api/auth/session', owner.headers)
      assert.equal(me.headers.get('cache-control'), 'private, no-store')
      const { email } = me.body.user as { email: string }
      for (const path of ['/admin', '/admin/users', '/admin/settings.data']) {
        const { headers, text } = await app.get(path, { ...BROWSER, ...owner.headers })
        assert.equal(headers.get('cache-control'), 'private, no-cache', path)
        assert.ok(!text.includes(email), path)
      }
      assert.equal((await app.get('/api/admin/users', owner.headers)).headers.get('cache-control'), 'private, no-store')
    })

    it('is in the language of the browser, the address or the cookie', async () => {
      const langOf = async (path: string, headers: Record<string, string>) =>
        /<html lang="(\w+)"/.exec((await app.get(path, { ...BROWSER, ...headers })).text)?.[1]
      assert.equal(await langOf('/settings', { 'accept-language': 'nl-BE,de-AT;q=0.8,en;q=0.5' }), 'de')
      assert.equal(await langOf('/settings', { 'accept-language': 'nl' }), 'en')
      for (const language of LANGUAGES) assert.equal(await langOf('/settings', { 'accept-language': `${language}-XX` }), language)
      assert.equal(await langOf('/settings?lang=fr', { 'accept-language': 'de' }), 'fr')
      assert.equal(await langOf('/settings?lang=xx', { 'accept-language': 'de' }), 'de')
      assert.equal(await langOf('/settings', { 'accept-language': 'de', cookie: 'site_preferences=lang%3Des' }), 'es')
      for (const cookie of ['site_preferences=%ZZ', 'site_preferences=lang%3Dxx', 'site_preferences='])
        assert.equal(await langOf('/settings', { cookie }), 'en', cookie)
    })

    it('serves assets compressed and immutable, under names that change with their content', async () => {
      const { text } = await app.get('/settings', BROWSER)
      const script = /href="(\/assets\/entry\.client-[^"]+\.js)"/.exec(text)?.[1] ?? ''
      const file = await app.get(script, { 'accept-encoding': 'br' })
      assert.equal(file.status, 200)
      assert.equal(file.headers.get('content-encoding'), 'br')
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(file.headers.get('content-type') ?? '', /javascript/)
    })
  })

  describe('the scripts of a page', () => {
    for (const path of ['/', '/weather/berlin-52.52,13.41', '/settings', '/pages/privacy']) {
      it(`are less than 130 kB, compressed: ${path}`, async () => {
        const { text } = await app.get(path, BROWSER)
        const scripts = new Set([...text.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, script = '']) => script))
        assert.ok(scripts.size > 3)
        let bytes = 0
        for (const script of scripts) {
          const file = await fetch(app.url + script, { headers: { 'accept-encoding': 'gzip' } })
          const { byteLength } = await file.arrayBuffer()
          // Files too small to be kept compressed are sent without a content-length.
          bytes += Number(file.headers.get('content-length') ?? byteLength)
        }
        assert.ok(bytes > 50_000 && bytes < 130_000, `${bytes} bytes`)
        assert.ok(![...scripts].some((script) => /mantine|chart|shell|back-office/.test(script)), 'no script of the back office')
      })
    }
  })

  describe('the back office, which the browser renders', () => {
    it('has its titles in the HTML', async () => {
      for (const [path, title] of Object.entries({
        '/login': 'Sign in',
        '/admin': 'Dashboard',
        '/admin/users': 'Users',
        '/admin/x': 'Page not found',
      }))
        assert.match((await app.get(path, BROWSER)).text, new RegExp(`<title>${title} · Isobar</title>`), path)
    })

    it('is not in what the server loads', async () => {
      const loaded = await readFile(new URL('../../../../web/build/server/index.js', import.meta.url), 'utf8')
      // The list of scripts names their files.
      for (const part of ['MantineProvider', 'QueryClient', 'ResponsiveContainer']) assert.ok(!loaded.includes(part), part)
    })
  })

  describe('302', () => {
    it('stores a choice, and redirects only to a page of this site', async () => {
      const chosen = await post('/settings', { 'sec-fetch-site': 'same-origin' }, 'lang=de&units=uk&from=%2Fweather%2FA-1%2C2%3Fx%3D1')
      assert.equal(chosen.status, 302)
      assert.equal(chosen.headers.get('location'), '/weather/A-1,2?x=1')
      const cookie = chosen.headers.get('set-cookie') ?? ''
      assert.match(cookie, /^site_preferences=lang%3Dde%26units%3Duk[^;]*; Path=\/; Max-Age=31536000; SameSite=Lax$/)
      for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '']) {
        const answer = await post('/settings', { 'sec-fetch-site': 'same-origin' }, new URLSearchParams({ from }).toString())
        assert.equal(answer.headers.get('location'), '/', from)
      }
    })
  })

  describe('403', () => {
    it('refuses a form from another site', async () => {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }]) {
        const { status } = await post('/settings', headers as Record<string, string>, 'lang=de')
        assert.equal(status, 403, JSON.stringify(headers))
      }
    })
  })

  describe('404', () => {
    it('is a page for people and JSON for programs', async () => {
      const page = await app.get('/nowhere', BROWSER)
      assert.equal(page.status, 404)
      assert.match(page.text, /<h1>Page not found<\/h1>/)
      assert.match(page.headers.get('content-security-policy') ?? '', /nonce-/)
      assert.equal((await app.get('/nowhere', { accept: 'application/json' })).body.error, 'not_found')
      assert.equal((await app.get('/api/nowhere', BROWSER)).body.error, 'not_found')
      assert.equal((await app.get('/assets/nothing.js')).status, 404)
      assert.equal((await app.get('/assets/../../server/index.js')).status, 404)
      for (const odd of [
        '/assets',
        '/assets/',
        '/assets//',
        '/assets/%2e/',
        '/assets/a%2fb',
        '/assets/..%2f..%2fserver/index.js',
        '/icons/',
        '/assets/%00',
      ])
        assert.ok([400, 404].includes((await app.get(odd, { 'accept-encoding': 'identity' })).status), odd)
    })
  })

  describe('405', () => {
    it('allows no other method', async () => {
      const answer = await fetch(`${app.url}/settings`, { method: 'DELETE' })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
    })
  })
})
