import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestGlobals } from '../../visit/testing/globals.ts'
import { endWatch, subscribeToPush, detectPushSupport, sendTestPush, readWatches } from './push.ts'

interface Browser {
  readonly permission?: NotificationPermission
  /** What the visitor answers. */
  readonly answer?: NotificationPermission
  /** The key that the present subscription was made for; null: there is no subscription. */
  readonly subscribedFor?: string | null
  /** Its stored id. */
  readonly clientId?: string | null
  readonly api?: (method: string, path: string, body: unknown) => unknown
}

const setGlobals = createTestGlobals()

/** Makes this process such a browser, and returns what is done with it. */
function open({ permission = 'granted', answer = permission, subscribedFor = 'AQID', clientId = 'mine', api = () => ({}) }: Browser = {}) {
  const done: string[] = []
  let current = subscribedFor
  const subscription = () => ({
    options: {
      applicationServerKey: Uint8Array.from(atob((current ?? '').replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer,
    },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { auth: 'a', p256dh: 'p' } }),
    unsubscribe: async () => {
      done.push('unsubscribed')
      current = null
    },
  })
  const pushManager = {
    getSubscription: async () => (current === null ? null : subscription()),
    subscribe: async (options: { applicationServerKey: string; userVisibleOnly: boolean }) => {
      done.push(`subscribed for ${options.applicationServerKey}, ${options.userVisibleOnly}`)
      current = options.applicationServerKey
      return subscription()
    },
  }
  const stored = new Map(clientId === null ? [] : [['subscriptions.client', clientId]])
  setGlobals({
    navigator: { serviceWorker: { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) } },
    Notification: { permission, requestPermission: async () => answer },
    PushManager: Object,
    localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) },
    fetch: async (path: string, { method, body }: { method: string; body?: string }) => {
      done.push(`${method} ${path}${body === undefined ? '' : ` ${body}`}`)
      return Response.json(api(method, path, body))
    },
  })
  return { done, stored }
}

describe('notifications in a browser', () => {
  it('can be had unless they were denied or it has none; on iOS, once the site is installed', () => {
    open({ permission: 'default' })
    assert.equal(detectPushSupport(), 'ready')
    open({ permission: 'denied' })
    assert.equal(detectPushSupport(), 'denied')
    for (const [standalone, support] of [
      [false, 'install'],
      [true, 'unsupported'],
      [undefined, 'unsupported'],
    ] as const) {
      setGlobals({ navigator: { standalone } })
      assert.equal(detectPushSupport(), support)
    }
    open()
    Reflect.deleteProperty(globalThis, 'PushManager')
    assert.equal(detectPushSupport(), 'unsupported')
  })

  describe('its places', () => {
    const WATCHES = [{ name: 'Berlin', lat: 52.52, lon: 13.41 }]
    const api = () => ({ watches: WATCHES })

    it('are those that the service knows of it', async () => {
      const { done } = open({ api })
      assert.deepEqual(await readWatches(), WATCHES)
      assert.deepEqual(done, ['GET /api/push/watches?clientId=mine'])
    })

    it('are none without an id, a permission or a subscription: then nothing is asked', async () => {
      for (const browser of [{ clientId: null }, { permission: 'denied' as const }, { subscribedFor: null }]) {
        const { done } = open({ api, ...browser })
        assert.deepEqual({ watchesNow: await readWatches(), done }, { watchesNow: [], done: [] })
      }
    })
  })

  describe('a subscription', () => {
    const api = () => ({ publicKey: 'BAUG' })

    it('is made for the key of the service, with an id that is stored', async () => {
      const { done, stored } = open({ permission: 'default', answer: 'granted', subscribedFor: null, clientId: null, api })
      const fields = await subscribeToPush()
      assert.deepEqual(done, ['GET /api/push', 'subscribed for BAUG, true'])
      const clientId = stored.get('subscriptions.client')
      assert.match(clientId ?? '', /^[\da-f-]{36}$/)
      assert.deepEqual(fields, { do: 'push', clientId, known: 'on', endpoint: 'https://push.example/1', auth: 'a', p256dh: 'p' })
    })

    it('is not made if the visitor does not allow it', async () => {
      const { done } = open({ permission: 'default', answer: 'denied', api })
      assert.deepEqual({ subscribe: await subscribeToPush(), done }, { subscribe: null, done: [] })
    })

    it('replaces one that was made for another key, and no other', async () => {
      const { done } = open({ subscribedFor: 'AQID', api })
      await subscribeToPush()
      assert.deepEqual(done, ['GET /api/push', 'unsubscribed', 'subscribed for BAUG, true'])
      for (const publicKey of ['-_-_', 'BAUGBw']) {
        const same = open({ subscribedFor: publicKey, api: () => ({ publicKey }) })
        await subscribeToPush()
        assert.deepEqual(same.done, ['GET /api/push', `subscribed for ${publicKey}, true`])
      }
    })
  })

  it('end for a place; with the last one, the browser gives up its subscription', async () => {
    const left = [{ name: 'Paris', lat: 48.85, lon: 2.35 }]
    for (const watches of [left, []]) {
      const { done } = open({ api: () => ({ watches }) })
      assert.deepEqual(await endWatch({ name: 'Berlin', lat: 52.52, lon: 13.41 }), watches)
      assert.deepEqual(done, [
        'DELETE /api/push/watches {"clientId":"mine","lat":52.52,"lon":13.41}',
        'GET /api/push/watches?clientId=mine',
        ...(watches.length === 0 ? ['unsubscribed'] : []),
      ])
    }
  })

  it('are tried: whether the push service took it', async () => {
    for (const outcome of ['sent', 'gone']) {
      const { done } = open({ api: () => ({ outcome }) })
      assert.deepEqual(
        { test: await sendTestPush(), done },
        { test: outcome === 'sent', done: ['POST /api/push/test {"clientId":"mine"}'] },
      )
    }
  })
})
