import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { BERLIN, JSON_WANTED, querySubscriptionRows, sendAsClient, postSubscription, readMailToken, UNLIMITED } from './testing/client.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({
    env: { ...UNLIMITED, SUBSCRIPTION_CONFIRMATION: 'on', LOG_LEVEL: 'trace', METRICS_TOKEN: 'metrics-token-0123456789' },
  })
})
after(() => app.close())

it('no log line or metric contains a clientId, an address or a token, even if the database fails', async () => {
  const clientId = 'planted-client-3f2a'
  const { subscription } = (await postSubscription(app, { clientId, email: 'planted-address@example.org' })).body
  const [mail] = await querySubscriptionRows(app, 'select data from mail_outbox')
  const token = readMailToken(app, mail.data)
  const planted = [clientId, 'planted-address', subscription.unsubscribe_token, token]
  const visit = async (): Promise<string[]> => {
    const seen = []
    for (const [method, path, body] of [
      ['GET', `/api/subscriptions?clientId=${clientId}`],
      ['POST', '/api/subscriptions', { clientId, email: 'planted-address@example.org', type: 'newsletter' }],
      ['PATCH', '/api/subscriptions', { clientId, id: subscription.id, alertPrefs: { fog: true } }],
      ['DELETE', '/api/subscriptions', { clientId, ...BERLIN, types: ['city_alerts'] }],
      ['GET', `/api/subscriptions/confirm?token=${token}`],
      ['POST', `/api/subscriptions/confirm?token=${token}`],
      ['GET', `/preferences?token=${subscription.unsubscribe_token}`],
      ['GET', `/api/unsubscribe?token=${subscription.unsubscribe_token}&scope=all`],
      ['HEAD', `/api/unsubscribe?token=${subscription.unsubscribe_token}`],
    ] as const) {
      const { status } = await sendAsClient(app, method, path, body, JSON_WANTED)
      seen.push(`${method} ${status}`)
    }
    return seen
  }
  assert.ok((await visit()).every((line) => /200|201|405/.test(line)))
  await app.database.pool.query('alter table subscription rename to subscription_away')
  assert.ok((await visit()).some((line) => line.endsWith('500')))
  await app.database.pool.query('alter table subscription_away rename to subscription')
  const metrics = await app.get('/api/metrics', { authorization: 'Bearer metrics-token-0123456789' })
  assert.match(metrics.text, /\/api\/unsubscribe/)
  const output = app.logLines.join('') + metrics.text
  assert.match(output, /"route":"\/api\/unsubscribe"/)
  for (const secret of planted) assert.ok(!output.includes(secret), secret)
})
