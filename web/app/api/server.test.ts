import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiFailure } from './ask.ts'
import { formOf, pageFailure } from './server.ts'

it('a refusal of the API becomes a page of the same status, which says when to try again', () => {
  const failureOf = (status: number, body: object) =>
    pageFailure(new ApiFailure({ status, headers: {}, body })) as { data: unknown; init: unknown }
  const busy = failureOf(429, { error: 'rate_limited', message: '', retryAfterSeconds: 7 })
  assert.deepEqual([busy.data, busy.init], [{ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '7' } }])
  const away = failureOf(503, { error: 'service_unavailable', message: '' })
  assert.deepEqual([away.data, away.init], [{ code: 'service_unavailable' }, { status: 503, headers: {} }])
})

it('a defect stays one', () => {
  const defect = new TypeError('defect')
  assert.equal(pageFailure(defect), defect)
})

it('a body that is no form is a bad request', async () => {
  const post = (body: BodyInit, type?: string) =>
    new Request('http://service/', { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })
  assert.equal((await formOf(post(new URLSearchParams({ a: '1' })))).get('a'), '1')
  await assert.rejects(formOf(post('{}', 'application/json')), (error) => (error as { init: { status: number } }).init.status === 400)
})
