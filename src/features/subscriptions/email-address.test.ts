import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maskEmail, readEmailAddress } from './email-address.ts'

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

describe('readEmailAddress', () => {
  for (const [text, email, key] of right) it(`takes ${text}`, () => assert.deepEqual(readEmailAddress(text), { email, key }))
  for (const text of wrong) {
    it(`refuses ${JSON.stringify(text).slice(0, 60)}`, () => {
      const read = readEmailAddress(text)
      assert.ok('problem' in read && read.problem.length > 10)
    })
  }
  it('says that letters beyond ASCII are the trouble', () => {
    assert.deepEqual(readEmailAddress('jürgen@example.org'), { problem: 'must have plain ASCII letters before the @' })
  })
})

describe('maskEmail', () => {
  it('leaves the first letter and the domain', () => {
    assert.deepEqual(['ada@example.org', 'a@b.cd'].map(maskEmail), ['a•••@example.org', 'a•••@b.cd'])
  })
})
