import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deliverableAddress, parseMailbox } from './address.ts'

describe('deliverableAddress', () => {
  it('takes addresses as mail servers do', () => {
    const taken = {
      'ann@example.org': 'ann@example.org',
      "o'Brien+weather.2=x@Example.ORG": "o'Brien+weather.2=x@example.org",
      'ann@bücher.example': 'ann@xn--bcher-kva.example',
      'ann@例え.jp': 'ann@xn--r8jz45g.jp',
      'root@localhost': 'root@localhost',
    }
    for (const [text, address] of Object.entries(taken)) assert.equal(deliverableAddress(text), address)
  })

  it('refuses what would begin another command or header, and what is no address', () => {
    const refused = [
      'ann@example.org\r\nBcc: bob@example.org',
      'ann@example.org\nRCPT TO:<bob@example.org>',
      'ann\0@example.org',
      'ann@example.org>',
      '<ann@example.org>',
      'ann@example.org, bob@example.org',
      'ann bob@example.org',
      '"ann bob"@example.org',
      'ann@bob@example.org',
      'änn@example.org',
      'ann@',
      '@example.org',
      'ann',
      '',
      'ann@-example.org',
      'ann@exam ple.org',
      'ann@%41.org',
      'ann@[127.0.0.1]',
      `${'a'.repeat(65)}@example.org`,
      `ann@${'a.'.repeat(130)}org`,
    ]
    for (const text of refused) assert.equal(deliverableAddress(text), null, JSON.stringify(text))
  })
})

describe('parseMailbox', () => {
  it('reads a name and an address', () => {
    assert.deepEqual(parseMailbox('Isobar <no-reply@weather.example>'), { name: 'Isobar', address: 'no-reply@weather.example' })
    assert.deepEqual(parseMailbox('"Wetter, hier" <w@bücher.example>'), { name: 'Wetter, hier', address: 'w@xn--bcher-kva.example' })
    assert.deepEqual(parseMailbox('w@weather.example'), { name: null, address: 'w@weather.example' })
  })

  it('refuses lists, line ends and what is no address', () => {
    for (const text of ['a@b.example, c@d.example', 'Isobar', 'Isobar <>', 'Iso\r\nbar <a@b.example>', ''])
      assert.equal(parseMailbox(text), null)
  })
})
