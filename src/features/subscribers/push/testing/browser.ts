import { randomUUID } from 'node:crypto'
import { answerOf, type TestAnswer, type TestApp } from '../../../../../test/helpers/app.ts'
import type { BrowserSubscription } from '../browser-subscription.ts'
import type { startPushService } from './push-service.ts'

/** So that the stand-in on this machine may be sent to. */
export const PUSH_ENV = { PUSH_PRIVATE: 'on', PUSH_SERVICES: '127.0.0.1' }

/** A browser of a reader, with its endpoint at a push service. */
export async function pushBrowser(app: TestApp, service: Pick<Awaited<ReturnType<typeof startPushService>>, 'subscribe'>) {
  const clientId: string = randomUUID()
  const { publicKey } = (await app.get('/api/push')).body
  const subscription = service.subscribe(publicKey)

  async function ask(method: string, path: string, body?: unknown): Promise<TestAnswer> {
    const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return answerOf(await fetch(`${app.url}/api/push${path}`, init))
  }

  return {
    clientId,
    subscription: subscription as BrowserSubscription,
    ask,
    /** Turns notifications of Berlin on. */
    watch: (more: object = {}) => ask('PUT', '/watches', { clientId, subscription, lat: 52.52, lon: 13.41, name: 'Berlin', ...more }),
    list: async () => (await ask('GET', `/watches?clientId=${clientId}`)).body.watches,
    end: (place: object = {}) => ask('DELETE', '/watches', { clientId, ...place }),
  }
}
