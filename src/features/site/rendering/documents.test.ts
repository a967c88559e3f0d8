import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../../../../test/helpers/http-server.ts'
import type { Config } from '../../../config/config.ts'
import { createDocuments } from './documents.ts'

/** A server of documents, whose pages answer with these in turn. */
async function serve(t: TestContext, answers: Response[], cacheMs: number) {
  const documents = createDocuments({
    bundle: { filesDir: import.meta.dirname, respond: async () => answers.shift() as Response },
    config: { PAGES_KEPT_MS: cacheMs, SHOW_DEMO_POPULAR_SEARCHES: false } as Config,
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
  return async () => (await fetch(`${url}/at-once`)).json()
}

it('shares a rendering, but not the refusal of another client', async (t) => {
  const answers = [new Response('', { status: 429 }), new Response('the document'), new Response('another')]
  const ask = await serve(t, answers, 60_000)
  assert.deepEqual(await ask(), [
    [429, ''],
    [200, 'the document'],
    [200, 'the document'],
  ])
  assert.equal(answers.length, 1)
})

it('renders again when the time is over, and at once what was no success', async (t) => {
  const three = (status: number, text: string) => [1, 2, 3].map(() => [status, text])
  const cached = await serve(t, [new Response('gone', { status: 404 }), new Response('first'), new Response('next')], 60_000)
  assert.deepEqual([await cached(), await cached(), await cached()], [three(404, 'gone'), three(200, 'first'), three(200, 'first')])
  const brief = await serve(t, [new Response('first'), new Response('next')], 1)
  assert.deepEqual(await brief(), three(200, 'first'))
  await delay(20)
  assert.deepEqual(await brief(), three(200, 'next'))
})

it('shares nothing where pages are not cached', async (t) => {
  const ask = await serve(
    t,
    ['a', 'b', 'c'].map((text) => new Response(text)),
    0,
  )
  assert.deepEqual(await ask(), [
    [200, 'a'],
    [200, 'b'],
    [200, 'c'],
  ])
})
