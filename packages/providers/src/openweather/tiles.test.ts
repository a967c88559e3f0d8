import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { type PaidCalls, ProviderFailure, type UpstreamRequest } from '../provider.ts'
import { createTiles } from './tiles.ts'

const KEY = 'k3y-0123456789abcdef'
const ADDRESS = { layer: 'precipitation', z: 7, x: 63, y: 42 } as const
const SAMPLES = new URL('../../../../../shared/upstream-samples/openweather/', import.meta.url)

function answering(status: number, body: Buffer | string): PaidCalls & { readonly asked: UpstreamRequest[] } {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    async get(request) {
      asked.push(request)
      return { status, headers: { 'content-type': 'image/png' }, body: Buffer.from(body) }
    },
  }
}

function tiles(key: string | null = KEY, base = 'https://upstream.test') {
  return createTiles({ baseUrl: new URL(base), key: () => key })
}

/** A chunk with a wrong checksum, because nothing here decodes pictures. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

function png(width = 256, height = 256): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const end = Buffer.from('0000000049454e44ae426082', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(40))), end])
}

async function kindOf(calls: PaidCalls, key: string | null = KEY): Promise<string> {
  const failure: unknown = await tiles(key)
    .fetch(ADDRESS, calls)
    .then(
      () => assert.fail('the call did not fail'),
      (error: unknown) => error,
    )
  assert.ok(failure instanceof ProviderFailure)
  assert.doesNotMatch(`${failure.message} ${failure.stack}`, new RegExp(`${KEY}|upstream\\.test`))
  return failure.kind
}

describe('OpenWeather map tiles', () => {
  it('requests its own layer name from the tile host, with the key, and counts the call separately', async () => {
    const calls = answering(200, png())
    assert.deepEqual(await tiles().fetch(ADDRESS, calls), png())
    assert.deepEqual(
      calls.asked.map(({ product, url }) => [product, url.href]),
      [[{ id: 'openweather/tiles', weight: 1, budget: 'tiles' }, `https://upstream.test/map/precipitation_new/7/63/42.png?appid=${KEY}`]],
    )
  })

  it('keeps the path of a base URL', async () => {
    const calls = answering(200, png())
    await tiles(KEY, 'https://upstream.test/behind/').fetch(ADDRESS, calls)
    assert.equal(calls.asked[0]?.url.pathname, '/behind/map/precipitation_new/7/63/42.png')
  })

  it('makes no call without a key', async () => {
    const calls = answering(200, png())
    assert.equal(tiles(null).configured(), false)
    assert.equal(await kindOf(calls, null), 'not_configured')
    assert.equal(calls.asked.length, 0)
  })

  it('classifies failures by status, whatever the content type says', async () => {
    const cases = [
      [400, '{"message":"Unexpected layer name."}', 'rejected'],
      [401, '{"cod":401, "message": "Invalid API key. Please see http://openweathermap.org/faq#error401 for more info."}', 'refused_key'],
      [429, '{"cod":429, "message": "Your account is temporary blocked"}', 'quota'],
      [500, '', 'unavailable'],
      [502, '<html>', 'unavailable'],
      [301, '', 'rejected'],
    ] as const
    for (const [status, body, kind] of cases) assert.equal(await kindOf(answering(status, body)), kind, String(status))
  })

  it('accepts only complete pictures of the right size', async () => {
    const whole = png()
    const wrong: Record<string, Buffer> = {
      'JSON under 200': Buffer.from('{"cod":401}'),
      empty: Buffer.alloc(0),
      HTML: Buffer.from('<html><body>It works!</body></html>'.padEnd(200)),
      'cut off': whole.subarray(0, -1),
      'cut in half': whole.subarray(0, whole.length / 2),
      'a signature alone': whole.subarray(0, 8),
      '512 × 512': png(512, 512),
      '256 × 1': png(256, 1),
      huge: Buffer.concat([whole.subarray(0, -12), Buffer.alloc(300_000), whole.subarray(-12)]),
    }
    for (const [name, body] of Object.entries(wrong)) assert.equal(await kindOf(answering(200, body)), 'invalid_body', name)
  })

  it('reads recorded tiles', async (t) => {
    if (!existsSync(SAMPLES)) return t.skip('../shared/upstream-samples is not there')
    const sample = (name: string) => readFileSync(new URL(name, SAMPLES))
    const tile = sample('tile_precipitation_256x256.png')
    assert.deepEqual(await tiles().fetch(ADDRESS, answering(200, tile)), tile)
    assert.equal(await kindOf(answering(400, sample('error_400_tile_unknown_layer.json'))), 'rejected')
    assert.equal(await kindOf(answering(401, sample('error_401_invalid_key_tile_as_image_png.json'))), 'refused_key')
    assert.equal(await kindOf(answering(200, sample('error_401_invalid_key_tile_as_image_png.json'))), 'invalid_body')
  })
})
