import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isolateText } from './bidi.ts'
import { formatLocale, formatLanguageName } from './locale.ts'

describe('a value in right-to-left text', () => {
  const isolate = (text: string) => `\u2068${text}\u2069`
  const table: readonly (readonly [text: string, isIsolated: boolean])[] = [
    ['Berlin', true],
    ['14 °C', true],
    ['52.52, 13.40', true],
    ['-5', true],
    // Its letters of another script would carry what surrounds them along.
    ['مطر PM10', true],
    ['مطر', false],
    ['مطر 5', false],
    ['14', false],
    ['', false],
  ]
  for (const [text, isIsolated] of table)
    it(`${JSON.stringify(text)} is ${isIsolated ? 'isolated' : 'as it is'}`, () =>
      assert.equal(isolateText(text), isIsolated ? isolate(text) : text))

  it('is isolated once, unless only a part of it is', () => {
    assert.equal(isolateText(isolate('Berlin')), isolate('Berlin'))
    const two = `${isolate('a')}, ${isolate('b')}`
    assert.equal(isolateText(two), isolate(two))
  })
})

describe('a language', () => {
  it('formats Arabic with the digits and the calendar of official texts, others as their region does', () => {
    assert.equal(new Intl.NumberFormat(formatLocale('ar', 'ar-EG')).format(12), '12')
    assert.match(formatLocale('ar', 'ar-SA'), /ca-gregory/)
    assert.equal(formatLocale('de', 'de-CH'), 'de-CH')
    assert.throws(() => formatLocale('ar', 'not a tag'), RangeError)
  })

  it('has its own name, with a capital letter where it has any', () => {
    assert.deepEqual((['en', 'fr', 'es', 'ja'] as const).map(formatLanguageName), ['English', 'Français', 'Español', '日本語'])
  })
})
