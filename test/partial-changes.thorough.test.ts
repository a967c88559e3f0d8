import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createWebhookClient } from '../src/features/clients/webhooks/testing/client.ts'
import { postSubscription } from '../src/features/subscribers/subscriptions/testing/client.ts'
import { send, signIn, type SignedIn } from './helpers/admin.ts'
import { createTestApp, type TestAnswer, type TestApp } from './helpers/app.ts'

const MJML = '<mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section>'

type Body = Record<string, unknown>

/** Something whose fields can be changed one by one. */
interface Changeable {
  readonly ask: (body: Body) => Promise<TestAnswer>
  /** Where an answer shows it. */
  readonly of: (answer: TestAnswer) => Body
  /** A change that shows what there is. */
  readonly first: Body
  /** A new value for each field. */
  readonly changes: Body
  /** What each change must say besides. */
  readonly also?: Body
  /** What follows from a change of a field. */
  readonly follows?: Readonly<Record<string, readonly string[]>>
}

/** What every change changes. */
const ALWAYS = ['version', 'updatedAt', 'updatedBy', 'revision', 'createdAt']

describe('PATCH of one field changes no other', () => {
  let app: TestApp
  let owner: SignedIn
  before(async () => {
    app = await createTestApp()
    owner = await signIn(app, 'owner')
  })
  after(() => app.close())

  const at = (path: string) => (body: Body) => send(app, `/api/admin/${path}`, { method: 'PATCH', headers: owner.headers, body })

  const CASES: Record<string, () => Promise<Changeable>> = {
    'a webhook': async () => {
      const client = await createWebhookClient(app)
      const { id } = await client.create('https://93.184.216.34/hook', { alertPrefs: { rain: true } })
      const follows = { enabled: ['disabledAt', 'disabledBy'] }
      const changes = {
        url: 'https://93.184.216.34/new',
        name: 'Depot',
        alertPrefs: { snow: true },
        lang: 'fr',
        timezone: 'UTC',
        enabled: false,
      }
      return { ask: (body) => client.send('PATCH', `/${id}`, body), of: ({ body }) => body.webhook, first: { name: 'A' }, changes, follows }
    },
    'a draft of a message': async () => {
      const draft = { subject: 'A', body: 'B', audience: { types: ['newsletter'] } }
      const { body } = await send(app, '/api/admin/email/drafts', { headers: owner.headers, body: draft })
      const changes = { subject: 'News', body: 'Text', audience: { types: ['city_alerts'], languages: ['de'] } }
      return { ask: at(`email/drafts/${body.draft.id}`), of: ({ body: { draft: found } }) => found, first: { subject: 'A' }, changes }
    },
    'a client key': async () => {
      const terms = { name: 'Kitchen', scopes: ['weather'], origins: ['https://a.example'], perDay: 7 }
      const { body } = await send(app, '/api/admin/client-keys', { headers: owner.headers, body: terms })
      return {
        ask: at(`client-keys/${body.key.id}`),
        of: (answer) => answer.body.key,
        first: { perDay: 8 },
        changes: {
          name: 'Attic',
          scopes: ['history'],
          origins: ['https://b.example'],
          perMinute: 5,
          perDay: null,
          perMonth: 70,
          expiresAt: '2027-01-01T00:00:00Z',
          disabled: true,
        },
        follows: { disabled: ['state'] },
      }
    },
    'a subscription': async () => {
      const { body } = await postSubscription(app, { type: 'city_alerts' })
      return {
        ask: at('subscriptions'),
        of: (answer) => answer.body.subscription,
        also: { id: body.subscription.id },
        first: { cityName: 'Havel' },
        changes: { cityName: 'Spree', alertPrefs: { snow: true }, lang: 'fr', units: 'imperial', timezone: 'UTC', active: false },
        follows: { lang: ['mailLang'], active: ['deactivatedAt', 'deactivatedBy'] },
      }
    },
    'a user': async () => {
      const { id } = await signIn(app, 'viewer')
      const changes = { displayName: 'Ada', role: 'editor', disabled: true }
      return {
        ask: at(`users/${id}`),
        of: ({ body }) => body.user,
        first: { displayName: 'A' },
        changes,
        follows: { disabled: ['status'] },
      }
    },
    'a page': async () => ({
      ask: at('cms-pages'),
      of: ({ body }) => body.draft,
      also: { slug: 'about', lang: 'en' },
      first: { title: 'Us' },
      changes: { title: 'We', description: 'Who we are', indexable: false, body: 'Hello' },
      follows: { body: ['html'] },
    }),
    'a template of mails': async () => ({
      ask: at('email-templates'),
      of: ({ body }) => body.template.sources,
      also: { id: 'weekly-digest' },
      first: { subject: 'A' },
      changes: { subject: 'Hello', text: 'Hello', mjml: MJML },
    }),
    settings: async () => ({
      ask: at('config'),
      of: ({ body }) => body.settings,
      first: { siteName: 'A' },
      changes: { siteName: 'Nimbus', digestHourUtc: 3, retentionDays: 99, embeds: 'off', clientKeys: 'required', mailPerSecond: 7 },
    }),
  }

  for (const [name, make] of Object.entries(CASES))
    it(name, async () => {
      const { ask, of, first, changes, also = {}, follows = {} } = await make()
      let known = of(await ask({ ...also, ...first }))
      for (const [field, value] of Object.entries(changes)) {
        app.clock.advance({ seconds: 1 })
        const answer = await ask({ ...also, [field]: value })
        assert.equal(answer.status, 200, `${field}: ${answer.text}`)
        const changed = of(answer)
        const differs = Object.keys(changed).filter((key) => JSON.stringify(changed[key]) !== JSON.stringify(known[key]))
        const allowed = new Set([field, ...ALWAYS, ...(follows[field] ?? [])])
        assert.ok(differs.includes(field), `${field} is as it was`)
        assert.deepEqual(
          differs.filter((key) => !allowed.has(key)),
          [],
          `with ${field}`,
        )
        known = changed
      }
    })
})
