import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseTextForLanguage } from './alert-text.ts'

describe('the text for a reader', () => {
  const cases: readonly (readonly [lang: string, languages: readonly [string, ...string[]], chosen: string])[] = [
    ['de-CH', ['de', 'fr', 'de-CH'], 'de-CH'],
    ['de-AT', ['en', 'fr', 'de-CH'], 'de-CH'],
    ['DE', ['fr', 'de'], 'de'],
    ['nb', ['en', 'no'], 'no'],
    ['no', ['en', 'nn'], 'nn'],
    ['ja', ['no', 'en-GB'], 'en-GB'],
    ['ja', ['fr', 'de'], 'fr'],
    ['pt-BR', ['pt-PT', 'en'], 'pt-PT'],
  ]
  for (const [lang, languages, chosen] of cases)
    it(`of ${lang} is ${chosen} of ${languages.join(', ')}`, () => {
      const [first, ...others] = languages.map((language) => ({ language }))
      assert.equal(chooseTextForLanguage([first as { language: string }, ...others], lang).language, chosen)
    })
})
