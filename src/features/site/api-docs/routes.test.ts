import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../../test/helpers/http-server.ts'
import { createRateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { Coordinates, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { describeApi } from './document.ts'
import { registerApiDocs } from './routes.ts'

function serve(t: TestContext) {
  return listen(t, async (app) => {
    await describeApi(app, { version: '1.2.3', publicUrl: 'https://weather.example' })
    const querystring = Type.Object({ ...Coordinates, limit: Type.Integer({ minimum: 1, default: 20 }) })
    const response = {
      200: Type.Object({ lat: Type.Number() }),
      ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable'], 502),
    }
    app.get('/api/weather', { schema: { operationId: 'getWeather', querystring, response } }, () => ({ lat: 1 }))
    registerApiDocs(app, createRateLimiter({ rules: { pages: { limit: 3, windowSeconds: 60 } }, clock: { now: Date.now } }))
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
  it('200 with the routes as their schemas describe them', async (t) => {
    const { url } = await serve(t)
    const response = await fetch(`${url}/api/openapi.json`)
    assert.deepEqual(
      { status: response.status, contentType: response.headers.get('content-type') },
      { status: 200, contentType: 'application/json; charset=utf-8' },
    )
    const document = (await response.json()) as {
      openapi: string
      info: { version: string }
      servers: unknown
      paths: Record<string, { get: Operation }>
      components: { schemas: Record<string, { required: string[] }> }
    }
    assert.deepEqual(
      { openapi: document.openapi, version: document.info.version, servers: document.servers },
      { openapi: '3.1.0', version: '1.2.3', servers: [{ url: 'https://weather.example' }] },
    )
    assert.deepEqual(Object.keys(document.paths), ['/api/weather'])
    const operation = document.paths['/api/weather']?.get
    const lat = operation?.parameters.find(({ name }) => name === 'lat')
    assert.deepEqual([lat?.in, lat?.required, lat?.schema.type, lat?.schema.minimum], ['query', true, 'number', -90])
    assert.equal(operation?.parameters.find(({ name }) => name === 'limit')?.required ?? false, true)
    assert.deepEqual(Object.keys(operation?.responses ?? {}), [
      '200',
      '400',
      '405',
      '408',
      '413',
      '414',
      '415',
      '417',
      '429',
      '431',
      '500',
      '502',
    ])
    assert.equal(operation?.responses['502']?.content['application/json']?.schema.$ref, '#/components/schemas/Problem')
    assert.match(operation?.responses['502']?.description ?? '', /service_unavailable/)
    const body = operation?.responses['200']?.content['application/json']?.schema.$ref
    assert.equal(body, '#/components/schemas/GetWeatherResponse')
    assert.deepEqual(document.components.schemas['GetWeatherResponse']?.required, ['lat'])
    assert.deepEqual(document.components.schemas['Problem']?.required, ['error', 'message', 'requestId'])
  })

  it('304 if the client’s copy is current', async (t) => {
    const { url } = await serve(t)
    const etag = (await fetch(`${url}/api/openapi.json`)).headers.get('etag') ?? ''
    const again = await fetch(`${url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    assert.deepEqual({ status: again.status, etag: again.headers.get('etag'), again: await again.text() }, { status: 304, etag, again: '' })
  })

  it('200 compressed, and plain for clients that do not ask for it', async (t) => {
    const { raw } = await serve(t)
    const ask = (fields: string) => raw(`GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`)
    const [compressed, plain] = [await ask('Accept-Encoding: gzip, br\r\n'), await ask('')]
    assert.match(compressed, /^content-encoding: gzip\r$/m)
    assert.match(plain, /"openapi":"3\.1\.0"/)
    for (const answer of [compressed, plain]) assert.match(answer, /^vary: (?:.*, )?accept-encoding\r$/im)
  })

  it('429 beyond the limit of pages', async (t) => {
    const { url } = await serve(t)
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await fetch(`${url}/api/openapi.json`)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })
})
