import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { SHIPPED_SLUGS } from './shipped.ts'

const PATH = '/api/admin/cms-pages'

describe('/api/admin/cms-pages', () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'login=0,weather=0' } })
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())

  const get = (path = '') => app.get(`${PATH}${path}`, editor.headers)
  const patch = (body: object) => send(app, PATH, { method: 'PATCH', headers: editor.headers, body })

  describe('GET', () => {
    it('200: pages through every shipped text in every language', async () => {
      const { body, headers } = await get('?limit=10')
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.equal(body.total, SHIPPED_SLUGS.length * LANGUAGES.length)
      assert.equal(body.items.length, 10)
      assert.deepEqual(body.items[0], {
        slug: 'about',
        lang: 'ar',
        title: 'حول هذا الموقع',
        status: 'shipped',
        hasDraft: false,
        defaultText: 'current',
        version: 0,
        publishedAt: null,
        updatedAt: null,
        updatedBy: null,
      })
      const seen = [...body.items]
      for (let cursor = body.nextCursor; cursor !== null;) {
        const page = (await get(`?limit=10&cursor=${cursor}`)).body
        seen.push(...page.items)
        cursor = page.nextCursor
      }
      assert.equal(new Set(seen.map(({ slug, lang }) => `${slug} ${lang}`)).size, body.total)
    })

    it('200: filters by language, status and text, sorts, and exports CSV', async () => {
      assert.equal((await get('?lang=fr')).body.total, SHIPPED_SLUGS.length)
      assert.equal((await get('?status=hidden')).body.total, 0)
      assert.equal((await get('?q=PRIVACY&lang=en')).body.items[0].slug, 'privacy')
      assert.equal((await get('?sort=-slug')).body.items[0].slug, 'terms')
      const csv = await get('?format=csv&lang=en')
      assert.equal(csv.text.trim().split(/\r?\n/).length, SHIPPED_SLUGS.length + 1)
    })

    it('200: one text, with its shipped version', async () => {
      const { body } = await get('/terms?lang=es')
      assert.deepEqual(
        { version: body.version, draft: body.draft, published: body.published, revisions: body.revisions },
        { version: 0, draft: null, published: null, revisions: [] },
      )
      assert.equal(body.shipped.title, 'Condiciones de uso')
    })

    it('400 and 404', async () => {
      for (const path of [
        '?lang=xx',
        '?cursor=abc',
        '/Terms',
        '/terms?lang=xx',
        '/terms/revisions/0',
        '/terms/diff?from=draft',
        '/terms/diff?from=now&to=draft',
      ])
        assert.equal((await get(path)).status, 400, path)
      for (const path of ['/nothing', '/terms/revisions/7', '/terms/diff?from=draft&to=shipped', '/nothing/diff?from=1&to=2'])
        assert.equal((await get(path)).status, 404, path)
    })
  })

  describe('POST /preview', () => {
    const preview = (body: object) => send(app, `${PATH}/preview`, { headers: editor.headers, body })

    it('200: Markdown and HTML as the public would see them, without saving', async () => {
      assert.equal(
        (await preview({ format: 'markdown', body: 'a **b** <i>c</i>' })).body.html,
        '<p>a <strong>b</strong> &lt;i&gt;c&lt;/i&gt;</p>\n',
      )
      const { body } = await preview({ format: 'html', body: '<p onclick="x()">a<script>b</script></p>' })
      assert.equal(body.html, '<p>a</p>')
    })

    it('400: without a format or a body', async () => {
      assert.equal((await preview({ body: 'a' })).status, 400)
      assert.equal((await preview({ format: 'html' })).status, 400)
    })
  })

  describe('PATCH', () => {
    it('200: publishes a new page at once, readable by everybody', async () => {
      const { status, body } = await patch({ slug: 'imprint', title: 'Imprint', body: '# ACME', action: 'publish' })
      assert.equal(status, 200)
      assert.deepEqual(
        { status: body.status, version: body.version, updatedBy: body.updatedBy },
        { status: 'published', version: 1, updatedBy: editor.email },
      )
      assert.equal(body.published.html, '<h2>ACME</h2>\n')
      assert.equal((await app.get('/api/pages/imprint')).body.html, '<h2>ACME</h2>\n')
      const diff = (await patch({ slug: 'imprint', body: '# ACME Ltd', version: 1 })).body
      assert.equal(diff.hasDraft, true)
      assert.match((await get('/imprint/diff?from=published&to=draft')).body.diff, /^\+# ACME Ltd$/m)
      assert.equal((await get('/imprint/revisions/1')).body.body, '# ACME')
    })

    it('400 for a body that exceeds the limit once cleaned, and the page stays readable', async () => {
      for (const body of ['<'.repeat(99_000), '&#'.repeat(40_000)]) {
        const answer = await patch({ slug: 'grown', title: 'Grown', format: 'html', body })
        assert.deepEqual({ status: answer.status, path: answer.body.details?.[0]?.path }, { status: 400, path: 'body' })
      }
      assert.equal((await get('/grown')).status, 404)
      const { status, body } = await patch({ slug: 'grown', title: 'Grown', format: 'html', body: 'a&#1;b&#x7f;c' })
      assert.deepEqual({ status, body: body.draft?.body }, { status: 200, body: 'abc' })
    })

    it('409 for an older version', async () => {
      const { status, body } = await patch({ slug: 'imprint', title: 'Mine', version: 1 })
      assert.deepEqual({ status, error: body.error, path: body.details[0].path }, { status: 409, error: 'conflict', path: 'version' })
    })

    for (const [what, body] of [
      ['without a slug', { title: 'x' }],
      ['a slug that is a path', { slug: '../x', title: 'x', body: 'x' }],
      ['an unsupported language', { slug: 'x', lang: 'tlh', title: 'x', body: 'x' }],
      ['a revision out of range', { slug: 'terms', action: 'restore', revision: 1e12 }],
      ['an unknown action', { slug: 'terms', action: 'delete' }],
      ['an unknown format', { slug: 'terms', format: 'pdf' }],
      ['a title with a line break', { slug: 'terms', title: 'a\nb' }],
      ['a body with a NUL', { slug: 'terms', body: 'a\u0000b' }],
      ['an overlong body', { slug: 'terms', body: 'x'.repeat(100_001) }],
      ['a version as a string', { slug: 'terms', body: 'x', version: '1' }],
      ['nothing', { slug: 'terms' }],
    ] as const) {
      it(`400: ${what}`, async () => {
        assert.equal((await patch(body)).status, 400)
        assert.equal((await get('/terms')).body.version, 0)
      })
    }

    it('413 for more than a page can hold', async () => {
      assert.equal((await patch({ slug: 'terms', body: 'x'.repeat(1_100_000) })).status, 413)
    })
  })
})
