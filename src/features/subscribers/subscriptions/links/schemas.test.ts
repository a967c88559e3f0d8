import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

let app: TestApp
before(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'unsubscribe=8' } })
})
after(() => app.close())

it('the document has each status and content type with which mail links answer', async () => {
  const { paths } = (await app.get('/api/openapi.json')).body
  const unknown = '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10'
  const queries = [`/api/unsubscribe?token=${unknown}`, '/api/unsubscribe?token=x', `/api/subscriptions/confirm?token=${'a'.repeat(43)}`]
  queries.push('/api/subscriptions/confirm', ...Array.from({ length: 2 }, () => '/api/unsubscribe?token=y'))
  const seen = new Set<string>()
  for (const query of queries) {
    for (const accept of ['text/html', 'application/json']) {
      const { status, headers } = await app.get(query, { accept })
      const type = headers.get('content-type')?.split(';', 1)[0] ?? ''
      const declared = paths[query.split('?', 1)[0] ?? ''].get.responses[status]?.content ?? {}
      assert.ok(type in declared, `${status} ${type} of ${query}`)
      seen.add(`${status} ${type}`)
    }
  }
  assert.equal(seen.size, 6, [...seen].join())
})
