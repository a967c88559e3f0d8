import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeAdPageCsp, createNonce, writePageCsp, buildSecurityHeaders } from './security-headers.ts'

describe('securityHeaders', () => {
  it('sends HSTS on https only', () => {
    assert.match(buildSecurityHeaders('https://weather.example')['strict-transport-security'] ?? '', /^max-age=\d+/)
    for (const url of ['http://localhost:3000', null]) assert.equal(buildSecurityHeaders(url)['strict-transport-security'], undefined)
  })
})

describe('pageCsp', () => {
  it('allows scripts by nonce and nothing inline', () => {
    const csp = writePageCsp('abc')
    assert.match(csp, /script-src 'nonce-abc' 'strict-dynamic'(;|$)/)
    assert.match(csp, /img-src 'self' data:;/)
    assert.ok(!csp.includes('unsafe'))
  })

  it('uses a new nonce of 128 bits each time', () => {
    const [first, second] = [createNonce(), createNonce()]
    assert.notEqual(first, second)
    assert.equal(Buffer.from(first, 'base64').length, 16)
  })
})

describe('adPageCsp', () => {
  it('matches the documentation of the ad program, and keeps the page out of frames', () => {
    assert.equal(
      writeAdPageCsp('abc'),
      "object-src 'none'; script-src 'nonce-abc' 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' https: http:; base-uri 'none'; frame-ancestors 'none'",
    )
  })
})
