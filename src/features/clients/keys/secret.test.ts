import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { generateKeySecret, hashKeySecret } from './secret.ts'

const FORMAT = /^isobar_[0-9A-Za-z]{36}$/

describe('a secret', () => {
  it('has the format that leak scanners look for, and differs each time', () => {
    const secrets = Array.from({ length: 200 }, () => generateKeySecret())
    for (const { secret, start, hash } of secrets) {
      assert.match(secret, FORMAT)
      assert.equal(start, secret.slice(0, 13))
      assert.deepEqual(hash, createHash('sha256').update(secret).digest())
      assert.equal(hashKeySecret(secret), hash.toString('base64'))
    }
    assert.equal(new Set(secrets.map(({ secret }) => secret)).size, secrets.length)
  })

  it('is told from all others by its checksum', () => {
    const { secret } = generateKeySecret()
    fc.assert(
      fc.property(fc.integer({ min: 7, max: secret.length - 1 }), fc.constantFrom(...'0Aa9Zz_ '), (at, character) => {
        fc.pre(secret[at] !== character)
        assert.equal(hashKeySecret(secret.slice(0, at) + character + secret.slice(at + 1)), null)
      }),
    )
    for (const text of ['', 'isobar_', secret.slice(0, -1), `${secret}0`, ` ${secret}`, `${secret}\n`, secret.toUpperCase()])
      assert.equal(hashKeySecret(text), null)
  })

  it('has the CRC-32 of its random part in base 62, most significant digit first', () => {
    // By Python's zlib.crc32: 2011552642 and 1530387476.
    assert.notEqual(hashKeySecret(`isobar_${'0'.repeat(30)}2C8GjS`), null)
    assert.notEqual(hashKeySecret(`isobar_${'Isobar'.repeat(5)}1fZLgy`), null)
  })
})
