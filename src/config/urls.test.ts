import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from './reader.ts'
import { baseUrl, collectorUrl, databaseUrl, isLoopbackHost, mailbox, publicUrl, valkeyUrl } from './urls.ts'

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
  for (const [text, href] of table) it(`${text} is ${href}`, () => assert.equal(baseUrl(text).href, href))
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
    it(`is not ${text}`, () => void assert.throws(() => baseUrl(text), Fault))
})

describe('other URLs', () => {
  it('of a trace collector may be plain, without anything secret', () => {
    assert.equal(collectorUrl('http://collector:4318/').href, 'http://collector:4318/')
    for (const text of ['http://u@collector', 'http://:p@collector', 'http://collector?x=1', 'http://collector#x', 'grpc://collector'])
      assert.throws(() => collectorUrl(text), Fault, text)
  })

  it('of the service are an origin', () => {
    assert.equal(publicUrl('https://weather.example:8443').href, 'https://weather.example:8443/')
    for (const text of ['https://weather.example/app', 'https://weather.example/?x', 'https://u@weather.example', 'weather.example'])
      assert.throws(() => publicUrl(text), Fault, text)
  })

  it('of stores name their protocol', () => {
    assert.deepEqual(['postgres://db/x', 'postgresql:///x'].map(databaseUrl), ['postgres://db/x', 'postgresql:///x'])
    assert.throws(() => databaseUrl('mysql://db/x'), Fault)
    for (const text of ['redis://c', 'rediss://c', 'valkey://c', 'VALKEYS://c']) assert.equal(valkeyUrl(text), text)
    assert.throws(() => valkeyUrl('memcached://c'), Fault)
  })

  it('are told from senders, which have an address', () => {
    assert.deepEqual(mailbox('Wetter <w@weather.example>'), { name: 'Wetter', address: 'w@weather.example' })
    assert.throws(() => mailbox('Wetter'), Fault)
  })
})
