import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { ask } from '../../../../test/helpers/edges.ts'
import { listen } from '../../../../test/helpers/http-server.ts'
import { registerFiles } from './file-routes.ts'

const NAMES = ['sw.js', 'offline.js', 'icons/app.svg', 'assets/entry-AbC1.js']

/** Serves files with this content, all with the time 0 as in a release, each in three forms. */
async function serve(t: TestContext, content: string) {
  const dir = await mkdtemp(join(tmpdir(), 'isobar-files-'))
  t.after(() => rm(dir, { recursive: true }))
  for (const name of NAMES) {
    await mkdir(join(dir, dirname(name)), { recursive: true })
    const forms = { '': content, '.br': brotliCompressSync(content), '.gz': gzipSync(content) }
    for (const [ending, bytes] of Object.entries(forms)) {
      await writeFile(join(dir, name + ending), bytes)
      await utimes(join(dir, name + ending), 0, 0)
    }
  }
  const { url } = await listen(t, (app) => registerFiles(app, dir))
  return (path: string, headers: Record<string, string> = {}, method = 'GET') => ask(Number(new URL(url).port), path, { method, headers })
}

describe('a file of the site', () => {
  it('is sent again to whoever has another release, though size and time are the same', async (t) => {
    const [older, newer] = [await serve(t, 'const VERSION = 1'), await serve(t, 'const VERSION = 2')]
    for (const name of NAMES)
      for (const encoding of ['identity', 'gzip', 'br']) {
        const { headers } = await older(`/${name}`, { 'accept-encoding': encoding })
        const copy = { 'if-none-match': headers.etag ?? '', 'accept-encoding': encoding }
        assert.equal((await older(`/${name}`, copy)).status, 304, name)
        assert.equal((await newer(`/${name}`, copy)).status, 200, name)
        assert.equal(headers['last-modified'], undefined)
        assert.equal((await newer(`/${name}`, { 'if-modified-since': new Date().toUTCString() })).status, 200)
      }
  })

  it('has the same caching headers with 200, 304 and HEAD', async (t) => {
    const get = await serve(t, 'x')
    for (const name of NAMES) {
      const full = await get(`/${name}`)
      const head = await get(`/${name}`, {}, 'HEAD')
      const current = await get(`/${name}`, { 'if-none-match': full.headers.etag ?? '' })
      assert.deepEqual(
        { fullStatus: full.status, headStatus: head.status, currentStatus: current.status, body: current.body.length },
        { fullStatus: 200, headStatus: 200, currentStatus: 304, body: 0 },
      )
      for (const header of ['etag', 'cache-control', 'vary', 'content-security-policy'])
        for (const { headers } of [head, current]) assert.equal(headers[header], full.headers[header], `${name} ${header}`)
    }
    const cacheControl = async (name: string) => (await get(`/${name}`)).headers['cache-control']
    assert.equal(await cacheControl('sw.js'), 'no-cache')
    assert.match(String(await cacheControl('offline.js')), /^public, max-age=3600,/)
    assert.equal(await cacheControl('assets/entry-AbC1.js'), 'public, max-age=31536000, immutable')
    assert.match(String((await get('/sw.js')).headers['content-security-policy']), /^default-src 'none'/)
  })

  it('is compressed as the client accepts, and its compressed forms have no address of their own', async (t) => {
    const get = await serve(t, 'content')
    const packed = await get('/sw.js', { 'accept-encoding': 'br, gzip' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.body).toString(), 'content')
    assert.match(String(packed.headers['content-type']), /javascript/)
    for (const path of ['/sw.js.br', '/assets/entry-AbC1.js.gz', '/assets/other.js', '/assets/..%2fsw.js', '/icons', '/'])
      assert.equal((await get(path)).status, 404, path)
  })

  it('starts anew when the rest of an outdated copy is requested', async (t) => {
    const [older, newer] = [await serve(t, 'const VERSION = 1'), await serve(t, 'const VERSION = 2')]
    const etag = (await older('/sw.js')).headers.etag ?? ''
    const rest = await newer('/sw.js', { range: 'bytes=16-', 'if-range': etag })
    assert.deepEqual({ status: rest.status, body: rest.body.toString() }, { status: 200, body: 'const VERSION = 2' })
  })
})
