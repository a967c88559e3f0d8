import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../../test/helpers/any-character.ts'
import { foldName } from './fold.ts'

const latin = fc.string({ unit: fc.integer({ min: 0x41, max: 0x24f }).map((code) => String.fromCodePoint(code)), maxLength: 20 })
const anyText = fc.string({ unit: anyCharacter, maxLength: 30 })
const cjk = fc.string({
  unit: fc
    .oneof(
      fc.integer({ min: 0x4e00, max: 0x9fff }),
      fc.integer({ min: 0x3041, max: 0x3094 }),
      fc.integer({ min: 0x30a1, max: 0x30fa }),
      fc.integer({ min: 0xac00, max: 0xd7a3 }),
    )
    .map((code) => String.fromCodePoint(code)),
  minLength: 1,
  maxLength: 20,
})

describe('foldName', () => {
  it('makes each pair equal', () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['São Paulo', 'SAO PAULO'],
      ['Gießen', 'GIESSEN'],
      ['STRAẞE', 'strasse'],
      ['Tromsø', 'tromso'],
      ['Łódź', 'Lodz'],
      ['İzmir', 'izmir'],
      ['IZMIR', 'ızmır'],
      ['Ísafjörður', 'isafjordur'],
      ['Αθήνα', 'ΑΘΗΝΑ'],
      ['Πειραιάς', 'ΠΕΙΡΑΙΑΣ'],
      ['Королёв', 'КОРОЛЕВ'],
      ['Ｔｏｋｙｏ', 'tokyo'],
      ['Œuilly', 'oeuilly'],
      ['ÆRØ', 'aero'],
      ['Þórshöfn', 'thorshofn'],
      ['Đà Nẵng', 'da nang'],
      ['Ħamrun', 'hamrun'],
      ['Ŧorne', 'torne'],
      ['Ŋgoma', 'ngoma'],
      ['ĸanger', 'kanger'],
      ['Gəncə', 'gence'],
      ['  New\u00a0 \u3000York\t', 'new york'],
      ['Zu\u0308rich', 'Z\u00fcrich'],
      ['\u017fchwerin', 'Schwerin'],
    ]
    for (const [one, other] of pairs) assert.equal(foldName(one), foldName(other), one)
  })

  it('keeps different names different', () => {
    assert.notEqual(foldName('ガ'), foldName('カ'))
    assert.notEqual(foldName('दिल्ली'), foldName('दल्ली'))
    assert.notEqual(foldName('東京'), foldName('京都'))
    assert.notEqual(foldName('Πάρος'), foldName('Πάρο'))
  })

  it('is idempotent for any text', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(foldName(foldName(text)), foldName(text))))
    fc.assert(fc.property(latin, (text) => assert.equal(foldName(foldName(text)), foldName(text))))
  })

  it('ignores case, the encoding of accents and surrounding space', () => {
    fc.assert(
      fc.property(latin, fc.constantFrom(' ', '\t', '\u00a0', '\u3000'), (text, space) => {
        const folded = foldName(text)
        assert.equal(foldName(text.toUpperCase()), folded)
        assert.equal(foldName(text.toLowerCase()), folded)
        assert.equal(foldName(text.normalize('NFD')), folded)
        assert.equal(foldName(space + text + space), folded)
      }),
    )
  })

  it('leaves no space at the ends and no double one', () => {
    fc.assert(fc.property(anyText, (text) => assert.doesNotMatch(foldName(text), /^\s|\s$|\s\s/)))
  })

  it('leaves Chinese, Japanese and Korean untouched', () => {
    fc.assert(fc.property(cjk, (text) => assert.equal(foldName(text), text)))
  })
})
