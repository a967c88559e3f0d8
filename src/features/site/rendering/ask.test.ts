import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import { type Visitor, visitorOf } from './ask.ts'

it('a page’s request during shutdown is refused as unavailable, not reported as a defect', async () => {
  const app = Fastify()
  let visitor: Visitor | undefined
  app.get('/api/thing', () => 'here')
  app.get('/page', (request) => {
    visitor = visitorOf(request)
    return visitor.ask({ method: 'GET', path: '/api/thing' })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.equal(((await (await fetch(`${url}/page`)).json()) as { text: string }).text, 'here')
  await app.close()
  const late = await visitor?.ask({ method: 'GET', path: '/api/thing' })
  assert.deepEqual([late?.status, late?.headers['retry-after']], [503, '2'])
  assert.deepEqual(JSON.parse(late?.text ?? ''), {
    error: 'service_unavailable',
    message: 'The service is shutting down',
    retryAfterSeconds: 2,
  })
})
