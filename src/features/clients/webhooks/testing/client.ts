import { answerOf, type TestAnswer, type TestApp } from '../../../../../test/helpers/app.ts'
import { issueKey } from '../../../../../test/helpers/client-keys.ts'

/** A program that manages webhooks with a key of its own. */
export async function createWebhookClient(app: TestApp) {
  const { key, secret } = await issueKey(app)

  async function send(method: string, path: string, body?: unknown): Promise<TestAnswer> {
    const headers = { 'x-api-key': secret, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    return answerOf(
      await fetch(`${app.url}/api/webhooks${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    )
  }

  return {
    key,
    apiKey: secret,
    send,
    /** Creates a webhook for Berlin; its id and secret. */
    async create(url: string, more: object = {}): Promise<{ readonly id: string; readonly secret: string }> {
      const { status, text, body } = await send('POST', '', { url, lat: 52.52, lon: 13.41, ...more })
      if (status !== 201) throw new Error(`${status}: ${text}`)
      return { id: body.webhook.id, secret: body.secret }
    },
    deliveries: async (id: string, query = '') => (await send('GET', `/${id}/deliveries${query}`)).body.deliveries,
  }
}
