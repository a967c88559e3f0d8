import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { readEs256Key } from './es256-key.ts'

const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const PEM = pemOf('P-256')
const BASE64 = PEM.replace(/-----.*-----|\n/g, '')

describe('a private key for ES256', () => {
  it('is read from a file’s content, however its line ends have fared, and from its base64', () => {
    for (const text of [PEM, PEM.replaceAll('\n', '\\n'), PEM.replaceAll('\n', '\r\n'), PEM.replaceAll('\n', ''), ` ${BASE64}\n`])
      assert.equal(readEs256Key(text), BASE64, text)
    const key = createPrivateKey({ key: Buffer.from(BASE64, 'base64'), format: 'der', type: 'pkcs8' })
    assert.equal(key.asymmetricKeyType, 'ec')
  })

  it('is neither another key nor a part of one', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const others = [
      pemOf('P-384'),
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      BASE64.slice(0, 100),
      '',
      'k3y',
      'A'.repeat(5_000),
    ]
    for (const text of others) assert.equal(readEs256Key(text), null, text)
  })
})
