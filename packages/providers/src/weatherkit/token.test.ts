import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { describe, it } from 'node:test'
import { APPLE_IDENTITY, newPrivateKey } from '../../../../test/helpers/weatherkit.ts'
import { createTokens } from './token.ts'

const NOW = Date.parse('2026-09-19T10:20:30Z')
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const base64 = ({ privateKey }: typeof pair) => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
const partsOf = (token: string) => token.split('.').map((part) => Buffer.from(part, 'base64url'))

describe('a token', () => {
  it('names the team, the service and the key, ends in an hour, and is signed by the key', () => {
    const token = createTokens(APPLE_IDENTITY)(base64(pair), NOW)
    const [header, claims, signature] = partsOf(token)
    assert.deepEqual(JSON.parse(String(header)), { alg: 'ES256', kid: 'KEYID', id: 'TEAM.com.example.weather', typ: 'JWT' })
    assert.deepEqual(JSON.parse(String(claims)), { iss: 'TEAM', sub: 'com.example.weather', iat: NOW / 1_000, exp: NOW / 1_000 + 3_600 })
    const text = Buffer.from(token.slice(0, token.lastIndexOf('.')))
    assert.ok(verify('sha256', text, { key: pair.publicKey, dsaEncoding: 'ieee-p1363' }, signature ?? Buffer.alloc(0)))
  })

  it('is used until ten minutes before its end, and not under another key or a clock that was set back', () => {
    const tokenOf = createTokens(APPLE_IDENTITY)
    const issuedAt = (ms: number, key = base64(pair)) => (JSON.parse(String(partsOf(tokenOf(key, ms))[1])) as { iat: number }).iat * 1_000
    const [first, renewed] = [NOW, NOW + 50 * 60_000]
    assert.deepEqual(
      [issuedAt(first), issuedAt(renewed - 1_000), issuedAt(renewed), issuedAt(renewed + 1_000)],
      [first, first, renewed, renewed],
    )
    assert.equal(issuedAt(first), first)
    const other = newPrivateKey()
    assert.equal(issuedAt(first + 5_000, other), first + 5_000)
  })

  it('is not made with something else than a key, whose error does not name it', () => {
    const secret = Buffer.from('planted-secret').toString('base64')
    assert.throws(
      () => createTokens(APPLE_IDENTITY)(secret, NOW),
      (error) => error instanceof Error && !/planted|cGxhbnRlZC/.test(`${error.message} ${error.stack}`),
    )
  })
})
