import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestServices, type TestServices } from '../../../../test/helpers/app.ts'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import type { PageEdit } from './edit.ts'

const ACTOR: Actor = { userId: null, name: 'ada@example.org', client: null, country: null, requestId: null }

let app: TestServices
before(async () => {
  app = await createTestServices()
})
after(() => app.close())

const edit = (change: Partial<PageEdit> & { slug: string }) => app.services.cms.edit({ lang: 'en', ...change }, ACTOR)
const shown = async (slug: string) => (await app.services.cms.find(slug, ['en']))?.body

function refusedWith(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code
}

describe('editing a page', () => {
  it('saves drafts, publishes, keeps every revision, and can be undone', async () => {
    const { cms: pages } = app.services
    const slug = 'terms'
    const first = await edit({ slug, body: 'one' })
    assert.deepEqual(
      { status: first.status, hasDraft: first.hasDraft, version: first.version },
      { status: 'shipped', hasDraft: true, version: 1 },
    )
    // Fields that were not given stay as shipped.
    assert.equal(first.draft?.title, 'Terms of use')
    assert.match((await shown(slug)) ?? '', /free of charge/)

    const second = await edit({ slug, body: 'two', action: 'publish', version: 1 })
    assert.deepEqual(
      { status: second.status, hasDraft: second.hasDraft, revision: second.published?.revision },
      { status: 'published', hasDraft: false, revision: 2 },
    )
    assert.equal(await shown(slug), 'two')

    await edit({ slug, body: 'three' })
    assert.equal((await edit({ slug, action: 'discard' })).hasDraft, false)
    const restored = await edit({ slug, action: 'restore', revision: 1 })
    assert.deepEqual({ body: restored.draft?.body, revision: restored.draft?.revision }, { body: 'one', revision: 4 })
    assert.equal((await edit({ slug, action: 'publish' })).published?.body, 'one')
    assert.deepEqual(
      restored.revisions.map(({ revision }) => revision),
      [4, 3, 2, 1],
    )
    assert.equal((await pages.revision(slug, 'en', 3)).body, 'three')

    await edit({ slug, action: 'unpublish' })
    assert.equal(await shown(slug), undefined)
    await edit({ slug, action: 'publish' })
    assert.equal(await shown(slug), 'one')
    const reset = await edit({ slug, action: 'reset' })
    assert.deepEqual({ status: reset.status, hasDraft: reset.hasDraft }, { status: 'shipped', hasDraft: false })
    assert.match((await shown(slug)) ?? '', /free of charge/)
  })

  it('says when the default text has changed since, or may have, until that is reviewed', async () => {
    const { cms: pages } = app.services
    const slug = 'privacy'
    const stateNow = async () => (await pages.list()).find((page) => page.slug === slug && page.lang === 'en')?.defaultText
    const store = (text: object | null) =>
      app.database.pool.query(`update cms_page set default_text = $1 where slug = 'privacy'`, [text && JSON.stringify(text)])
    assert.equal(await stateNow(), 'current')
    assert.equal((await edit({ slug, body: 'Ours', action: 'publish' })).defaultText, 'current')
    const { rows } = await app.database.pool.query(`select default_text as text from cms_page where slug = 'privacy'`)
    assert.match(rows[0].text.body, /\{\{ operator \}\}/)

    // The release before had another one.
    const { title, description, body } = rows[0].text
    await store({ title, description, body: body.replace(/\n\n[^]*?\n\n/, '\n\n') })
    assert.equal(await stateNow(), 'changed')
    assert.equal((await edit({ slug, body: 'Ours, too' })).defaultText, 'changed', 'another edit does not hide it')
    const diff = await pages.compare(slug, 'en', 'former', 'shipped')
    assert.match(diff, /^\+/m)
    assert.doesNotMatch(diff, /^[-+].*\{\{/m)
    const reviewed = await edit({ slug, action: 'review' })
    assert.deepEqual(
      { defaultText: reviewed.defaultText, draftBody: reviewed.draft?.body, publishedBody: reviewed.published?.body },
      { defaultText: 'current', draftBody: 'Ours, too', publishedBody: 'Ours' },
    )

    await store(null)
    assert.equal(await stateNow(), 'unknown')
    await assert.rejects(pages.compare(slug, 'en', 'former', 'shipped'), refusedWith('not_found'))
    assert.equal((await edit({ slug, action: 'reset' })).defaultText, 'current')
    await assert.rejects(edit({ slug: 'ours', action: 'review' }), refusedWith('invalid_request'))
  })

  it('shows what differs', async () => {
    await edit({ slug: 'cookies', title: 'Cookies, or none', action: 'publish' })
    const diff = await app.services.cms.compare('cookies', 'en', 'shipped', 'published')
    assert.match(diff, /^-title: Cookies$/m)
    assert.match(diff, /^\+title: Cookies, or none$/m)
    await assert.rejects(app.services.cms.compare('cookies', 'en', 'draft', 'published'), refusedWith('not_found'))
    await assert.rejects(app.services.cms.compare('cookies', 'en', 77, 'published'), refusedWith('not_found'))
  })

  it('cleans HTML before it is stored', async () => {
    const page = await edit({ slug: 'api', format: 'html', body: '<p onclick="x()">ok</p><script>x()</script>', action: 'publish' })
    assert.equal(page.published?.body, '<p>ok</p>')
    assert.equal(page.published?.html, '<p>ok</p>')
  })

  for (const [what, change, message] of [
    ['nothing to save', { slug: 'about' }, 'body: there is nothing to save'],
    ['nothing to publish', { slug: 'about', action: 'publish' }, 'action: there is nothing to publish'],
    ['no draft to discard', { slug: 'about', action: 'discard' }, 'action: there is no draft'],
    ['an unknown revision', { slug: 'about', action: 'restore', revision: 9 }, 'revision: does not exist for this page'],
    ['no shipped text to reset to', { slug: 'nothing', action: 'reset' }, 'action: this page has no default text'],
    ['a new page without a title', { slug: 'nothing', body: 'x' }, 'title: is required'],
    ['an empty body', { slug: 'about', body: ' ' }, 'body: is required'],
  ] as const) {
    it(`refuses: ${what}`, async () => {
      await assert.rejects(edit(change), { code: 'invalid_request', message })
      // Nothing is half-written: the row created for it was rolled back.
      await assert.rejects(app.services.cms.detail('nothing', 'en'), refusedWith('not_found'))
    })
  }

  it('lets one of two simultaneous editors win and refuses the other', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((each) => edit({ slug: 'privacy', lang: 'de', body: `text ${each}`, version: 0 })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(refusedWith('conflict')(outcome.reason))
    assert.equal((await app.services.cms.detail('privacy', 'de')).revisions.length, 1)
  })

  it('queues many simultaneous edits without starving the pool', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, each) => edit({ slug: 'crowd', title: 'T', body: `text ${each}` })),
    )
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['fulfilled']))
    assert.equal((await app.services.cms.detail('crowd', 'en')).version, 40)
  })

  it('keeps a hundred revisions, and the published one', async () => {
    await edit({ slug: 'long', title: 'T', body: 'first', action: 'publish' })
    for (let round = 0; round < 105; round++) await edit({ slug: 'long', body: `draft ${round}` })
    const { rows } = await app.database.pool.query("select revision from cms_revision where slug = 'long' order by revision")
    assert.equal(rows.length, 101)
    assert.equal(rows[0].revision, 1)
    assert.equal(await shown('long'), 'first')
  })

  it('is audited with what changed', async () => {
    const { rows } = await app.database.pool.query("select * from admin_audit where object_id = 'terms/en' order by id")
    assert.deepEqual(
      rows.slice(0, 2).map(({ actor, action }) => [actor, action]),
      [
        ['ada@example.org', 'page.save'],
        ['ada@example.org', 'page.publish'],
      ],
    )
    assert.match(rows[0].before.body, /free of charge/)
    assert.equal(rows[0].after.body, 'one')
  })
})
