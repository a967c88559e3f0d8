import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../test/helpers/http-server.ts'
import { Coordinates, errorResponses } from '../../platform/http/schemas.ts'
import { describeApi, registerApiDocs } from './index.ts'

function serve(t: TestContext) {
  return listen(t, async (app) => {
    await describeApi(app, { version: '1.2.3', publicUrl: 'https://weather.example' })
    const querystring = Type.Object({ ...Coordinates, limit: Type.Integer({ minimum: 1, default: 20 }) })
    const response = {
      200: Type.Object({ lat: Type.Number() }),
      ...errorResponses(['invalid_request', 'rate_limited', 'service_unavailable'], 502),
    }
    app.get('/api/weather', { schema: { operationId: 'getWeather', querystring, response } }, () => ({ lat: 1 }))
    await registerApiDocs(app)
  })
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { type: string; minimum?: number }
}

interface Operation {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, { description: string; content: Record<string, { schema: { $ref?: string } }> }>
}

describe('GET /api/openapi.json', () => {
  it('200 with the routes as their schemas say', async (t) => {
    const { url } = await serve(t)
    const response = await fetch(`${url}/api/openapi.json`)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json; charset=utf-8'])
    const document = (await response.json()) as {
      openapi: string
      info: { version: string }
      servers: unknown
      paths: Record<string, { get: Operation }>
      components: { schemas: Record<string, { required: string[] }> }
    }
    assert.deepEqual([document.openapi, document.info.version, document.servers], ['3.1.0', '1.2.3', [{ url: 'https://weather.example' }]])
    assert.deepEqual(Object.keys(document.paths), ['/api/weather'])
    const operation = document.paths['/api/weather']?.get
    const lat = operation?.parameters.find(({ name }) => name === 'lat')
    assert.deepEqual([lat?.in, lat?.required, lat?.schema.type, lat?.schema.minimum], ['query', true, 'number', -90])
    assert.equal(operation?.parameters.find(({ name }) => name === 'limit')?.required ?? false, true)
    assert.deepEqual(Object.keys(operation?.responses ?? {}), ['200', '400', '429', '500', '502'])
    assert.equal(operation?.responses['502']?.content['application/json']?.schema.$ref, '#/components/schemas/Error')
    assert.match(operation?.responses['502']?.description ?? '', /service_unavailable/)
    assert.deepEqual(document.components.schemas['Error']?.required, ['error', 'message', 'requestId'])
  })

  it('304 when the caller has it', async (t) => {
    const { url } = await serve(t)
    const etag = (await fetch(`${url}/api/openapi.json`)).headers.get('etag') ?? ''
    const again = await fetch(`${url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, again.headers.get('etag'), await again.text()], [304, etag, ''])
  })
})

describe('GET /api/docs', () => {
  it('200, every script with the nonce of the policy, a new one each time', async (t) => {
    const { url } = await serve(t)
    const nonces = new Set<string>()
    for (const path of ['/api/docs', '/api/docs/']) {
      const response = await fetch(url + path)
      const html = await response.text()
      const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? ''
      assert.equal(response.status, 200)
      assert.ok(nonce.length > 0 && !(response.headers.get('content-security-policy') ?? '').includes('unsafe'))
      const scripts = html.match(/<script\b[^>]*>/g) ?? []
      assert.equal(scripts.length, 3)
      assert.ok(scripts.every((script) => script.includes(`nonce="${nonce}"`)))
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 2)
  })

  it('serves what the page loads', async (t) => {
    const { url } = await serve(t)
    for (const path of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-initializer.js']) {
      const response = await fetch(`${url}/api/docs/static/${path}`)
      assert.equal(response.status, 200, path)
      assert.ok((await response.text()).length > 100)
    }
    const document = (await (await fetch(`${url}/api/docs/json`)).json()) as { paths: object }
    assert.deepEqual(Object.keys(document.paths), ['/api/weather'])
  })
})

describe('404', () => {
  it('a file that the page does not have, in the one shape', async (t) => {
    const { url } = await serve(t)
    for (const path of ['/api/docs/static/none.js', '/api/docs/static/..%2f..%2fpackage.json', '/api/docs/none']) {
      const response = await fetch(url + path)
      assert.ok([403, 404].includes(response.status), `${path} ${response.status}`)
      assert.equal(typeof ((await response.json()) as { requestId: string }).requestId, 'string')
    }
  })
})
