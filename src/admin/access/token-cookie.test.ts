import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAccountCookies, createTokenCookie } from './token-cookie.ts'

const [A, B] = ['A'.repeat(43), 'B'.repeat(43)]
const https = createTokenCookie('c', true)
const http = createTokenCookie('c', false)

it('is written under `__Host-` where https is certain, and under its plain name elsewhere', () => {
  assert.deepEqual({ name: https.name, formerName: https.formerName }, { name: '__Host-c', formerName: 'c' })
  assert.deepEqual({ name: http.name, formerName: http.formerName }, { name: 'c', formerName: null })
})

it('is read under both names on https, the written one first, and under the plain one elsewhere', () => {
  for (const header of [`__Host-c=${A}; c=${B}`, `c=${B}; __Host-c=${A}`, `x=1;c=${B};__Host-c=${A};y=2`]) {
    assert.deepEqual(https.tokensIn(header), [A, B], header)
    assert.deepEqual(http.tokensIn(header), [B], header)
  }
  assert.deepEqual(https.tokensIn(`c=${B}`), [B])
  assert.deepEqual(https.tokensIn(`__Host-c=${A}`), [A])
})

it('is read as often as it is sent, up to a limit', () => {
  assert.deepEqual(http.tokensIn(`c=${B}; c=${A};c=${B}`), [B, A, B])
  assert.equal(http.tokensIn(`c=${A}; `.repeat(1_000)).length, 8)
})

it('is only a whole token under the exact name', () => {
  const none = ['', `c=${A}x`, `c=${A.slice(1)}`, `xc=${A}`, `c =${A}`, `__Secure-c=${A}`, `__host-c=${A}`, `x=c=${A}`, `c="${A}"`]
  for (const header of none) assert.deepEqual([...https.tokensIn(header), ...http.tokensIn(header)], [], header)
  assert.deepEqual(https.tokensIn(undefined), [])
})

it('https is certain only if the public URL says so', () => {
  const names = (url: string | null) => {
    const { isHttps, sessionCookie, deviceCookie } = createAccountCookies(url === null ? null : new URL(url))
    return { isHttps, session: sessionCookie.name, former: sessionCookie.formerName, device: deviceCookie.name }
  }
  const session = 'service_admin_session'
  assert.deepEqual(names('https://weather.example'), {
    isHttps: true,
    session,
    former: `__Host-${session}`,
    device: '__Host-service_admin_device',
  })
  for (const url of ['http://weather.example', null])
    assert.deepEqual(names(url), { isHttps: false, session, former: null, device: 'service_admin_device' })
})
