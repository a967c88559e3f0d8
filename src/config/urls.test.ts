import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from './reader.ts'
import {
  parseBaseUrl,
  parseCollectorUrl,
  parseDatabaseUrl,
  isLoopbackHost,
  parseMailSender,
  parsePublicUrl,
  parseValkeyUrl,
} from './urls.ts'

describe('a loopback host', () => {
  it('is this machine by name or address, and nothing that begins like it', () => {
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.255.0.9', '[::1]', '::1']) assert.ok(isLoopbackHost(host), host)
    for (const host of ['localhost.example', 'mylocalhost', '127.0.0.1.example', '128.0.0.1', '127.0.0', '[::2]', '10.0.0.1', ''])
      assert.ok(!isLoopbackHost(host), host)
  })
})

describe('a base URL', () => {
  const table: readonly (readonly [text: string, href: string])[] = [
    ['https://api.example', 'https://api.example/'],
    ['https://api.example/', 'https://api.example/'],
    ['https://api.example/v1/', 'https://api.example/v1'],
    ['https://api.example/v1//', 'https://api.example/v1'],
    ['http://localhost:80/x', 'http://localhost/x'],
    ['http://[::1]:4010', 'http://[::1]:4010/'],
  ]
  for (const [text, href] of table) it(`${text} is ${href}`, () => assert.equal(parseBaseUrl(text).href, href))
  for (const text of [
    'http://api.example',
    'http://192.168.0.1',
    'https://u@api.example',
    'https://:p@api.example',
    'https://a.example?x',
    'https://a.example#x',
    'ftp://localhost',
    'api.example',
  ])
    it(`is not ${text}`, () => void assert.throws(() => parseBaseUrl(text), Fault))
})

describe('other URLs', () => {
  it('of a trace collector may be plain, without anything secret', () => {
    assert.equal(parseCollectorUrl('http://collector:4318/').href, 'http://collector:4318/')
    for (const text of ['http://u@collector', 'http://:p@collector', 'http://collector?x=1', 'http://collector#x', 'grpc://collector'])
      assert.throws(() => parseCollectorUrl(text), Fault, text)
  })

  it('of the service are an origin', () => {
    assert.equal(parsePublicUrl('https://weather.example:8443').href, 'https://weather.example:8443/')
    for (const text of ['https://weather.example/app', 'https://weather.example/?x', 'https://u@weather.example', 'weather.example'])
      assert.throws(() => parsePublicUrl(text), Fault, text)
  })

  it('of stores name their protocol', () => {
    assert.deepEqual(['postgres://db/x', 'postgresql:///x'].map(parseDatabaseUrl), ['postgres://db/x', 'postgresql:///x'])
    assert.throws(() => parseDatabaseUrl('mysql://db/x'), Fault)
    // A password as it is: accepted where it can only be read in one way; else it is said what to encode, and nothing is repeated.
    for (const taken of ['pa@ss', 'pa[ss', 'pa]ss', 'pa ss', 'pa%23ss', 'pa+ss', 'pa:ss', 'pä^ss'])
      assert.equal(parseDatabaseUrl(`postgres://u:${taken}@host/db`), `postgres://u:${taken}@host/db`)
    for (const refused of ['pa#ss', 'pa/ss', 'pa?ss', 'pa%ss', '1#ss', '1/ss', '1?ss', '#', '%'])
      assert.throws(
        () => parseDatabaseUrl(`postgres://u:${refused}@host/db`),
        (fault: Error) =>
          fault instanceof Fault &&
          /^must look like .* percent-encode .*# as %23.*% as %25/.test(fault.message) &&
          !fault.message.includes('ss@'),
        refused,
      )
    for (const text of ['redis://c', 'rediss://c', 'valkey://c', 'VALKEYS://c']) assert.equal(parseValkeyUrl(text), text)
    assert.throws(() => parseValkeyUrl('memcached://c'), Fault)
  })

  it('are told from senders, which have an address', () => {
    assert.deepEqual(parseMailSender('Wetter <w@weather.example>'), { name: 'Wetter', address: 'w@weather.example' })
    assert.throws(() => parseMailSender('Wetter'), Fault)
  })
})
