import assert from 'node:assert/strict'
import { it } from 'node:test'
import { joinOwnBytes, copyOwnBytes } from './own-bytes.ts'

it('references no more than its own bytes: for text, slices and parts', () => {
  assert.ok(Buffer.from('22 °C').buffer.byteLength > 1_000, 'Node no longer pools small buffers, so this module is obsolete')
  for (const bytes of [
    copyOwnBytes('22 °C'),
    copyOwnBytes(Buffer.from('now 22 °C').subarray(4)),
    joinOwnBytes([Buffer.from('22'), Buffer.from(' °C')]),
  ]) {
    assert.equal(bytes.toString(), '22 °C')
    assert.equal(bytes.buffer.byteLength, bytes.byteLength)
  }
  const own = copyOwnBytes('22 °C')
  assert.equal(copyOwnBytes(own), own)
})
