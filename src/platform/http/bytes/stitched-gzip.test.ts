import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { compressPart, stitchGzip } from './stitched-gzip.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))

describe('stitchGzip', () => {
  it('decodes to head and tail, for any bytes', () => {
    fc.assert(
      fc.property(bytes(400), bytes(4000), (head, plain) => {
        assert.deepEqual(gunzipSync(stitchGzip([head, compressPart(plain)])), Buffer.concat([head, plain]))
      }),
    )
  })

  it('decodes to all parts in order, cached and plain, however often a cached one is used', () => {
    const part = fc.tuple(fc.boolean(), bytes(600))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (drawn) => {
        const parts = drawn.map(([isCompressed, plain]) => (isCompressed ? compressPart(plain) : plain))
        const twice = [...parts, ...parts]
        const plain = [...drawn, ...drawn].map(([, each]) => each)
        assert.deepEqual(gunzipSync(stitchGzip(twice)), Buffer.concat(plain))
      }),
    )
  })

  for (const length of [0, 1, 65_534, 65_535, 65_536, 131_070, 131_071, 200_000]) {
    it(`accepts a head of ${length} bytes`, () => {
      const head = Buffer.alloc(length, 'h')
      const plain = Buffer.from('{"points":[1,2,3]}')
      assert.deepEqual(gunzipSync(stitchGzip([head, compressPart(plain)])), Buffer.concat([head, plain]))
    })
  }

  it('is one member whose deflate stream ends where the trailer begins', () => {
    const tail = compressPart(Buffer.from('x'.repeat(1000)))
    const stitched = stitchGzip([Buffer.from('head'), tail])
    const { engine, buffer } = inflateRawSync(stitched.subarray(10), { info: true }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    assert.equal(buffer.toString(), `head${'x'.repeat(1000)}`)
    assert.equal(engine.bytesWritten, stitched.length - 10 - 8)
  })

  it('compresses: a stitched answer is far smaller than its text', () => {
    const plain = Buffer.from(JSON.stringify(Array.from({ length: 48 }, (_, i) => ({ time: i, temperature: i / 2 }))))
    assert.ok(stitchGzip([Buffer.from('{"envelope":1,'), compressPart(plain)]).length < plain.length / 3)
  })

  it('can be read by fetch and by curl --compressed', async (t) => {
    const plain = Buffer.from(`"points":[${'1,'.repeat(5000)}1]}`)
    const head = Buffer.from('{"cacheHit":true,')
    const server = createServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(stitchGzip([head, compressPart(plain)]))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const expected = Buffer.concat([head, plain]).toString()
    assert.equal(await (await fetch(url)).text(), expected)
    try {
      const { stdout } = await promisify(execFile)('curl', ['--silent', '--fail', '--compressed', '--noproxy', '*', url])
      assert.equal(stdout, expected)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error
      t.diagnostic('curl is not installed: only fetch was tried')
    }
  })
})
