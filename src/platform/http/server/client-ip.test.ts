import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { compileTrustProxy, isLoopbackRequest, toLimitKey, toNetworkKey, parseIp } from './client-ip.ts'

describe('plainIp', () => {
  for (const [text, ip] of [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:443', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    // Only an address of that one prefix is an IPv4 address.
    ['2001:db8::ffff:203.0.113.9', '2001:db8::ffff:203.0.113.9'],
    ['64:ff9b::203.0.113.9', '64:ff9b::203.0.113.9'],
    ['', null],
    ['unknown', null],
    ['203.0.113', null],
    ['203.0.113.9:', null],
    ['203.0.113.9:443x', null],
    ['[2001:db8::1', null],
    ['[2001:db8::1]x', null],
    ['x[2001:db8::1]', null],
    ['_hidden', null],
    ['%eth0', null],
    [undefined, null],
  ] as const) {
    it(`${text} is ${ip}`, () => assert.equal(parseIp(text), ip))
  }
})

describe('limitKeyOf', () => {
  for (const [ip, key] of [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ] as const) {
    it(`${ip} → ${key}`, () => assert.equal(toLimitKey(ip), key))
  }
})

describe('networkKeyOf', () => {
  for (const [ip, key] of [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ] as const) {
    it(`${ip} → ${key}`, () => assert.equal(toNetworkKey(ip), key))
  }
})

describe('compileTrustProxy', () => {
  it('trusts nobody without a setting', () => {
    assert.equal(compileTrustProxy(null), null)
    assert.equal(compileTrustProxy(0), null)
  })

  it('trusts the given number of hops', () => {
    const trust = compileTrustProxy(2)
    assert.deepEqual(
      [0, 1, 2].map((hop) => trust?.('198.51.100.1', hop)),
      [true, true, false],
    )
  })

  it('trusts the given ranges at any hop, and no text', () => {
    const trust = compileTrustProxy(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
    const trusted = ['10.9.9.9', '::ffff:10.1.1.1', '192.0.2.7', 'fd12::1']
    const others = ['11.0.0.1', '192.0.2.8', '2001:db8::1', 'unknown', '']
    assert.deepEqual(
      trusted.filter((a) => trust?.(a, 5)),
      trusted,
    )
    assert.deepEqual(
      others.filter((a) => trust?.(a, 0)),
      [],
    )
  })
})

const from = (remoteAddress: string, headers: Record<string, string>) =>
  isLoopbackRequest({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)

describe('isLoopbackRequest', () => {
  it('needs a loopback peer, no proxy header and a local Host', () => {
    assert.equal(from('127.0.0.1', { host: 'localhost:3000' }), true)
    assert.equal(from('::ffff:127.0.0.1', { host: '127.0.0.1' }), true)
    assert.equal(from('::1', { host: '[::1]:3000' }), true)
    assert.equal(from('10.0.0.1', { host: 'localhost' }), false)
    assert.equal(from('127.0.0.1', { host: 'weather.example' }), false)
    assert.equal(from('127.0.0.1', { host: 'localhost.evil.example' }), false)
    assert.equal(from('127.0.0.1', {}), false)
    for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']) {
      assert.equal(from('127.0.0.1', { host: 'localhost', [header]: 'x' }), false, header)
    }
  })
})
