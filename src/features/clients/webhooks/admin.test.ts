import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { createWebhookClient } from './testing/client.ts'
import { startReceiver } from './testing/receiver.ts'

describe('webhooks in the back office', () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({ env: { WEBHOOKS_PRIVATE: 'on' } })
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())

  const list = async (path: string) => (await app.get(`/api/admin/${path}`, editor.headers)).body.items
  const change = (path: string, method: string, body?: object) =>
    send(app, `/api/admin/${path}`, { method, headers: editor.headers, ...(body === undefined ? {} : { body }) })

  /** What was recorded of an object: the action, and what was before and after. */
  async function audited(type: string, id: string) {
    const recorded = 'select action, before, after from admin_audit where object_type = $1 and object_id = $2 order by id'
    const { rows } = await app.database.pool.query(recorded, [type, id])
    return rows.map(({ action, before, after }) => [action, before, after])
  }

  it('are listed by key, without secrets, with what waits and what is dead', async () => {
    const [client, other] = [await createWebhookClient(app), await createWebhookClient(app)]
    const { id, secret } = await client.create('http://127.0.0.1:9/x', { name: 'Depot' })
    await other.create('http://127.0.0.1:9/y')
    await client.send('POST', `/${id}/test`)
    await until('the test has failed', async () => (await list(`webhooks?keyId=${client.key.id}`))[0].dead === 1)
    const [webhook, ...none] = await list(`webhooks?keyId=${client.key.id}`)
    assert.deepEqual(none, [])
    assert.ok(!JSON.stringify(webhook).includes(secret.slice(6)))
    const { keyName, name, url, enabled, waiting } = webhook
    assert.deepEqual(
      { keyName, name, url, enabled, waiting },
      { keyName: 'Test', name: 'Depot', url: 'http://127.0.0.1:9/x', enabled: true, waiting: 0 },
    )
    assert.equal((await list('webhooks?q=depot')).length, 1)
    assert.equal((await list('webhooks')).length, 2)
  })

  it('show viewers no more than the host of an address, in the audit log too, and no search reveals the rest', async () => {
    const client = await createWebhookClient(app)
    await client.create('http://127.0.0.1:9/hush-token?key=hush-key')
    const { headers } = await signIn(app, 'viewer')
    const text = async (path: string) => (await app.get(`/api/admin/${path}`, headers)).text
    assert.match(await text('webhooks'), /"url":"http:\/\/127\.0\.0\.1:9\/•••"/)
    for (const path of [
      'webhooks',
      'webhooks?format=csv',
      'webhooks?q=hush',
      'webhook-deliveries',
      'audit',
      'audit?format=csv',
      'client-keys',
    ])
      assert.doesNotMatch(await text(path), /hush/, path)
    assert.equal(JSON.parse(await text('webhooks?q=hush')).total, 0)
    assert.equal((await list('webhooks?q=hush-token')).length, 1)
  })

  it('are switched off, which their clients cannot undo, and on again; both are audited', async () => {
    const client = await createWebhookClient(app)
    const { id } = await client.create('http://127.0.0.1:9/x')
    assert.deepEqual((await change(`webhooks/${id}`, 'PATCH', { enabled: false })).body, { id, enabled: false })
    assert.equal((await client.send('GET', `/${id}`)).body.webhook.disabledBy, 'operator')
    assert.equal((await client.send('PATCH', `/${id}`, { enabled: true })).status, 403)
    assert.equal((await list('webhooks?enabled=false')).length, 1)
    await change(`webhooks/${id}`, 'PATCH', { enabled: true })
    assert.equal((await client.send('GET', `/${id}`)).body.webhook.enabled, true)
    assert.deepEqual(await audited('webhook', id), [
      ['webhook.update', { enabled: true, disabledBy: null }, { enabled: false, disabledBy: 'operator' }],
      ['webhook.update', { enabled: false, disabledBy: 'operator' }, { enabled: true, disabledBy: null }],
    ])
  })

  it('have deliveries, of which dead ones are replayed', async () => {
    let status = 500
    const receiver = await startReceiver(() => ({ status }))
    const client = await createWebhookClient(app)
    const { id } = await client.create(receiver.url)
    await client.send('POST', `/${id}/test`)
    await until('it is dead', async () => (await list(`webhook-deliveries?webhookId=${id}&state=dead`)).length === 1)
    const [delivery] = await list(`webhook-deliveries?webhookId=${id}`)
    assert.deepEqual(
      { type: delivery.type, lastStatus: delivery.lastStatus, lastError: delivery.lastError },
      { type: 'webhook.test', lastStatus: 500, lastError: 'The receiver answered 500' },
    )
    status = 204
    const replay = () => change(`webhook-deliveries/${delivery.id}/replay`, 'POST')
    assert.equal((await replay()).body.delivery.state, 'waiting')
    await until('it has arrived', async () => (await list(`webhook-deliveries?webhookId=${id}`))[0].state === 'delivered')
    assert.equal((await replay()).status, 409)
    assert.equal(receiver.received.length, 2)
    assert.deepEqual(await audited('webhook-delivery', delivery.id), [['webhook-delivery.replay', { state: 'dead' }, { state: 'waiting' }]])
  })
})
