import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findGuessableReason } from './guessable.ts'

const OWNER = { email: 'Ada.Lovelace@mail.example.org', displayName: 'Ada King-Noël', siteName: 'Weather Isobar' }
const LISTED = new Set(['password', 'qwertyuiop', 'p@ssw0rd', 'sunshine', 'iloveyou', 'admin', '84926158', 'abc123', 'noël'])
const isListed = (text: string): boolean => LISTED.has(text)

const reason = (password: string): string => /lists|pattern|name/.exec(findGuessableReason(password, OWNER, isListed) ?? '')?.[0] ?? 'none'

describe('a password is refused', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    lists: [
      'qwertyuiop',
      'QwertyUIOP',
      'password12',
      'Password2026!',
      '!!2026password',
      '**sunshine99**',
      'P@ssw0rd123',
      'i love you 24',
      'I-Love-You!!!!',
      'passwordpassword',
      'password password',
      'SunshineSunshine1',
      'ｐａｓｓｗｏｒｄ１２',
      'abc123abc123',
      '84926158 84926158',
      'Noël2026!!',
    ],
    pattern: [
      'aaaaaaaaaa',
      'abababababab',
      'abcdefghijkl',
      '1234567890123',
      '9876543210',
      '0987654321098',
      '123123123123',
      '2468024680',
      '------------',
      '1234-5678-90',
      'aaaa aaaa aaaa',
    ],
    name: [
      'ada.lovelace',
      'Ada.Lovelace@mail.example.org',
      'lovelace2026!',
      'weather-isobar-1',
      'adminisobar1',
      'ISOBAR password',
      'ada ada ada ada',
      'king-noel'.replace('noel', 'Noël') + '12',
      'isobarsunshine',
      'examplexyz99',
    ],
  }
  for (const [expected, passwords] of Object.entries(cases)) {
    for (const password of passwords) it(`${password} (${expected})`, () => assert.equal(reason(password), expected))
  }
})

it('a password is accepted if an attacker would have to guess more than that', () => {
  const accepted = [
    'correct horse battery',
    'a long passphrase',
    'ada loves rainy weather',
    'the isobar at noon',
    'password manager made this',
    'kT9#vq2LmZ',
    '7301946285',
    '84926158 and more words',
    'sunshine over Porto',
    'abcdefghijkx',
    'échelle à neige',
    'xkcd936xkcd9',
  ]
  for (const password of accepted) assert.equal(findGuessableReason(password, OWNER, isListed), null, password)
})

it('names are found whole as well as by word, and the longest first', () => {
  const refused = [
    [{ ...OWNER, email: 'lovelace@example.org', displayName: 'Lace' }, 'lovelace-2026'],
    [{ ...OWNER, email: 'jo.li@example.org' }, 'jo.li-jo.li-1'],
    [{ ...OWNER, displayName: 'Al Bo' }, 'al-bo-2026!'],
    [{ ...OWNER, siteName: 'W X Y' }, 'wxy 2026 wxy 26'],
    [{ ...OWNER, email: 'x@y.museum' }, 'x@y.museum'],
    [OWNER, 'isobar-zzzzzz'],
  ] as const
  for (const [owner, password] of refused) assert.match(findGuessableReason(password, owner, isListed) ?? '', /name/, password)
})

it('no name, address or site name is needed, and short ones forbid nothing', () => {
  const owner = { email: 'a@b.cd', displayName: 'Al', siteName: 'X' }
  assert.equal(findGuessableReason('always balmy', owner, isListed), null)
  assert.equal(findGuessableReason('alal kal alq', owner, isListed), null)
  assert.equal(findGuessableReason('xxxxx al 12', { ...owner, email: '', displayName: '', siteName: '' }, isListed), null)
})

it('a top-level domain is nobody’s, and a listed word that is begun once more is not that word', () => {
  assert.equal(findGuessableReason('orgk orgq org', OWNER, isListed), null)
  assert.match(findGuessableReason('mailk mailq mail', OWNER, isListed) ?? '', /name/)
  assert.equal(findGuessableReason('sunshinesun', OWNER, isListed), null)
})

it('case, digits and punctuation at either end, and repetition make no listed word acceptable', () => {
  const words = fc.constantFrom(...[...LISTED].filter((word) => /^[a-z]{4,}$/.test(word)))
  const ends = fc.string({ unit: fc.constantFrom(...'0123456789!?._- '), maxLength: 12 })
  const cased = (word: string, mask: number): string => Array.from(word, (c, i) => ((mask >> i) & 1 ? c.toUpperCase() : c)).join('')
  fc.assert(
    fc.property(words, ends, ends, fc.nat(1023), fc.integer({ min: 1, max: 4 }), (word, before, after, mask, times) => {
      assert.match(findGuessableReason(before + cased(word, mask).repeat(times) + after, OWNER, isListed) ?? '', /lists/)
    }),
  )
})

it('takes linear time for the longest passwords', () => {
  for (const password of ['a'.repeat(200), '1'.repeat(199) + 'a', ' a'.repeat(100), 'ab'.repeat(99) + 'ba', 'ada'.repeat(66)]) {
    const begun = process.cpuUsage().user
    for (let i = 0; i < 100; i++) findGuessableReason(password, OWNER, isListed)
    assert.ok(process.cpuUsage().user - begun < 1_000_000, password)
  }
})
