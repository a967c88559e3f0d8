import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiFailure } from './ask.ts'
import { readForm, toPageFailure } from './server.ts'

it('a refusal of the API becomes a page of the same status, which says when to try again', () => {
  const failureOf = (status: number, body: object) =>
    toPageFailure(new ApiFailure({ status, headers: {}, body })) as { data: unknown; init: unknown }
  const busy = failureOf(429, { error: 'rate_limited', message: '', retryAfterSeconds: 7 })
  assert.deepEqual(
    { data: busy.data, init: busy.init },
    { data: { code: 'rate_limited' }, init: { status: 429, headers: { 'retry-after': '7' } } },
  )
  const away = failureOf(503, { error: 'service_unavailable', message: '' })
  assert.deepEqual({ data: away.data, init: away.init }, { data: { code: 'service_unavailable' }, init: { status: 503, headers: {} } })
})

it('a defect stays one', () => {
  const defect = new TypeError('defect')
  assert.equal(toPageFailure(defect), defect)
})

it('a body that is no form is a bad request', async () => {
  const post = (body: BodyInit, type?: string) =>
    new Request('http://service/', { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })
  assert.equal((await readForm(post(new URLSearchParams({ a: '1' })))).get('a'), '1')
  await assert.rejects(readForm(post('{}', 'application/json')), (error) => (error as { init: { status: number } }).init.status === 400)
})
