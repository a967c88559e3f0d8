import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountCookies, tokenCookie } from './token-cookie.ts'

const [A, B] = ['A'.repeat(43), 'B'.repeat(43)]
const https = tokenCookie('c', true)
const http = tokenCookie('c', false)

it('is written under `__Host-` where https is certain, and under its plain name elsewhere', () => {
  assert.deepEqual([https.name, https.formerName], ['__Host-c', 'c'])
  assert.deepEqual([http.name, http.formerName], ['c', null])
})

it('is read under both names on https, the written one first, and under the plain one elsewhere', () => {
  for (const header of [`__Host-c=${A}; c=${B}`, `c=${B}; __Host-c=${A}`, `x=1;c=${B};__Host-c=${A};y=2`]) {
    assert.deepEqual(https.tokensIn(header), [A, B], header)
    assert.deepEqual(http.tokensIn(header), [B], header)
  }
  assert.deepEqual(https.tokensIn(`c=${B}`), [B])
  assert.deepEqual(https.tokensIn(`__Host-c=${A}`), [A])
})

it('is only a whole token under the exact name', () => {
  const none = ['', `c=${A}x`, `c=${A.slice(1)}`, `xc=${A}`, `c =${A}`, `__Secure-c=${A}`, `__host-c=${A}`, `x=c=${A}`, `c="${A}"`]
  for (const header of none) assert.deepEqual([...https.tokensIn(header), ...http.tokensIn(header)], [], header)
  assert.deepEqual(https.tokensIn(undefined), [])
})

it('https is certain only if the public URL says so', () => {
  const names = (url: string | null) => {
    const { isHttps, sessionCookie, deviceCookie } = accountCookies(url === null ? null : new URL(url))
    return [isHttps, sessionCookie.name, deviceCookie.name]
  }
  assert.deepEqual(names('https://weather.example'), [true, '__Host-service_admin_session', '__Host-service_admin_device'])
  for (const url of ['http://weather.example', null]) assert.deepEqual(names(url), [false, 'service_admin_session', 'service_admin_device'])
})
