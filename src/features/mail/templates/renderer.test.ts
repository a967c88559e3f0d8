import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTestDatabase } from '../../../../test/helpers/database.ts'
import type { MailToRender } from './mail.ts'
import { createMailRenderer } from './renderer.ts'
import { checkTemplate } from './samples.ts'
import { createTemplateSandbox } from './sandbox.ts'
import { createTemplateStore } from './store.ts'
import type { TemplateTables } from './tables.ts'
import type { MailTemplate } from './template.ts'

const template: MailTemplate<{ name: string }> = {
  id: 'greeting',
  description: 'For this test.',
  unsubscribable: true,
  subject: 'Shipped for {{ name }}',
  mjml: '<mj-section><mj-column><mj-text>{{ name }}</mj-text></mj-column></mj-section>',
  text: '{{ name }}',
  view: ({ name }) => ({ name, preheader: '', reason: '', credits: [], simulated: false, zone: null }),
  samples: [{ id: 'one', data: { name: 'Ada' }, parts: new Map(), timezone: 'UTC' }],
}
const mail: MailToRender = {
  id: '00000000-0000-4000-8000-000000000001',
  template: 'greeting',
  kind: 'message',
  lang: 'de',
  units: 'metric',
  timezone: 'Europe/Berlin',
  data: { name: 'Ada' },
  parts: new Map(),
  unsubscribe: { token: 'abc', scope: 'all' },
}
const sandbox = createTemplateSandbox()
const service = { publicUrl: new URL('https://weather.example'), service: 'Service', sandbox }
const onError = (error: unknown): void => {
  throw error
}
after(() => sandbox.close())

const UNCHANGING = { watch: () => undefined }

describe('the renderer', () => {
  it('uses a stored template once it knows of it, and the shipped one if the stored one fails', async (t) => {
    const database = await createTestDatabase<TemplateTables>()
    t.after(() => database.drop())
    const db = database.kysely
    const fallbacks: string[] = []
    const watchers: (() => Promise<void>)[] = []
    const announce = () => Promise.all(watchers.map((reread) => reread()))
    const { render } = createMailRenderer({
      templates: [template],
      store: createTemplateStore(db),
      ...service,
      changes: { watch: (_, reread) => void watchers.push(reread) },
      onError,
      onFallback: (error, { id, version }) => fallbacks.push(`${id} ${version}: ${(error as Error).message}`),
    })
    const subjectAfter = async (sources: { subject: string; mjml?: string }, version: number): Promise<string> => {
      const { subject, mjml = template.mjml } = sources
      const row = { id: 'greeting', subject, mjml, body_text: 'Stored: {{ name }}', version, updated_at: new Date(0) }
      await db
        .insertInto('email_template')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      await announce()
      return (await render(mail)).subject
    }

    assert.equal((await render(mail)).subject, 'Shipped for Ada')
    assert.equal(await subjectAfter({ subject: 'Stored for {{ name }}' }, 1), 'Stored for Ada')
    assert.match((await render(mail)).text, /^Stored: Ada\n/)
    assert.equal(await subjectAfter({ subject: 'Stored', mjml: '<mj-section>' }, 2), 'Shipped for Ada')
    assert.equal(await subjectAfter({ subject: '{{ nome }}' }, 3), 'Shipped for Ada')
    assert.equal((await render(mail)).subject, 'Shipped for Ada')
    assert.deepEqual(fallbacks, [
      'greeting 2: mjml, line 1: <mj-section> is not closed.',
      'greeting 3: subject, line 1: undefined variable: nome',
    ])
    assert.equal(await subjectAfter({ subject: 'Repaired' }, 4), 'Repaired')
    // Even a cache key shared by all readers must not show one reader’s text to another.
    assert.equal(await subjectAfter({ subject: `{% cache 'all' %}{{ name }}{% endcache %}` }, 5), 'Ada')
    assert.equal((await render({ ...mail, data: { name: 'Grace' } })).subject, 'Grace')
    await db.deleteFrom('email_template').execute()
    await announce()
    assert.equal((await render(mail)).subject, 'Shipped for Ada')
  })

  const shipped = createMailRenderer({
    templates: [template],
    store: { listTemplates: async () => [] },
    ...service,
    changes: UNCHANGING,
    onError,
    onFallback: (error) => {
      throw error
    },
  })

  it('links to the unsubscribe page, in the language of the mail', async () => {
    const { text, html } = await shipped.render(mail)
    assert.match(text, /Abbestellen: https:\/\/weather\.example\/unsubscribe\?token=abc&scope=all\n/)
    assert.ok(html.includes('href="https://weather.example/unsubscribe?token=abc&amp;scope=all"'))
    assert.ok(!(await shipped.render({ ...mail, unsubscribe: null })).text.includes('Abbestellen'))
  })

  it('refuses an unregistered kind of mail', async () => {
    await assert.rejects(async () => shipped.render({ ...mail, template: 'other' }), /There is no mail template 'other'/)
  })

  it('queries the store again after it failed', async () => {
    let failing = true
    const { render } = createMailRenderer({
      templates: [template],
      store: {
        listTemplates: async () => {
          if (failing) throw new Error('no database')
          return []
        },
      },
      ...service,
      changes: UNCHANGING,
      onError: () => undefined,
      onFallback: () => undefined,
    })
    await assert.rejects(async () => render(mail), /no database/)
    failing = false
    assert.equal((await render(mail)).subject, 'Shipped for Ada')
  })
})

describe('checkTemplate', () => {
  it('previews valid sources', async () => {
    const check = await checkTemplate(template, { ...template, subject: 'Hello {{ name }}' }, service)
    assert.ok(check.ok)
    assert.equal(check.preview.subject, 'Hello Ada')
  })

  it('lists the errors, by part and line', async () => {
    const check = await checkTemplate(template, { ...template, subject: '{% if %}', text: 'a\n{{ nome }' }, service)
    assert.ok(!check.ok)
    assert.deepEqual(
      check.errors.map(({ part, line }) => `${part} ${line}`),
      ['subject 1', 'text 2'],
    )
    const late = await checkTemplate(template, { ...template, text: 'a\nb\n{{ nome }}' }, service)
    assert.deepEqual(late, { ok: false, errors: [{ part: 'text', line: 3, message: 'undefined variable: nome' }] })
  })
})
