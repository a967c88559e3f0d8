import assert from 'node:assert/strict'
import { it } from 'node:test'
import { joinOwnBytes, ownBytes } from './own-bytes.ts'

it('holds on to no more than its own bytes: of text, of slices, of parts', () => {
  assert.ok(Buffer.from('22 °C').buffer.byteLength > 1_000, 'there is no pool to keep away from any more')
  for (const bytes of [
    ownBytes('22 °C'),
    ownBytes(Buffer.from('now 22 °C').subarray(4)),
    joinOwnBytes([Buffer.from('22'), Buffer.from(' °C')]),
  ]) {
    assert.equal(bytes.toString(), '22 °C')
    assert.equal(bytes.buffer.byteLength, bytes.byteLength)
  }
  const own = ownBytes('22 °C')
  assert.equal(ownBytes(own), own)
})
