import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal, visitWith } from '../visit/testing/visit.ts'
import { ApiFailure } from './ask.ts'
import { createVisitApi } from './server.ts'

it('a request has the parameters of its path and of its query that are set', async () => {
  const { context, asked } = visitWith(() => ({}))
  const api = createVisitApi(context)
  const query = { lat: 0, lon: 13.41, units: undefined, lang: '', scope: null } as unknown as { lat: number; lon: number }
  await api.get('/api/weather', { query })
  await api.get('/api/auth/setup/{token}', { path: { token: 'a/b c' } })
  await api.get('/api/location/region', {})
  assert.deepEqual(
    asked.map(({ method, path }) => `${method} ${path}`),
    ['GET /api/weather?lat=0&lon=13.41', 'GET /api/auth/setup/a%2Fb%20c', 'GET /api/location/region'],
  )
})

it('a refusal is an ApiFailure with its status and message', async () => {
  const { context } = visitWith(() => new Refusal(429, { error: 'rate_limited', message: 'Too many', retryAfterSeconds: 7 }))
  await assert.rejects(createVisitApi(context).get('/api/location/region', {}), (error) => {
    assert.ok(error instanceof ApiFailure)
    assert.deepEqual(
      { status: error.status, code: error.code, message: error.message, retryAfterSeconds: error.retryAfterSeconds },
      { status: 429, code: 'rate_limited', message: 'Too many', retryAfterSeconds: 7 },
    )
    return true
  })
})
