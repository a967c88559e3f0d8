import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { describe, it } from 'node:test'
import webPush from 'web-push'
import { createUpstreamClient } from '../../../platform/upstream/client.ts'
import { createGivenUrls } from '../../../platform/upstream/given-url.ts'
import { createAttempt } from './attempt.ts'
import { createPushServices } from './browser-subscription.ts'
import type { LeasedMessage } from './message-store.ts'
import { decryptPush, startPushService } from './testing/push-service.ts'

const NOW = Date.parse('2026-11-20T06:20:00Z')

/** An attempt with this much allowed, and the message to send. */
async function attempting({ allowPrivate, services }: { readonly allowPrivate: boolean; readonly services: readonly string[] }) {
  const service = await startPushService()
  const vapidKeys = webPush.generateVAPIDKeys()
  const subscription = service.subscribe(vapidKeys.publicKey)
  const client = createUpstreamClient({ timeoutMs: 60_000, maxBytes: 1_000, maxConcurrent: 2, userAgent: 'test', lookUp: privately })
  const attempt = createAttempt({
    client,
    services: createPushServices(createGivenUrls({ allowPrivate, lookUp: privately }), services),
    allowPrivate,
    sealing: { open: (_purpose, text) => text },
    vapid: { keys: async () => vapidKeys },
    subject: 'mailto:operator@example.org',
    useReports: { add: () => undefined },
    clock: { now: () => NOW },
  })
  const message = (endpoint = subscription.endpoint): LeasedMessage => ({
    id: '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f10',
    deviceId: '',
    tag: '019ac0de-7d0c-7b5b-9a39-0c1f6b1f2f11',
    payload: '{}',
    urgency: 'normal',
    attempts: 0,
    expiresAt: NOW + 60 * 86_400_000,
    sealed: JSON.stringify({ ...subscription, endpoint }),
  })
  return { service, attempt, message, client, end: () => Promise.all([client.close(), service.close()]) }
}

async function privately() {
  return ['127.0.0.1']
}

describe('an attempt to send a notification', () => {
  it('asks the push service to keep it for four weeks at most', async () => {
    const { service, attempt, message, end } = await attempting({ allowPrivate: true, services: ['127.0.0.1'] })
    assert.deepEqual(await attempt(message(), NOW, new AbortController().signal), { status: 201, retryAfter: undefined })
    assert.equal(service.received[0]?.headers['ttl'], '2419200')
    await end()
  })

  const refused = { status: null, error: 'The push service is not allowed, or not on the public Internet' }
  for (const [what, services, endpoint] of [
    ['plain http', ['*'], undefined],
    ['a private address', ['*'], 'https://127.0.0.1/push'],
    ['a name that leads to a private address', ['*'], 'https://push.example.org/x'],
    ['a service that is not allowed', ['fcm.googleapis.com', '*.example.org'], 'https://example.org/x'],
    ['a name that only ends like an allowed one', ['*.example.org'], 'https://push.evilexample.org/x'],
  ] as const)
    it(`does not go to ${what}`, async () => {
      const { service, attempt, message, end } = await attempting({ allowPrivate: false, services })
      assert.deepEqual(await attempt(message(endpoint), NOW, new AbortController().signal), refused)
      assert.equal(service.received.length, 0)
      await end()
    })

  it('says so when the stored keys cannot be used, and nothing when it is cut off', async () => {
    const { attempt, message, end } = await attempting({ allowPrivate: true, services: ['127.0.0.1'] })
    const broken = { ...message(), sealed: 'damaged' }
    assert.deepEqual(await attempt(broken, NOW, new AbortController().signal), {
      status: null,
      error: 'The message cannot be encrypted or signed',
    })
    assert.equal(await attempt(message(), NOW, AbortSignal.abort()), null)
    await end()
  })
})

describe('the stand-in', () => {
  it('decrypts the example of RFC 8291, appendix A', () => {
    const keys = createECDH('prime256v1')
    keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
    assert.equal(decryptPush(Buffer.from(body, 'base64url'), keys, auth), 'When I grow up, I want to be a watermelon')
  })
})
