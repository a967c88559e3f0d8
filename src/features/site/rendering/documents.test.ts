import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listen } from '../../../../test/helpers/http-server.ts'
import type { Config } from '../../../config/config.ts'
import { createDocuments } from './documents.ts'

it('shares a rendering, but not the refusal of another client', async (t) => {
  const answers = [new Response('', { status: 429 }), new Response('the document'), new Response('another')]
  const documents = createDocuments({
    bundle: { filesDir: import.meta.dirname, respond: async () => answers.shift() as Response },
    config: { PAGES_KEPT_MS: 1_000, SHOW_DEMO_POPULAR_SEARCHES: false } as Config,
    siteName: () => 'Isobar',
    cachedWeather: async () => ({}) as never,
    sources: () => ({}) as never,
    clock: { now: () => 0 },
    onError: () => undefined,
  })
  const { url } = await listen(t, (app) => {
    app.get('/at-once', async (request) => {
      const asked = Array.from({ length: 3 }, () => documents(request, '/embed/berlin', { made: 'embed' }))
      return (await Promise.all(asked)).map(({ status, text }) => [status, text])
    })
  })
  assert.deepEqual(await (await fetch(`${url}/at-once`)).json(), [
    [429, ''],
    [200, 'the document'],
    [200, 'the document'],
  ])
  assert.equal(answers.length, 1)
})
