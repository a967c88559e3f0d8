import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatLocale, hasTwelveHourClock } from './locale.ts'

describe('formatLocale', () => {
  it('takes English without a region for international, and any other as it is', () => {
    const locales = ['en', 'en-Latn', 'en-US', 'en-AU'].map((tag) => formatLocale('en', tag))
    assert.deepEqual(locales, ['en-GB', 'en-GB', 'en-US', 'en-AU'])
    assert.deepEqual(locales.map(hasTwelveHourClock), [false, false, true, true])
    assert.equal(formatLocale('de', 'de'), 'de')
    assert.equal(formatLocale('ar', 'ar-SA'), 'ar-SA-u-ca-gregory-nu-latn')
  })
})
