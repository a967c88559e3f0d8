import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import swagger from '@fastify/swagger'
import { Type } from 'typebox'
import { listen } from '../../../../test/helpers/http-server.ts'
import { AppError } from '../../../errors.ts'
import type { HttpServer } from '../server/server.ts'
import { deprecateSchema } from './deprecation.ts'

const FIELD = deprecateSchema(Type.Number({ description: 'The sum.' }), { since: '2026-03-01', successor: 'day.total' })
const PARAMETER = deprecateSchema(Type.String(), { since: '2026-02-01', sunset: '2027-06-01', successor: 'place' })

async function routes(app: HttpServer) {
  await app.register(swagger, { openapi: { openapi: '3.1.0' } })
  const old = { since: '2026-01-31', sunset: '2027-02-01', successor: '/new' }
  app.get('/old', { config: { deprecated: old }, schema: { description: 'As it was.' } }, () => ({ fine: true }))
  app.get('/refused', { config: { deprecated: { since: '2026-01-31', successor: '/new' } }, schema: {} }, () => {
    throw new AppError('gone', 'Gone.')
  })
  const day = Type.Object({ days: Type.Array(Type.Object({ sum: FIELD, total: Type.Number() })) })
  const schema = { querystring: Type.Object({ city: Type.Optional(PARAMETER) }), response: { 200: Type.Union([day, Type.Null()]) } }
  app.get('/fields', { schema }, () => ({ days: [{ sum: 1, total: 1 }] }))
  app.get('/new', () => ({ fine: true }))
}

async function ask(t: TestContext, path: string, method = 'GET') {
  const { url } = await listen(t, routes)
  const { status, headers } = await fetch(url + path, { method })
  return { status, sent: ['deprecation', 'sunset', 'link'].map((name) => headers.get(name)) }
}

describe('what is deprecated', () => {
  it('is a route: each of its answers says since when, until when, and what replaces it', async (t) => {
    const sent = ['@1769817600', 'Mon, 01 Feb 2027 00:00:00 GMT', '</new>; rel="successor-version"']
    assert.deepEqual(await ask(t, '/old'), { status: 200, sent })
    assert.deepEqual(await ask(t, '/old', 'HEAD'), { status: 200, sent })
    const [since, , link] = sent
    assert.deepEqual(await ask(t, '/refused'), { status: 410, sent: [since, null, link] })
  })

  it('is a field or a parameter: answers of its routes name it and what replaces it, with the first date of each kind', async (t) => {
    const { sent } = await ask(t, '/fields')
    assert.deepEqual(sent, [
      '@1769904000',
      'Tue, 01 Jun 2027 00:00:00 GMT',
      '</api/docs>; rel="deprecation"; type="text/html"; title="city: use place", </api/docs>; rel="deprecation"; type="text/html"; title="days[].sum: use day.total"',
    ])
  })

  it('is nothing else', async (t) => {
    assert.deepEqual(await ask(t, '/new'), { status: 200, sent: [null, null, null] })
  })

  it('is marked in the document', async (t) => {
    const { app } = await listen(t, routes)
    const { paths } = app.swagger() as unknown as { paths: Record<string, { get: { deprecated?: boolean; description?: string } }> }
    assert.deepEqual(
      { oldGetDeprecated: paths['/old']?.get.deprecated, newGetDeprecated: paths['/new']?.get.deprecated },
      { oldGetDeprecated: true, newGetDeprecated: undefined },
    )
    assert.equal(paths['/old']?.get.description, 'Deprecated since 2026-01-31, may be gone from 2027-02-01 on: use `/new`. As it was.')
    const text = JSON.stringify(paths['/fields'])
    assert.match(text, /"deprecated":true,"type":"number"|"type":"number"[^}]*"deprecated":true/)
    assert.match(text, /Deprecated since 2026-03-01: use `day.total`. The sum./)
  })
})
