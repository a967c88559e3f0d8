import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchLanguage } from './language-tag.ts'
import { LANGUAGES } from './languages.ts'

describe('matchLanguage', () => {
  it('finds each language alone, in any case, with script, region, variant or extension', () => {
    for (const language of LANGUAGES) {
      assert.equal(matchLanguage(language), language)
      assert.equal(matchLanguage(language.toUpperCase()), language)
    }
    assert.equal(matchLanguage('pt-BR'), 'pt')
    assert.equal(matchLanguage('de-Latn-AT'), 'de')
    assert.equal(matchLanguage('de-CH-1996'), 'de')
    assert.equal(matchLanguage('ar-EG-u-nu-latn'), 'ar')
    assert.equal(matchLanguage('es-419'), 'es')
    assert.equal(matchLanguage('fr-x-private'), 'fr')
  })

  it('is English for an unsupported language', () => {
    for (const tag of ['zh-Hant', 'zh-Hans-CN', 'nb', 'gsw', 'zh-yue', 'x-klingon', 'i-klingon', 'deu'])
      assert.equal(matchLanguage(tag), 'en')
  })

  it('is null for a malformed tag', () => {
    const malformed = [
      '',
      ' ',
      '*',
      'en_US',
      'e',
      'en-',
      '-en',
      'en--US',
      'englishlanguage',
      'en-toolongsubtag',
      'dé',
      'en;q=0.8',
      'de,en',
      `en-x-${'a-'.repeat(40)}b`,
    ]
    for (const tag of malformed) assert.equal(matchLanguage(tag), null, tag)
  })

  it('handles a long hostile tag at once', () => {
    assert.equal(matchLanguage(`a${'-aaaaaaa'.repeat(20_000)}!`), null)
  })
})
