import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import type { Actor } from '../access/index.ts'
import { SHIPPED_SLUGS } from './shipped.ts'

const EDITOR: Actor = { userId: null, name: 'ada@example.org', client: null, country: null, requestId: null }

let app: TestApp
before(async () => {
  app = await createTestApp()
})
after(() => app.close())

describe('GET /pages/{slug}', () => {
  describe('200', () => {
    it('is a page with its policy, and 304 for whoever has it', async () => {
      const page = await app.get('/pages/privacy')
      assert.equal(page.status, 200)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(page.headers.get('content-language'), 'en')
      assert.match(page.headers.get('vary') ?? '', /accept-language/i)
      const [, nonce] = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? []
      assert.ok(nonce && page.text.includes(`<style nonce="${nonce}">`))
      assert.match(page.text, /<h1>Privacy<\/h1>/)
      assert.doesNotMatch(page.text, /<script|robots/)
      assert.equal((await app.get('/pages/privacy', { 'if-none-match': page.headers.get('etag') ?? '' })).status, 304)
    })

    it('speaks the language of the reader, or the one asked for', async () => {
      assert.match(
        (await app.get('/pages/privacy', { 'accept-language': 'de-CH, en;q=0.5' })).text,
        /<html lang="de"[\s\S]*<h1>Datenschutz<\/h1>/,
      )
      const asked = await app.get('/pages/privacy?lang=fr', { 'accept-language': 'de' })
      assert.match(asked.text, /<h1>Confidentialité<\/h1>/)
      assert.doesNotMatch(asked.headers.get('vary') ?? '', /accept-language/i)
    })
  })

  describe('400', () => {
    for (const path of ['/pages/Privacy', '/pages/privacy?lang=xx', `/pages/${'a'.repeat(80)}`]) {
      it(path, async () => assert.equal((await app.get(path)).body.error, 'invalid_request'))
    }
  })

  describe('404', () => {
    it('as JSON, and as a page for a browser', async () => {
      assert.equal((await app.get('/pages/nothing')).body.error, 'not_found')
      const page = await app.get('/pages/nothing', { accept: 'text/html,*/*;q=0.8' })
      assert.equal(page.status, 404)
      assert.match(page.text, /There is no such page/)
      assert.match(page.text, /noindex/)
    })

    it('a draft is nobody’s business; published it is everybody’s; hidden nobody’s again', async () => {
      const { pages } = app.services
      const slug = 'our-story'
      await pages.edit({ slug, lang: 'en', title: 'Our <story>', body: 'Once **upon** a time' }, EDITOR)
      assert.equal((await app.get(`/pages/${slug}`)).status, 404)
      await pages.edit({ slug, lang: 'en', action: 'publish' }, EDITOR)
      const page = await app.get(`/pages/${slug}`, { 'accept-language': 'es' })
      assert.equal(page.headers.get('content-language'), 'en')
      assert.match(page.text, /<h1>Our &lt;story&gt;<\/h1>[\s\S]*<p>Once <strong>upon<\/strong> a time<\/p>/)
      await pages.edit({ slug, lang: 'en', body: 'A secret draft' }, EDITOR)
      assert.doesNotMatch((await app.get(`/pages/${slug}`)).text, /secret/)
      await pages.edit({ slug, lang: 'en', action: 'unpublish' }, EDITOR)
      assert.equal((await app.get(`/pages/${slug}`)).status, 404)
    })
  })
})

describe('GET /api/pages', () => {
  it('200: the pages that can be read, the shipped ones first', async () => {
    const { status, body } = await app.get('/api/pages?lang=de')
    assert.equal(status, 200)
    assert.deepEqual(
      body.pages.slice(0, SHIPPED_SLUGS.length).map(({ slug }: { slug: string }) => slug),
      SHIPPED_SLUGS,
    )
    assert.deepEqual(body.pages[0], {
      slug: 'about',
      lang: 'de',
      title: 'Über diese Seite',
      description: 'Woher das Wetter auf dieser Seite kommt und wie ehrlich es gezeigt wird.',
      url: '/pages/about',
      publishedAt: null,
    })
  })

  it('400: a language that it does not have', async () => {
    assert.equal((await app.get('/api/pages?lang=tlh')).status, 400)
  })
})
