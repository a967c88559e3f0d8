import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { request } from 'undici'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { type ApiDocument, operationsOf } from '../../../../test/helpers/openapi.ts'

/** Invariant 7: every error of every route has the same shape. */
describe('errors', () => {
  let app: TestApp
  let paths: string[]
  before(async () => {
    app = await createTestApp()
    const document = (await app.get('/api/openapi.json')).body as ApiDocument
    const operations = operationsOf(document)
    const putTo = new Set(operations.filter(({ method }) => method === 'PUT').map(({ path }) => path))
    paths = [...new Set(operations.map(({ path }) => path))]
      .filter((path) => !putTo.has(path))
      .map((path) => path.replaceAll(/\{\w+\}/g, 'x'))
  })
  after(() => app.close())

  async function assertShape(path: string, options: Parameters<typeof request>[1], status: number, code: string): Promise<void> {
    const answer = await request(app.url + path, options)
    const text = await answer.body.text()
    assert.equal(answer.statusCode, status, `${path}: ${text}`)
    const body = JSON.parse(text) as Record<string, unknown>
    assert.equal(body['error'], code, path)
    assert.equal(typeof body['message'], 'string')
    assert.equal(body['requestId'], answer.headers['x-request-id'])
    const known = new Set(['error', 'message', 'requestId', 'details', 'retryAfterSeconds'])
    assert.deepEqual(
      Object.keys(body).filter((key) => !known.has(key)),
      [],
    )
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
  }

  it('405 for a method that no route has, with Allow', async () => {
    for (const path of paths) await assertShape(path, { method: 'PUT' }, 405, 'invalid_request')
  })

  it('problem details on all of them, where they are accepted', async () => {
    for (const path of paths) {
      const { statusCode, headers, body } = await request(app.url + path, {
        method: 'PUT',
        headers: { accept: 'application/problem+json' },
      })
      const { type, title, status, error } = (await body.json()) as Record<string, unknown>
      assert.deepEqual(
        { statusCode, contentType: headers['content-type'] },
        { statusCode: 405, contentType: 'application/problem+json; charset=utf-8' },
        path,
      )
      assert.deepEqual(
        { type, title, status, error },
        { type: 'about:blank', title: 'Method Not Allowed', status: 405, error: 'invalid_request' },
      )
    }
  })

  it('404 for what does not exist', async () => {
    for (const path of ['/nothing', '/api', '/api/', '/api/weather/', '/api/nothing', '/%2e%2e/etc/passwd'])
      await assertShape(path, {}, 404, 'not_found')
  })

  it('414 and 431 for what is too long, 400 for an invalid URL', async () => {
    await assertShape(`/api/weather?x=${'x'.repeat(9_000)}`, {}, 414, 'invalid_request')
    await assertShape('/api/weather', { headers: { 'x-long': 'x'.repeat(20_000) } }, 431, 'invalid_request')
    await assertShape('/api/%zz', {}, 400, 'invalid_request')
  })
})
