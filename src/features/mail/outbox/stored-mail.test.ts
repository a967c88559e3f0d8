import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { SAMPLE_TOKEN } from '../templates/index.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let owner: SignedIn
let editor: SignedIn
before(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'subscriptions=0', SUBSCRIPTION_CONFIRMATION: 'off' } })
  owner = await signIn(app, 'owner')
  editor = await signIn(app, 'editor')
})
after(() => app.close())

const message = (id: string, by = editor) => app.get(`/api/admin/outbox/${id}/message`, by.headers)
const mailOf = async (template: string) =>
  (await app.database.pool.query('select id, unsubscribe_token from mail_outbox where template = $1', [template])).rows[0]

it('200: a mail with a link that acts, whose link acts for nobody here; a later edit of its template is named', async () => {
  const invited = await send(app, '/api/admin/users/invite', {
    headers: owner.headers,
    body: { email: 'zoe@example.org', role: 'viewer', displayName: 'Zoë', lang: 'en' },
  })
  assert.equal(invited.status, 201, invited.text)
  const { id } = await mailOf('invite')
  const { status, body } = await message(id)
  assert.equal(status, 200)
  assert.match(body.message.text, new RegExp(`/invite/${SAMPLE_TOKEN}`))
  assert.match(body.message.html, new RegExp(`/invite/${SAMPLE_TOKEN}`))
  assert.equal(body.message.editedAt, null)
  app.clock.advance({ minutes: 1 })
  const edited = { id: 'invite', subject: 'Come to {{ service }}' }
  assert.equal((await send(app, '/api/admin/email-templates', { headers: owner.headers, body: edited })).status, 201)
  const later = (await message(id)).body.message
  assert.deepEqual(
    { subject: later.subject, editedAt: later.editedAt },
    { subject: 'Come to Isobar', editedAt: new Date(app.clock.now()).toISOString().replace('.000Z', 'Z') },
  )
})

it('200: a mail to a subscriber, without the token that ends the subscription', async () => {
  const subscriber = { clientId: 'client-1', email: 'ada@example.org', type: 'newsletter', lang: 'en' }
  assert.equal((await send(app, '/api/subscriptions', { body: subscriber })).status, 201)
  const news = { audience: { type: 'newsletter' }, subject: 'News', body: 'Hello **there**' }
  assert.equal((await send(app, '/api/admin/email/compose', { headers: editor.headers, body: news })).status, 202)
  await until('it is queued', async () => (await mailOf('message')) !== undefined)
  const { id, unsubscribe_token: token } = await mailOf('message')
  const { text } = await message(id)
  assert.ok(text.includes(SAMPLE_TOKEN) && !text.includes(token))
})

it('400, 403 and 404', async () => {
  const viewer = await signIn(app, 'viewer')
  assert.deepEqual([(await message('x')).status, (await message(UNKNOWN, viewer)).status, (await message(UNKNOWN)).status], [400, 403, 404])
})
