import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import { type Visitor, buildRequestVisitor } from './ask.ts'

it('the API learns of a page’s visitor what it would on a direct request, and nothing else', async (t) => {
  const app = Fastify()
  t.after(() => app.close())
  app.get('/api/thing', (request) => request.headers)
  app.get('/page', async (request) => (await buildRequestVisitor(request).ask({ method: 'GET', path: '/api/thing' })).text)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const own = {
    cookie: 'session=1',
    'accept-language': 'de',
    origin: 'https://weather.example',
    'x-forwarded-for': '192.0.2.7',
    'x-forwarded-proto': 'https',
    dnt: '1',
    'sec-gpc': '1',
    'user-agent': 'Agent/1',
  }
  const seen = (await (
    await fetch(`${url}/page`, { headers: { ...own, authorization: 'Bearer x', 'if-none-match': '"1"', range: 'bytes=0-1' } })
  ).json()) as Record<string, string>
  for (const [name, value] of Object.entries(own)) assert.equal(seen[name], value, name)
  for (const name of ['authorization', 'if-none-match', 'range']) assert.equal(seen[name], undefined, name)
})

it('a page’s request during shutdown is refused as unavailable, not reported as a defect', async () => {
  const app = Fastify()
  let visitor: Visitor | undefined
  app.get('/api/thing', () => 'here')
  app.get('/page', (request) => {
    visitor = buildRequestVisitor(request)
    return visitor.ask({ method: 'GET', path: '/api/thing' })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.equal(((await (await fetch(`${url}/page`)).json()) as { text: string }).text, 'here')
  await app.close()
  const late = await visitor?.ask({ method: 'GET', path: '/api/thing' })
  assert.deepEqual({ status: late?.status, retryAfter: late?.headers['retry-after'] }, { status: 503, retryAfter: '2' })
  assert.deepEqual(JSON.parse(late?.text ?? ''), {
    error: 'service_unavailable',
    message: 'The service is shutting down',
    retryAfterSeconds: 2,
  })
})
