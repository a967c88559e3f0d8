import { postmarkBounce } from '../../src/features/mail/bounces/testing/samples.ts'
import { until } from '../../test/helpers/until.ts'
import { recordAnswer, recordOutcome, type Target } from './record.ts'
import { OWNER } from './stand-ins.ts'
import { type Answer, PATIENCE_MS, type Sent } from './visitor.ts'

const PLACE = { lat: 52.52, lon: 13.41, name: 'Berlin' }
const SECRET = 'exercise-secret-0123456789'

/** What a service does behind an answer, up to where it arrives. */
export async function exerciseActions({ visitor, standIns, record }: Target): Promise<void> {
  const { smtp, push, receiver, collector } = standIns
  const own = (method: string, path: string, sent: Sent = {}): Promise<Answer> => visitor.ask(method, path, { ...sent, isOwner: true })
  const add = (name: string, answer: Answer): Answer => {
    record(recordAnswer('action', name, answer, answer.status < 400 ? null : 'refused'))
    return answer
  }
  const expect = (name: string, outcome: string, expected: string) => record(recordOutcome('action', name, 200, outcome, expected))

  const message = { subject: 'News', body: 'There is **news**: [a link](https://example.org/), a list:\n\n- one\n- two' }
  add('preview of a message', await own('POST', '/api/admin/email/preview', { body: message }))
  add('message to an address', await own('POST', '/api/admin/email/compose', { body: { ...message, to: 'message@example.org' } }))
  await until('the message has arrived', () => smtp.mails.some(({ to }) => to === 'message@example.org'), PATIENCE_MS)

  add('preview of a page', await own('POST', '/api/admin/cms-pages/preview', { body: { format: 'markdown', body: message.body } }))
  const edited = { slug: 'about', lang: 'en', title: 'About us', body: message.body, action: 'publish' }
  add('page that is edited', await own('PATCH', '/api/admin/cms-pages', { body: edited }))
  add('what an edited page changes', await own('GET', '/api/admin/cms-pages/about/diff?from=shipped&to=published&lang=en'))
  add('edited page', await visitor.ask('GET', '/pages/about', { headers: { accept: 'text/html' } }))

  add('backup', await own('POST', '/api/admin/backups'))
  const backups = async () => (await own('GET', '/api/admin/backups')).body
  await until('there is a backup', async () => ((b) => b.items.length > 0 && b.running.length === 0)(await backups()), PATIENCE_MS)
  const { file } = (await backups()).items[0]
  const { body: permit } = add(
    'ticket of a backup',
    await own('POST', `/api/admin/backups/${file}/ticket`, { body: { currentPassword: OWNER.ADMIN_PASSWORD } }),
  )
  const downloaded = add('download of a backup', await own('GET', `/api/admin/backups/${file}?ticket=${encodeURIComponent(permit.ticket)}`))
  expect('size of a backup', downloaded.text.length > 10_000 ? 'more than 10 kB' : String(downloaded.text.length), 'more than 10 kB')
  add('test of a backup', await own('POST', '/api/admin/backups/test'))
  await until('a backup was tested', async () => (await backups()).lastTest !== null, PATIENCE_MS)
  expect(
    'outcome of the test of a backup',
    JSON.stringify((({ ok, error }) => ({ ok, error }))((await backups()).lastTest)),
    '{"ok":true,"error":null}',
  )

  const events = { id: 'mail-events', settings: { service: 'postmark', secret: SECRET } }
  add('service that reports bounces', await own('PATCH', '/api/admin/connections', { body: events }))
  const authorization = `Basic ${Buffer.from(`isobar:${SECRET}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  add(
    'bounce',
    await visitor.ask('POST', '/api/mail-events/postmark', {
      headers,
      body: JSON.stringify({ ...postmarkBounce, Email: 'message@example.org' }),
    }),
  )
  const suppressed = add('suppressed addresses', await own('GET', '/api/admin/suppressions')).body.items as { reason: string }[]
  expect('bounced address', suppressed.map(({ reason }) => reason).join(), 'hard_bounce')
  // Nobody listens there: what reads mailboxes is loaded, and says so.
  const mailbox = { host: '127.0.0.1', port: 1, security: 'none', user: 'bounces', password: SECRET }
  const read = add(
    'mailbox of bounces',
    await own('PATCH', '/api/admin/connections', { body: { id: 'bounce-mailbox', settings: mailbox, check: true } }),
  )
  expect('check of a mailbox', /refused/i.test(read.body.message) ? 'refused' : read.body.message, 'refused')

  const picture = add('picture of a place for links', await visitor.ask('GET', '/share/berlin-52.52,13.41.png'))
  expect('size of a picture', picture.text.length > 5_000 ? 'more than 5 kB' : String(picture.text.length), 'more than 5 kB')

  const { publicKey } = add('key for notifications', await visitor.ask('GET', '/api/push')).body
  const clientId = '5f1d7c0e-93f1-4c34-8f9b-8a1a2f6f0f3d'
  const watch = { clientId, subscription: push.subscribe(publicKey), ...PLACE }
  add('place of which a browser is notified', await visitor.ask('PUT', '/api/push/watches', { body: watch }))
  const sent = add('notification', await visitor.ask('POST', '/api/push/test', { body: { clientId } }))
  expect('notification at the push service', `${sent.body.outcome}, ${push.received.length}`, 'sent, 1')

  const keyed = await own('POST', '/api/admin/client-keys', { body: { name: 'Hooks', scopes: ['weather', 'webhooks'] } })
  const key = { 'x-api-key': keyed.body.secret as string }
  const hook = add('webhook', await visitor.ask('POST', '/api/webhooks', { headers: key, body: { ...PLACE, url: receiver.url } }))
  add('message to a webhook', await visitor.ask('POST', `/api/webhooks/${hook.body.webhook.id}/test`, { headers: key }))
  await until('the webhook was called', () => receiver.received.length > 0, PATIENCE_MS)

  const start = add('sign-in to the ad program', await own('GET', '/api/admin/adprogram/oauth/start'))
  const consent = await (await fetch(start.headers.get('location') ?? '')).text()
  const allow = new URL((/id="allow" href="([^"]+)/.exec(consent)?.[1] ?? '').replaceAll('&amp;', '&'))
  add('return from the ad program', await own('GET', allow.pathname + allow.search))
  add('earnings', await own('POST', '/api/admin/adprogram/sync'))

  add('key of the mail service', await own('PATCH', '/api/admin/email-key', { body: { key: 're_3f8Kq1ZbWm7Xd5Lp_1f2e' } }))
  const synced = add('contacts and suppressions', await own('POST', '/api/admin/email/sync'))
  expect('outcome of a synchronisation', synced.body.status, 'completed')

  await until('traces have arrived', () => collector.received.length > 0, PATIENCE_MS)
}
