import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type PaidCalls, ProviderFailure, type ProviderFailureKind, type UpstreamRequest } from '../provider.ts'
import { createGeocode } from './geocode.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/openweather/', import.meta.url)
const KEY = 'k3y-0123456789abcdef'

function answering(status: number, body: string): { calls: PaidCalls; asked: UpstreamRequest[] } {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    calls: {
      async get(request) {
        asked.push(request)
        return { status, headers: {}, body: Buffer.from(body) }
      },
    },
  }
}

function search(
  body: string,
  { status = 200, name = 'Springfield', country = null as string | null, base = 'https://upstream.test' } = {},
) {
  const { calls, asked } = answering(status, body)
  const places = createGeocode({ baseUrl: new URL(base), key: () => KEY }).search({ name, country }, calls)
  return places.then((found) => ({ found, asked }))
}

describe('the request', () => {
  it('asks for five places, under the base, for the free product', async () => {
    const { asked } = await search('[]', { name: 'São Paulo', country: 'BR', base: 'http://127.0.0.1:4010/ow/' })
    assert.equal(asked[0]?.url.href, `http://127.0.0.1:4010/ow/geo/1.0/direct?q=S%C3%A3o+Paulo%2CBR&limit=5&appid=${KEY}`)
    assert.deepEqual(asked[0]?.product, { id: 'openweather/geocoding', weight: 1, budget: 'geocode' })
  })

  it('is not made without a key', async () => {
    const { calls, asked } = answering(200, '[]')
    const geocode = createGeocode({ baseUrl: new URL('https://upstream.test'), key: () => null })
    assert.equal(geocode.configured(), false)
    await assert.rejects(geocode.search({ name: 'Rome', country: null }, calls), { kind: 'not_configured' })
    assert.deepEqual(asked, [])
  })
})

describe('the answer', () => {
  it('keeps valid places, despite their traps', async () => {
    const { found } = await search(readFileSync(new URL('fixtures/geocode-traps.json', import.meta.url), 'utf8'))
    assert.deepEqual(
      found.map(({ name, country, state }) => [name, country, state]),
      [
        ['Springfield', 'US', 'Illinois'],
        ['Springfield', 'US', 'OR'],
        ['New York County', 'US', null],
        ['Seoul', 'KR', null],
        ['Seoul', 'KR', null],
      ],
    )
    assert.deepEqual(found[2]?.localNames, { en: 'New York', zh: '纽约', 'zh-tw': '紐約' })
    assert.deepEqual(
      { fourthFoundLocalNames: found[3]?.localNames, fifthFoundLocalNames: found[4]?.localNames },
      { fourthFoundLocalNames: {}, fifthFoundLocalNames: {} },
    )
  })

  it('has places on Earth alone', async () => {
    const isPlace = async (lat: unknown, lon: unknown) =>
      (await search(JSON.stringify([{ name: 'Rome', country: 'IT', lat, lon }]))).found.length
    for (const [lat, lon] of [
      [90, 180],
      [-90, -180],
      [0, 0],
    ])
      assert.equal(await isPlace(lat, lon), 1, `${lat}, ${lon}`)
    for (const [lat, lon] of [
      [90.01, 0],
      [-90.01, 0],
      [0, 180.01],
      [0, -180.01],
      ['1', 0],
      [0, null],
    ])
      assert.equal(await isPlace(lat, lon), 0, `${lat}, ${lon}`)
  })

  it('may be an empty list', async () => {
    assert.deepEqual((await search('[]')).found, [])
  })

  const failures: readonly (readonly [number, string, ProviderFailureKind])[] = [
    [200, '{"cod":"200"}', 'invalid_body'],
    [200, '<html></html>', 'invalid_body'],
    [400, '{"cod":"400","message":"Nothing to geocode"}', 'rejected'],
    [401, '{"cod":401,"message":"Invalid API key."}', 'refused_key'],
    [429, '{"cod":429}', 'quota'],
    [502, '<html>Bad Gateway</html>', 'unavailable'],
  ]
  for (const [status, body, kind] of failures) {
    it(`${status} ${body.slice(0, 24)} is ${kind}, and the message holds no key`, async () => {
      await assert.rejects(search(body, { status }), (error) => {
        assert.ok(error instanceof ProviderFailure)
        assert.equal(error.kind, kind)
        assert.doesNotMatch(error.message, /k3y|http/)
        return true
      })
    })
  }
})

describe('recorded answers', () => {
  const names = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => /^geo_(?:direct|reverse)_.*\.json$/.test(name)) : []
  it('are all read completely', async (t) => {
    if (names.length === 0) return t.skip('the recorded answers are not here')
    for (const name of names) {
      const body = readFileSync(new URL(name, SAMPLES), 'utf8')
      const sent = JSON.parse(body) as { name: string; lat: number; lon: number; country: string; state?: string }[]
      const { found } = await search(body)
      assert.deepEqual(
        found.map(({ localNames: _localNames, ...place }) => place),
        sent.slice(0, 5).map(({ name, lat, lon, country, state = null }) => ({ name, country, state, lat, lon })),
        name,
      )
      for (const { localNames } of found) {
        for (const [lang, local] of Object.entries(localNames)) {
          assert.match(lang, /^[a-z]{2,3}(?:-[a-z\d]+)*$/)
          assert.ok(local !== '' && !local.includes('/'))
        }
      }
    }
  })
})
