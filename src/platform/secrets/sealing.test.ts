import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSealing, SealedError } from './sealing.ts'

const sealing = createSealing('a secret of the operator')

function reasonOf(open: () => string): SealedError['reason'] | undefined {
  try {
    open()
  } catch (error) {
    assert.ok(error instanceof SealedError)
    return error.reason
  }
  return undefined
}

describe('sealing', () => {
  it('decrypts to the original, and never writes the same twice', () => {
    for (const text of ['', 'key-123', 'ünïcode ☔', 'x'.repeat(10_000)]) {
      const [one, two] = [sealing.seal('a place', text), sealing.seal('a place', text)]
      assert.notEqual(one, two)
      assert.deepEqual([sealing.open('a place', one), sealing.open('a place', two)], [text, text])
      if (text !== '') assert.ok(!one.includes(text) && !one.includes(Buffer.from(text).toString('base64url')))
    }
  })

  it('stores the id of the key beside the ciphertext, and so recognises a text of another key', () => {
    const other = createSealing('another secret')
    assert.notEqual(other.keyId, sealing.keyId)
    assert.equal(createSealing('a secret of the operator').keyId, sealing.keyId)
    const sealed = other.seal('a place', 'text')
    assert.equal(sealed.split('.')[1], other.keyId)
    assert.equal(
      reasonOf(() => sealing.open('a place', sealed)),
      'wrong_key',
    )
  })

  it('refuses what was changed, truncated, moved to another place or never encrypted', () => {
    const sealed = sealing.seal('a place', 'text')
    const [version, keyId, body = ''] = sealed.split('.')
    const flipped = Buffer.from(body, 'base64url')
    for (let i = 0; i < flipped.length; i++) {
      flipped[i] = (flipped[i] ?? 0) ^ 1
      const changed = `${version}.${keyId}.${flipped.toString('base64url')}`
      assert.equal(
        reasonOf(() => sealing.open('a place', changed)),
        'damaged',
        `byte ${i}`,
      )
      flipped[i] = (flipped[i] ?? 0) ^ 1
    }
    for (const wrong of ['', 'text', sealed.slice(0, -2), `${sealed}AA`, `v2${sealed.slice(2)}`]) {
      assert.equal(
        reasonOf(() => sealing.open('a place', wrong)),
        'damaged',
        wrong,
      )
    }
    assert.equal(
      reasonOf(() => sealing.open('another place', sealed)),
      'damaged',
    )
  })
})
