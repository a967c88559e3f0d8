import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from './languages.ts'
import { formatMessage, getAreaMessages, getTranslator } from './messages.ts'

describe('message', () => {
  it('fills in values, and does not expand them', () => {
    assert.equal(formatMessage('en', 'digest.subject.one', { place: '{headline}', headline: '$& ’{' }), '{headline}: $& ’{')
  })

  it('selects the plural form of the language for the number', () => {
    const more = (n: number) => formatMessage('en', 'digest.alerts.more', { n })
    assert.deepEqual([1, 2, 1234].map(more), ['One more warning.', '2 more warnings.', '1234 more warnings.'])
  })

  it('has no text without all values', () => {
    assert.throws(() => formatMessage('en', 'digest.alerts.more', {} as { n: number }), /needs 'n'/)
    assert.throws(() => formatMessage('en', 'digest.subject.one', { place: 'Berlin' } as never), /needs 'headline'/)
  })
})

describe('translatorOf', () => {
  it('isolates values from right-to-left text, but not plain numbers', () => {
    const { t, direction, isolate } = getTranslator('ar')
    assert.equal(t('digest.subject.one', { place: 'Berlin', headline: 'صافٍ' }), '\u2068Berlin\u2069: صافٍ')
    assert.equal(t('digest.alerts.more', { n: 11 }), '11 تحذيرًا آخر.')
    assert.deepEqual({ direction, isolate: isolate('14 °C') }, { direction: 'rtl', isolate: '\u206814 °C\u2069' })
  })

  it('selects the form that a value names, in every language', () => {
    for (const lang of LANGUAGES) {
      const { t } = getTranslator(lang)
      const tell = (kind: string) => t('city.notes.yesterday', { forecast: '7°', observed: '8°', kind })
      assert.notEqual(tell('measured'), tell('computed'), lang)
      assert.equal(tell('other'), tell('computed'), lang)
    }
  })

  it('leaves values in left-to-right text as they are', () => {
    const { t, direction, isolate } = getTranslator('ja')
    assert.equal(t('digest.subject.one', { place: 'Berlin', headline: '晴れ' }), 'Berlin：晴れ')
    assert.deepEqual({ direction, isolate: isolate('14 °C') }, { direction: 'ltr', isolate: '14 °C' })
  })

  it('looks up no key that is not a message', () => {
    for (const key of ['toString', '__proto__', 'mail']) assert.throws(() => getTranslator('en').lookUp(key), /catalogue has no/)
  })
})

describe('messagesOf', () => {
  it('are those of the area, with the placeholders that the browser fills in', () => {
    assert.deepEqual(Object.keys(getAreaMessages('de', 'measure')), ['asWater'])
    assert.equal(getAreaMessages('de', 'measure').asWater, '{amount} als Wasser')
    assert.equal(getAreaMessages('ar', 'measure').asWater, '\u2068{amount}\u2069 من الماء')
  })

  it('have no plural forms, which the browser cannot select', () => {
    assert.throws(() => getAreaMessages('en', 'digest'), /browser/)
  })
})
