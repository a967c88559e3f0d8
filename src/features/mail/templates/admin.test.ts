import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'

const PATH = '/api/admin/email-templates'

describe(PATH, () => {
  let app: TestApp
  let owner: SignedIn
  before(async () => {
    app = await createTestApp()
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())
  beforeEach(() => truncate(app.database.pool, 'email_template'))

  const get = (path = '') => app.get(PATH + path, owner.headers)
  const post = (body: object, path = '') => send(app, PATH + path, { headers: owner.headers, body })
  const patch = (body: object) => send(app, PATH, { method: 'PATCH', headers: owner.headers, body })
  const details = ({ body }: { body: { details: { path: string; message: string }[] } }) => body.details

  it('GET 200: lists all kinds of mails, and shows each as shipped', async () => {
    const { body } = await get()
    assert.ok(body.total >= 6 && body.items.every(({ edited, version }: { edited: boolean; version: number }) => !edited && version === 0))
    const kinds = new Map(body.items.map(({ id, ...item }: { id: string; ownerOnly: boolean; unsubscribable: boolean }) => [id, item]))
    const shown = ['weekly-digest', 'invite'].map((id) => kinds.get(id) as { ownerOnly: boolean; unsubscribable: boolean })
    assert.deepEqual(
      shown.map(({ ownerOnly, unsubscribable }) => [ownerOnly, unsubscribable]),
      [
        [false, true],
        [true, false],
      ],
    )
    const page = (await get('?limit=2&sort=-id')).body
    const next = (await get(`?limit=200&sort=-id&cursor=${page.nextCursor}`)).body
    assert.equal(page.items.length + next.items.length, body.total)
    const { template, preview } = (await get('/invite')).body
    assert.deepEqual(template.sources, template.shipped)
    assert.equal(preview.subject, 'Your invitation to Isobar')
    assert.ok(preview.html.startsWith('<!doctype html>') && preview.text.length > 100)
    assert.match((await get('?format=csv')).text, /^id,description,/)
  })

  it('POST 201, then 409; PATCH changes a part; reset restores the shipped one; versions never repeat', async () => {
    const made = await post({ id: 'invite', subject: 'One {{ service }}' })
    assert.deepEqual(
      { status: made.status, subject: made.body.preview.subject, edited: made.body.template.edited },
      { status: 201, subject: 'One Isobar', edited: true },
    )
    assert.equal((await post({ id: 'invite', subject: 'Two' })).status, 409)
    const changed = await patch({ id: 'invite', version: made.body.template.version, text: 'Hello {{ hello }}' })
    assert.deepEqual({ status: changed.status, subject: changed.body.preview.subject }, { status: 200, subject: 'One Isobar' })
    assert.match(changed.body.preview.text, /Hello Hello/)
    assert.equal((await patch({ id: 'invite', version: made.body.template.version, subject: 'Stale' })).status, 409)
    assert.equal((await post({ version: 1 }, '/invite/reset')).status, 409)
    assert.equal((await post({ version: -1 }, '/invite/reset')).status, 400)
    const reset = await post({}, '/invite/reset')
    assert.deepEqual(
      { status: reset.status, edited: reset.body.template.edited, version: reset.body.template.version },
      { status: 200, edited: false, version: 0 },
    )
    const again = await post({ id: 'invite', subject: 'Three' })
    assert.ok(again.body.template.version > changed.body.template.version)
    const { items } = (await app.get('/api/admin/audit?objectType=template&limit=4', owner.headers)).body
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['template.update', 'template.reset', 'template.update', 'template.update'],
    )
    assert.equal(items[2].after.subject, undefined)
    assert.equal(items[2].after.text, 'Hello {{ hello }}')
  })

  it('PATCH without a change leaves everything as it is; reset needs no body', async () => {
    const made = await post({ id: 'message', subject: 'One' })
    const same = await patch({ id: 'message', subject: 'One' })
    assert.deepEqual({ status: same.status, version: same.body.template.version }, { status: 200, version: made.body.template.version })
    const reset = await fetch(`${app.url}${PATH}/message/reset`, { method: 'POST', headers: owner.headers })
    assert.equal(reset.status, 200)
    const { items } = (await app.get('/api/admin/audit?objectType=template&limit=2', owner.headers)).body
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['template.reset', 'template.update'],
    )
    // One field was changed, not all three.
    assert.deepEqual(Object.keys(items[1].after), ['subject'])
    assert.notEqual(items[1].before.subject, null)
  })

  it('403 for editors if the mail concerns an account', async () => {
    const editor = await signIn(app, 'editor')
    const asEditor = (path: string, body: object, method = 'POST') => send(app, PATH + path, { method, headers: editor.headers, body })
    for (const id of ['invite', 'reset-password']) {
      const answers = await Promise.all([
        asEditor('', { id, subject: 'x' }),
        asEditor('', { id, subject: 'x' }, 'PATCH'),
        asEditor(`/${id}/reset`, {}),
        asEditor(`/${id}/preview`, { subject: 'x' }),
        send(app, '/api/admin/email/test', { headers: editor.headers, body: { to: 'a@example.org', template: id } }),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [403, 403, 403, 403, 403],
      )
      assert.equal((await asEditor(`/${id}/preview`, {})).status, 200)
    }
    assert.equal((await asEditor('', { id: 'message', subject: 'x' })).status, 201)
  })

  it('preview for viewers: 200 for saved sources, 403 for their own', async () => {
    const viewer = await signIn(app, 'viewer')
    const preview = (body: object) => send(app, `${PATH}/invite/preview`, { headers: viewer.headers, body })
    assert.equal((await preview({ lang: 'de' })).status, 200)
    assert.equal((await preview({ subject: 'Own' })).status, 403)
  })

  it('400 for sources that nest or run without end, and the service goes on', async () => {
    const nested = await post({ id: 'invite', mjml: '<mj-section>'.repeat(5_000) + '</mj-section>'.repeat(5_000) })
    assert.match(details(nested)[0]?.message ?? '', /^line 1: <mj-section> is nested more than 60 levels deep/)
    const endless = await post({
      id: 'weekly-digest',
      text: '{% for i in (1..600) %}{% for j in (1..700) %}{% assign a = i | times: 2 | plus: 1 | minus: 3 | times: 5 | plus: i %}{% endfor %}{% endfor %}',
    })
    assert.match(details(endless)[0]?.message ?? '', /takes too long|limit exceeded/)
    assert.equal((await get('/invite')).body.preview.subject.length > 0, true)
  })

  it('400 names the faulty line, and nothing is saved', async () => {
    const mjml = '<mj-section><mj-column>\n<mj-text>{{ hello }}</mj-text>\n<mj-text>{{ nothing }}</mj-text>\n</mj-column></mj-section>'
    const unknown = await post({ id: 'invite', mjml })
    assert.deepEqual({ status: unknown.status, path: details(unknown)[0]?.path }, { status: 400, path: 'mjml' })
    assert.match(details(unknown)[0]?.message ?? '', /^line 3: /)
    const unclosed = await post({ id: 'invite', mjml: '<mj-section>\n<mj-column>\n</mj-section>', text: 'a\n{% if %}' })
    assert.deepEqual(
      details(unclosed).map(({ path, message }) => `${path} ${message.slice(0, 7)}`),
      ['mjml line 2:', 'text line 2:'],
    )
    assert.equal((await post({ subject: '{{ nothing }}' }, '/invite/preview')).status, 400)
    assert.equal((await app.database.pool.query('select from email_template')).rowCount, 0)
  })

  it('one of two simultaneous saves wins', async () => {
    const answers = await Promise.all(['A', 'B'].map((subject) => patch({ id: 'invite', version: 0, subject })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  })

  it('preview 200: unsaved sources, another language and sample; 400 for an unknown sample, 404 for an unknown template', async () => {
    const { body } = await post({ subject: 'Hallo {{ service }}', lang: 'de', sample: 'by-nobody' }, '/invite/preview')
    assert.equal(body.preview.subject, 'Hallo Isobar')
    assert.match(body.preview.html, /lang="de"/)
    const unknown = await post({ sample: 'none' }, '/invite/preview')
    assert.equal(unknown.status, 400)
    assert.match(unknown.body.message, /^sample must be one of .*by-nobody/)
    assert.equal((await post({}, '/none/preview')).status, 404)
    assert.equal((await post({ id: 'none', subject: 'x' })).status, 404)
  })
})
