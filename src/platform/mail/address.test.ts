import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toAddressKey, toDeliverableAddress, maskEmail, parseMailbox, readEmailAddress } from './address.ts'

const right: readonly (readonly [text: string, email: string, key: string])[] = [
  ['ada@example.org', 'ada@example.org', 'ada@example.org'],
  ['Ada.L+weather@Mail.Example.ORG', 'Ada.L+weather@Mail.Example.ORG', 'ada.l+weather@mail.example.org'],
  ["  o'hara_1@example.co.uk ", "o'hara_1@example.co.uk", "o'hara_1@example.co.uk"],
  ['a@1-2.example', 'a@1-2.example', 'a@1-2.example'],
  ['post@Bücher.example', 'post@xn--bcher-kva.example', 'post@xn--bcher-kva.example'],
  ['post@例え.テスト', 'post@xn--r8jz45g.xn--zckzah', 'post@xn--r8jz45g.xn--zckzah'],
  [`${'l'.repeat(64)}@example.org`, `${'l'.repeat(64)}@example.org`, `${'l'.repeat(64)}@example.org`],
]

const wrong: readonly string[] = [
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@localhost',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@0x7f.1',
  'ada@example.123',
  'ada@exa mple.org',
  'ada@example..org',
  'ada@.example.org',
  'ada@example.org.',
  'ada@-example.org',
  'ada@exam_ple.org',
  'ada@ex%61mple.org',
  'ada@example.org/path',
  'ada@example.org:25',
  'ada@b@example.org',
  'a da@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'a..da@example.org',
  '"a da"@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'ada\u0000@example.org',
  'ada@example.org\n',
  'ada,eve@example.org',
  'Ada <ada@example.org>',
  'jürgen@example.org',
  `${'l'.repeat(65)}@example.org`,
  `ada@${'d'.repeat(64)}.org`,
  `ada@${'d.'.repeat(130)}org`,
  `${'l'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}example`,
]

describe('deliverableAddress', () => {
  it('accepts addresses as mail servers do', () => {
    const taken = {
      'ann@example.org': 'ann@example.org',
      "o'Brien+weather.2=x@Example.ORG": "o'Brien+weather.2=x@example.org",
      'ann@bücher.example': 'ann@xn--bcher-kva.example',
      'ann@例え.jp': 'ann@xn--r8jz45g.jp',
      'root@localhost': 'root@localhost',
    }
    for (const [text, address] of Object.entries(taken)) assert.equal(toDeliverableAddress(text), address)
  })

  it('refuses what would start another command or header, and invalid addresses', () => {
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
    for (const text of refused) assert.equal(toDeliverableAddress(text), null, JSON.stringify(text))
  })
})

describe('parseMailbox', () => {
  it('reads a name and an address', () => {
    assert.deepEqual(parseMailbox('Isobar <no-reply@weather.example>'), { name: 'Isobar', address: 'no-reply@weather.example' })
    assert.deepEqual(parseMailbox('"Wetter, hier" <w@bücher.example>'), { name: 'Wetter, hier', address: 'w@xn--bcher-kva.example' })
    assert.deepEqual(parseMailbox('w@weather.example'), { name: null, address: 'w@weather.example' })
  })

  it('refuses lists, line breaks and invalid addresses', () => {
    for (const text of ['a@b.example, c@d.example', 'Isobar', 'Isobar <>', 'Iso\r\nbar <a@b.example>', ''])
      assert.equal(parseMailbox(text), null)
  })
})

describe('readEmailAddress', () => {
  for (const [text, email, key] of right) it(`accepts ${text}`, () => assert.deepEqual(readEmailAddress(text), { email, key }))
  for (const text of wrong) {
    it(`refuses ${JSON.stringify(text).slice(0, 60)}`, () => {
      const read = readEmailAddress(text)
      assert.ok('problem' in read && read.problem.length > 10)
    })
  }
  it('says that letters beyond ASCII are the problem', () => {
    assert.deepEqual(readEmailAddress('jürgen@example.org'), { problem: 'must have only ASCII characters before the @' })
  })
})

describe('maskEmail', () => {
  it('keeps the first letter and the domain', () => {
    assert.deepEqual(['ada@example.org', 'a@b.cd'].map(maskEmail), ['a•••@example.org', 'a•••@b.cd'])
  })
})

describe('the rules for readers and for delivery', () => {
  it('accept no reader to whom nothing can be sent', () => {
    for (const [text, email] of right) assert.equal(toDeliverableAddress(text.trim())?.toLowerCase(), email.toLowerCase())
  })
  it('allow delivery only to possible readers, except on hosts of the local network', () => {
    const own = new Set(['ada@localhost', 'ada@127.0.0.1', 'ada@0x7f.1', 'ada@example.123'])
    for (const text of wrong) if (!own.has(text)) assert.equal(toDeliverableAddress(text), null, JSON.stringify(text))
  })
})

describe('addressKeyOf', () => {
  it('is the key under which an address is stored, however it is written', () => {
    for (const [text, , key] of right) assert.equal(toAddressKey(text), key)
    assert.equal(toAddressKey(' ADA@Bücher.example '), 'ada@xn--bcher-kva.example')
  })
})
