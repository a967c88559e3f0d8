import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withModulesLast } from './low-priority.server.ts'

const HEAD =
  '<head><title>Zürich ☂</title><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/b.js"/>'
const BODY = '</head><body><p>&lt;link rel="modulepreload" </p><link rel="modulepreload" href="/later.js"/> 雨</body>'

const streamed = (text: string, at: number) => {
  const bytes = Buffer.from(text)
  const page = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of [bytes.subarray(0, at), bytes.subarray(at)]) controller.enqueue(piece)
      controller.close()
    },
  })
  return new Response(withModulesLast(page)).text()
}

describe('a page', () => {
  it('has its modules preloaded after its style sheets, wherever its pieces end, and nothing else is changed', async () => {
    const expected = HEAD.replaceAll('"modulepreload"', '"modulepreload" fetchpriority="low"') + BODY
    for (let at = 0; at <= Buffer.byteLength(HEAD + BODY); at++) assert.equal(await streamed(HEAD + BODY, at), expected)
  })

  it('without a head is passed on', async () => {
    for (const text of ['', 'Ö', HEAD]) assert.equal(await streamed(text, 1), text)
  })
})
