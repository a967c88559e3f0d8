import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import { HOUR_MS } from '../../../time.ts'
import { insertMessages } from './message-store.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

describe('notifications in the back office', () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({ env: PUSH_ENV })
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())

  const list = async (path: string) => (await app.get(`/api/admin/${path}`, editor.headers)).body.items

  it('are listed with their devices, without endpoints; a device is forgotten with all of it, and that is audited', async () => {
    const service = await startPushService(() => ({ status: 503 }))
    const [browser, other] = [await pushBrowser(app, service), await pushBrowser(app, service)]
    await browser.watch()
    await browser.watch({ lat: 59.91, lon: 10.75, name: 'Oslo' })
    await other.watch({ lat: 41.89, lon: 12.48, name: 'Rome' })
    const [device, ...none] = await list('push-devices?q=oslo')
    assert.deepEqual(none, [])
    assert.deepEqual(
      { places: device.places, service: device.service, lang: device.lang },
      { places: ['Berlin', 'Oslo'], service: '127.0.0.1', lang: 'en' },
    )
    assert.ok(!JSON.stringify(device).includes('/push/'))
    assert.equal((await list('push-devices?q=127.0')).length, 2)

    const { rows } = await app.database.pool.query(`select id from push_watch where name = 'Oslo'`)
    const notice = { title: 'Storm', body: 'Now', url: '/', lang: 'en', dir: 'ltr' } as const
    const message = { tag: '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10', notice, urgency: 'high', expiresAt: app.clock.now() + HOUR_MS } as const
    await insertMessages(app.services.storage.database.kysely, rows[0].id, [message], app.clock.now())
    app.services.push.wake()
    await until('it was tried', async () => (await list('push-messages?state=waiting'))[0]?.attempts === 1)
    const [shown] = await list(`push-messages?deviceId=${device.id}&q=storm`)
    const { place, title, body, urgency, state, lastStatus, lastError, settledAt } = shown
    assert.deepEqual(
      { place, title, body, urgency, state, lastStatus, lastError, settledAt },
      {
        place: 'Oslo',
        title: 'Storm',
        body: 'Now',
        urgency: 'high',
        state: 'waiting',
        lastStatus: 503,
        lastError: 'The push service answered 503',
        settledAt: null,
      },
    )
    assert.equal((await list('push-messages?state=sent')).length, 0)

    const test = () => send(app, `/api/admin/push-devices/${device.id}/test`, { method: 'POST', headers: editor.headers })
    assert.deepEqual((await test()).body, { outcome: 'failed', message: 'The push service answered 503' })

    const forget = () => send(app, `/api/admin/push-devices/${device.id}`, { method: 'DELETE', headers: editor.headers })
    assert.deepEqual({ body: (await forget()).body, status: (await forget()).status }, { body: { id: device.id }, status: 404 })
    assert.deepEqual(
      { listPushDevices: (await list('push-devices')).length, listPushMessages: (await list('push-messages')).length },
      { listPushDevices: 1, listPushMessages: 0 },
    )
    const audit = await app.database.pool.query(`select action, before from admin_audit where object_id = $1 order by id`, [device.id])
    assert.deepEqual(audit.rows, [
      { action: 'push-device.test', before: null },
      { action: 'push-device.delete', before: { service: '127.0.0.1' } },
    ])
  })
})
