import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createConformance, type Conformance } from '../tools/fuzz/conformance.ts'
import { exchange, type WireRequest } from '../tools/fuzz/wire.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { type ApiDocument, type DocumentedOperation, operationsOf } from './helpers/openapi.ts'
import { UNLIMITED } from './helpers/unlimited.ts'

type Header = WireRequest['headers'][number]
const JSON_TYPE: Header = ['Content-Type', 'application/json']
const NO_HEADERS: readonly Header[] = []

/** Requests that the HTTP layer refuses, whatever the route. `null`: does not apply to operations without a body. */
const ODDITIES: Readonly<Record<string, (path: string, method: string, takesBody: boolean) => Partial<WireRequest> | null>> = {
  'another method (405)': () => ({ method: 'PROPFIND', body: null }),
  'a method that HTTP does not have (400)': () => ({ method: 'BREW', body: null }),
  'an address that does not decode (400)': (path) => ({ target: `${path}/%zz`, body: null }),
  'no Host (400)': () => ({ bare: true, headers: [['Connection', 'close']], body: null }),
  'two Hosts (400)': () => ({ headers: [['Host', 'elsewhere.example']], body: null }),
  'an endless address (414)': (path) => ({ target: `${path}?${'x'.repeat(9_000)}`, body: null }),
  'endless headers (431)': () => ({ headers: [['X-Long', 'x'.repeat(20_000)]], body: null }),
  'too many headers (431)': () => ({ headers: Array.from({ length: 150 }, (): Header => ['X-A', 'b']), body: null }),
  'an odd Expect (417)': () => ({ headers: [['Expect', 'tea']], body: null }),
  'a compressed body (415)': () => ({ headers: [JSON_TYPE, ['Content-Encoding', 'gzip']], body: Buffer.from('{}') }),
  'two lengths (400)': () => ({
    bare: true,
    headers: [
      ['Host', 'x'],
      ['Content-Length', '2'],
      ['Transfer-Encoding', 'chunked'],
    ],
    body: Buffer.from('{}'),
  }),
  'a body of another type (415)': (_path, _method, takesBody) =>
    takesBody ? { headers: [['Content-Type', 'application/xml']], body: Buffer.from('<x/>') } : null,
  'malformed JSON (400)': (_path, _method, takesBody) => (takesBody ? { headers: [JSON_TYPE], body: Buffer.from('{"a":') } : null),
  'an empty body that is JSON (400)': (_path, _method, takesBody) => (takesBody ? { headers: [JSON_TYPE], body: Buffer.alloc(0) } : null),
  'JSON that is no object (400)': (_path, _method, takesBody) => (takesBody ? { headers: [JSON_TYPE], body: Buffer.from('[]') } : null),
  'a body that is too large (413)': (_path, _method, takesBody) =>
    takesBody ? { headers: [JSON_TYPE], body: Buffer.from(`{"a":"${'x'.repeat(2_000_000)}"}`) } : null,
}

describe('odd requests to every operation', () => {
  let app: TestApp
  let operations: DocumentedOperation[]
  let conformance: Conformance
  before(async () => {
    app = await createTestApp({ env: UNLIMITED })
    const document: ApiDocument = (await app.get('/api/openapi.json')).body
    operations = operationsOf(document)
    conformance = createConformance(document)
  })
  after(() => app.close())

  for (const [name, make] of Object.entries(ODDITIES)) {
    it(`${name}: answered as documented`, async () => {
      const expected = Number(/\((\d{3})\)$/.exec(name)?.[1])
      for (const each of operations) {
        const path = each.path.replaceAll(/\{(\w+)\}/g, '1')
        const takesBody = each.operation.requestBody?.content['application/json'] !== undefined
        const odd = make(path, each.method, takesBody)
        if (odd === null) continue
        const request: WireRequest = { method: each.method, target: path, headers: NO_HEADERS, body: null, ...odd }
        const answer = await exchange(new URL(app.url), request, 15_000)
        const title = `${each.method} ${each.path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`
        assert.equal(conformance(each, each.method, answer), null, title)
        // A client that must sign in, or that comes from a site that may not, is refused before the body is read.
        const isRefusedBefore = [401, 403, 404].includes(answer.status)
        assert.ok(answer.status === expected || isRefusedBefore, title)
      }
    })
  }
})
