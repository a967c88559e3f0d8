import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../../test/helpers/http-server.ts'
import type { HttpServer } from '../server/server.ts'
import { Coordinates } from './schemas.ts'

function routes(app: HttpServer) {
  const querystring = Type.Object({
    ...Coordinates,
    scope: Type.Enum(['current', 'hourly']),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    detailed: Type.Optional(Type.Boolean()),
    q: Type.Optional(Type.String({ minLength: 2 })),
  })
  app.get('/weather', { schema: { querystring } }, (request) => request.query)
  const Kind = Type.Enum(['rain', 'snow'])
  const lists = Type.Object({ kinds: Type.Union([Kind, Type.Array(Kind, { maxItems: 3 })]) })
  app.get('/lists', { schema: { querystring: lists } }, (request) => request.query)
  const params = Type.Object({ z: Type.Integer({ minimum: 0, maximum: 19 }) })
  app.get('/tiles/:z', { schema: { params } }, (request) => request.params)
  const city = Type.Object({ lat: Coordinates.lat, scopes: Type.Optional(Type.Array(Type.Enum(['current', 'hourly']), { maxItems: 4 })) })
  const body = Type.Object({
    cities: Type.Array(city, { minItems: 1, maxItems: 50 }),
    rain: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
    every: Type.Optional(Type.Union([Type.Integer({ minimum: 5, maximum: 60 }), Type.Null()])),
    wind: Type.Optional(Type.Union([Type.Boolean(), Type.Object({ minGustKmh: Type.Number({ minimum: 1 }) })])),
  })
  app.post('/batch', { schema: { body } }, (request) => request.body)
  const open = Type.Object({ a: Type.Integer() }, { additionalProperties: true })
  app.post('/open', { schema: { body: open } }, (request) => request.body)
}

async function ask(t: TestContext, path: string, body?: unknown) {
  const server = await listen(t, routes)
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(server.url + path, init)
  return { status: response.status, body: (await response.json()) as { message: string; details?: { path: string; message: string }[] } }
}

const weather = (t: TestContext, query: string) => ask(t, `/weather?${query}`)

describe('200', () => {
  it('passes numbers as numbers, and ignores unknown parameters', async (t) => {
    const { status, body } = await weather(t, 'lat=-33.87&lon=151.21&scope=current&detailed=true&x=1&x=2')
    assert.equal(status, 200)
    assert.deepEqual(body, { lat: -33.87, lon: 151.21, scope: 'current', limit: 20, detailed: true })
  })

  it('drops undeclared fields of a body, unless the route accepts any', async (t) => {
    assert.deepEqual(await ask(t, '/batch', { cities: [{ lat: 1 }], passwordHash: 'x' }), { status: 200, body: { cities: [{ lat: 1 }] } })
    assert.deepEqual(await ask(t, '/open', { a: 1, b: 2 }), { status: 200, body: { a: 1, b: 2 } })
  })

  it('accepts the ends of the ranges, and drops the sign of 0', async (t) => {
    const { body } = await weather(t, 'lat=90&lon=-180.0&scope=hourly&limit=100')
    assert.deepEqual(body, { lat: 90, lon: -180, scope: 'hourly', limit: 100 })
    const { body: zero } = await weather(t, 'lat=-0&lon=0&scope=hourly')
    assert.ok(!JSON.stringify(zero).includes('-0'))
  })

  it('splits a list at its commas; one value stays one', async (t) => {
    assert.deepEqual(await ask(t, '/lists?kinds=rain,snow'), { status: 200, body: { kinds: ['rain', 'snow'] } })
    assert.deepEqual(await ask(t, '/lists?kinds=snow'), { status: 200, body: { kinds: 'snow' } })
  })

  it('decodes path parameters too', async (t) => {
    assert.deepEqual(await ask(t, '/tiles/7'), { status: 200, body: { z: 7 } })
  })
})

describe('a number of 40 characters', () => {
  it('is read; one more is not', async (t) => {
    const digits = (count: number) => `lat=1.${'0'.repeat(count - 2)}&lon=1&scope=current`
    assert.deepEqual([(await weather(t, digits(40))).status, (await weather(t, digits(41))).status], [200, 400])
  })
})

describe('400', () => {
  for (const value of ['', '1e1', '0x10', '%205', '5%20', '+5', 'Infinity', 'NaN', '1,5', '1.', '.5', '--1', '1_0', '٣', '1'.repeat(41)]) {
    it(`lat=${value.slice(0, 12)} is not a number`, async (t) => {
      const { status, body } = await weather(t, `lat=${value}&lon=1&scope=current`)
      assert.equal(status, 400)
      assert.deepEqual(body.details, [{ path: 'lat', message: 'must be a number' }])
      assert.equal(body.message, 'lat must be a number')
    })
  }

  for (const [query, path, message] of [
    ['lon=1&scope=current', 'lat', 'is required'],
    ['lat=90.01&lon=1&scope=current', 'lat', 'must be at most 90'],
    ['lat=1&lon=-180.1&scope=current', 'lon', 'must be at least -180'],
    ['lat=1&lat=2&lon=1&scope=current', 'lat', 'must be given only once'],
    ['lat=1&lon=1&scope=current&scope=hourly', 'scope', 'must be given only once'],
    ['lat=1&lon=1&scope=Current', 'scope', 'must be one of current, hourly'],
    ['lat=1&lon=1&scope=current&limit=1.5', 'limit', 'must be a whole number'],
    ['lat=1&lon=1&scope=current&detailed=1', 'detailed', 'must be true or false'],
    ['lat=1&lon=1&scope=current&q=a', 'q', 'must have at least 2 characters'],
  ] as const) {
    it(`${query}: ${path} ${message}`, async (t) => {
      const { status, body } = await weather(t, query)
      assert.equal(status, 400)
      assert.deepEqual(body.details, [{ path, message }])
    })
  }

  for (const [query, message] of [
    ['kinds=hail', 'must be one of rain, snow'],
    ['kinds=rain,hail,', 'must be one of rain, snow'],
    ['kinds=', 'must be one of rain, snow'],
    ['kinds=rain,rain,rain,rain', 'must have at most 3 entries'],
    ['kinds=rain&kinds=snow', 'must be given only once'],
    ['kinds=rain,snow&kinds=snow', 'must be given only once'],
    ['', 'is required'],
  ] as const) {
    it(`a list: ${query} ${message}`, async (t) => {
      const { status, body } = await ask(t, `/lists?${query}`)
      assert.deepEqual({ status, details: body.details }, { status: 400, details: [{ path: 'kinds', message }] })
    })
  }

  it('names every error at once', async (t) => {
    const { body } = await weather(t, 'lat=north')
    assert.deepEqual(body.details?.map(({ path }) => path).toSorted(), ['lat', 'lon', 'scope'])
    assert.equal(body.message, '3 fields are missing or invalid')
  })

  for (const [name, body, path, message] of [
    ['no list', { cities: 5 }, 'cities', 'must be a list'],
    ['no field', {}, 'cities', 'is required'],
    ['an empty list', { cities: [] }, 'cities', 'must have at least 1 entries'],
    ['a bad entry', { cities: [{ lat: 1 }, { lat: 91 }] }, 'cities[1].lat', 'must be at most 90'],
    ['a number as a string', { cities: [{ lat: '1' }] }, 'cities[0].lat', 'must be a number'],
    ['a bad scope', { cities: [{ lat: 1, scopes: ['current', 'x'] }] }, 'cities[0].scopes[1]', 'must be one of current, hourly'],
    ['no member of a union', { cities: [{ lat: 1 }], rain: 'yes' }, 'rain', 'must be true or false or null'],
    ['no literal of a union', { cities: [{ lat: 1 }], kind: 'c' }, 'kind', 'must be one of a, b'],
    ['a nullable value below its minimum', { cities: [{ lat: 1 }], every: 4 }, 'every', 'must be at least 5'],
    ['a nullable value of another type', { cities: [{ lat: 1 }], every: '5' }, 'every', 'must be a whole number or null'],
    ['an error inside a union', { cities: [{ lat: 1 }], wind: { minGustKmh: 0 } }, 'wind.minGustKmh', 'must be at least 1'],
    ['a bare array', [], 'body', 'must be an object'],
  ] as const) {
    it(`a body with ${name} names ${path}`, async (t) => {
      const { status, body: answer } = await ask(t, '/batch', body)
      assert.equal(status, 400)
      assert.deepEqual(answer.details, [{ path, message }])
    })
  }

  it('reads a body full of errors in limited time, with a limited answer', async (t) => {
    const { status, body } = await ask(t, '/batch', { cities: Array.from({ length: 9000 }, () => ({})) })
    assert.equal(status, 400)
    assert.ok((body.details?.length ?? 0) <= 20)
  })
})
