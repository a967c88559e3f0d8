import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import type { Actor } from '../../../admin/access/index.ts'
import { SHIPPED_SLUGS } from './shipped.ts'

const EDITOR: Actor = { userId: null, name: 'ada@example.org', client: null, country: null, requestId: null }

let app: TestApp
before(async () => {
  app = await createTestApp()
})
after(() => app.close())

describe('GET /api/pages/{slug}', () => {
  describe('200', () => {
    it('is the text with its languages', async () => {
      const { status, headers, body } = await app.get('/api/pages/privacy')
      assert.equal(status, 200)
      assert.equal(headers.get('content-language'), 'en')
      assert.match(headers.get('vary') ?? '', /accept-language/i)
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=300/)
      const { html, ...rest } = body
      assert.match(html, /^<p>/)
      assert.deepEqual(rest, {
        slug: 'privacy',
        lang: 'en',
        languages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja', 'ar'],
        title: 'Privacy',
        description: rest.description,
        indexable: true,
        url: '/pages/privacy',
        publishedAt: null,
      })
    })

    it('uses the reader’s language, or the requested one', async () => {
      assert.equal((await app.get('/api/pages/privacy', { 'accept-language': 'de-CH, en;q=0.5' })).body.title, 'Datenschutz')
      const asked = await app.get('/api/pages/privacy?lang=fr', { 'accept-language': 'de' })
      assert.equal(asked.body.title, 'Confidentialité')
      assert.doesNotMatch(asked.headers.get('vary') ?? '', /accept-language/i)
      for (const [tag, lang] of [
        ['fr-CA', 'fr'],
        ['DE-at', 'de'],
        ['ja', 'ja'],
        ['pt-BR', 'pt'],
        ['sv', 'en'],
        ['tlh', 'en'],
      ] as const) {
        assert.equal((await app.get(`/api/pages/privacy?lang=${tag}`)).body.lang, lang, tag)
        assert.equal((await app.get(`/api/pages?lang=${tag}`)).body.pages[0].lang, lang, tag)
      }
    })
  })

  it('304 if the client’s copy is current', async () => {
    const etag = (await app.get('/api/pages/privacy')).headers.get('etag') ?? ''
    assert.equal((await app.get('/api/pages/privacy', { 'if-none-match': etag })).status, 304)
    assert.equal((await app.get('/api/pages/terms', { 'if-none-match': etag })).status, 200)
  })

  describe('400', () => {
    for (const path of ['/api/pages/Privacy', '/api/pages/privacy?lang=en_US', '/api/pages?lang=', `/api/pages/${'a'.repeat(80)}`]) {
      it(path, async () => assert.equal((await app.get(path)).body.error, 'invalid_request'))
    }
  })

  describe('404', () => {
    it('for an unknown page', async () => {
      assert.equal((await app.get('/api/pages/nothing')).body.error, 'not_found')
    })

    it('for a draft, until it is published and after it is unpublished', async () => {
      const { cms: pages } = app.services
      const slug = 'our-story'
      const read = (headers = {}) => app.get(`/api/pages/${slug}`, headers)
      await pages.edit({ slug, lang: 'en', title: 'Our <story>', body: 'Once **upon** a time' }, EDITOR)
      assert.equal((await read()).status, 404)
      await pages.edit({ slug, lang: 'en', action: 'publish', indexable: false }, EDITOR)
      const { headers, body } = await read({ 'accept-language': 'es' })
      assert.equal(headers.get('content-language'), 'en')
      assert.deepEqual(
        { title: body.title, html: body.html, languages: body.languages, indexable: body.indexable },
        { title: 'Our <story>', html: '<p>Once <strong>upon</strong> a time</p>\n', languages: ['en'], indexable: false },
      )
      await pages.edit({ slug, lang: 'en', body: 'A secret draft' }, EDITOR)
      assert.doesNotMatch((await read()).text, /secret/)
      await pages.edit({ slug, lang: 'en', action: 'unpublish' }, EDITOR)
      assert.equal((await read()).status, 404)
    })

    it('if unpublished in a language, for its readers only, in the API and the menu', async () => {
      const { cms: pages } = app.services
      const status = async (lang: string) => [
        (await app.get(`/api/pages/terms?lang=${lang}`)).status,
        (await app.get('/api/pages/terms', { 'accept-language': lang })).status,
      ]
      const listed = async (lang: string) =>
        (await app.get(`/api/pages?lang=${lang}`)).body.pages.some(({ slug }: { slug: string }) => slug === 'terms')
      await pages.edit({ slug: 'terms', lang: 'en', action: 'unpublish' }, EDITOR)
      assert.deepEqual({ status: await status('en'), listed: await listed('en') }, { status: [404, 404], listed: false })
      assert.deepEqual({ status: await status('de'), listed: await listed('de') }, { status: [200, 200], listed: true })
      await pages.edit({ slug: 'terms', lang: 'en', action: 'reset' }, EDITOR)
      await pages.edit({ slug: 'terms', lang: 'de', action: 'unpublish' }, EDITOR)
      assert.deepEqual({ status: await status('de'), listed: await listed('de') }, { status: [404, 404], listed: false })
      assert.deepEqual({ statusEn: await status('en'), statusFr: await status('fr') }, { statusEn: [200, 200], statusFr: [200, 200] })
      await pages.edit({ slug: 'terms', lang: 'de', action: 'reset' }, EDITOR)
    })

    it('if the text exists only in a language that is neither requested nor English', async () => {
      const { cms: pages } = app.services
      await pages.edit({ slug: 'nur-deutsch', lang: 'de', title: 'Nur deutsch', body: 'Text', action: 'publish' }, EDITOR)
      assert.equal((await app.get('/api/pages/nur-deutsch?lang=de')).status, 200)
      for (const lang of ['en', 'fr']) assert.equal((await app.get(`/api/pages/nur-deutsch?lang=${lang}`)).status, 404, lang)
      await pages.edit({ slug: 'nur-deutsch', lang: 'de', action: 'unpublish' }, EDITOR)
    })
  })
})

describe('GET /api/pages', () => {
  it('200: the readable pages, the shipped ones first', async () => {
    const { status, body } = await app.get('/api/pages?lang=de')
    assert.equal(status, 200)
    assert.deepEqual(
      body.pages.slice(0, SHIPPED_SLUGS.length).map(({ slug }: { slug: string }) => slug),
      SHIPPED_SLUGS,
    )
    assert.deepEqual(body.pages[0], {
      slug: 'about',
      lang: 'de',
      title: 'Über diese Website',
      description: 'Woher das Wetter auf dieser Website kommt und wie ehrlich es gezeigt wird.',
      url: '/pages/about',
      publishedAt: null,
    })
  })

  it('400 for a malformed language tag', async () => {
    assert.equal((await app.get('/api/pages?lang=de_AT')).status, 400)
  })
})
