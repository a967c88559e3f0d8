import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMailWords } from './words.ts'

describe('mailWords', () => {
  const evening = '2026-11-24T17:30:00Z'

  it('uses the language of the tag and the formats of its region', () => {
    const spoken = [
      'de',
      'de-AT',
      'fr-CA',
      'es-419',
      'it',
      'pt-BR',
      'ja',
      'ar',
      'ar-SA',
      'nl',
      'en-GB-oed',
      'not a tag',
      'de-u-ca-buddhist',
    ].map((tag) => {
      const { language, locale, direction } = getMailWords(tag)
      return `${tag}: ${language} ${locale} ${direction}`
    })
    assert.deepEqual(spoken, [
      'de: de de ltr',
      'de-AT: de de-AT ltr',
      'fr-CA: fr fr-CA ltr',
      'es-419: es es-419 ltr',
      'it: it it ltr',
      'pt-BR: pt pt-BR ltr',
      'ja: ja ja ltr',
      'ar: ar ar-u-ca-gregory-nu-latn rtl',
      'ar-SA: ar ar-SA-u-ca-gregory-nu-latn rtl',
      'nl: en en-GB ltr',
      'en-GB-oed: en en-GB ltr',
      'not a tag: en en-GB ltr',
      'de-u-ca-buddhist: de de ltr',
    ])
  })

  it('writes times as the language does, in the given zone', () => {
    const texts = ['en', 'en-US', 'de'].map((tag) => getMailWords(tag).moment(evening, 'America/New_York').replaceAll(/\s/g, ' '))
    assert.deepEqual(texts, ['Tue 24 Nov, 12:30', 'Tue, Nov 24, 12:30 PM', 'Di., 24. Nov., 12:30'])
  })

  it('writes lists, numbers, amounts, days and spans in the formats of the region', () => {
    const morning = '2026-11-24T06:05:00Z'
    const samples = (tag: string) => {
      const words = getMailWords(tag)
      return [
        words.list(['a', 'b', 'c']),
        words.number(-1_234.5678, 3),
        words.number(-0.04, 1),
        words.number(2.5, 0),
        words.percent(0.805),
        words.amountOf(1, 'day'),
        words.amountOf(6, 'hour'),
        words.day('2026-11-24'),
        words.weekday('2026-11-24'),
        words.days('2026-11-21', '2026-11-27'),
        words.time(morning, 'UTC'),
        words.moments(morning, evening, 'UTC'),
      ].map((text) => text.replaceAll(/[\s\u2009]/g, ' '))
    }
    const written = (tag: string) => samples(tag).join(' | ')
    assert.equal(
      written('en'),
      'a, b and c | −1,234.568 | 0 | 3 | 81% | 1 day | 6 hours | Tue 24 Nov | Tue | 21 – 27 November | 06:05 | Tue 24 Nov, 06:05–17:30',
    )
    assert.match(written('en-US'), /Tue, Nov 24 \| Tue \| November 21 – 27 \| 6:05 AM \| Tue, Nov 24, 6:05 AM – 5:30 PM$/)
    assert.match(written('de'), /^a, b und c \| −1\.234,568 \| 0 \| 3 \| 81 % \| 1 Tag \| 6 Stunden \| Di\., 24\. Nov\. \|/)
  })

  it('formats English as in the United States only where it says so', () => {
    assert.deepEqual(
      ['en', 'en-US', 'en-Latn', 'en-AU', 'EN'].map((tag) => getMailWords(tag).locale),
      ['en-GB', 'en-US', 'en-GB', 'en-AU', 'en-GB'],
    )
    assert.equal(getMailWords('de').locale, 'de')
    assert.equal(getMailWords('EN-in').locale, 'en-IN')
  })

  it('names the zone correctly for all times of a mail, even across a clock change', () => {
    const { zone } = getMailWords('en')
    const at = (instant: string) => [zone(instant, 'Europe/Berlin'), zone(instant, 'Asia/Tokyo')]
    assert.deepEqual(at('2026-10-10T06:00:00Z'), ['Central European Summer Time', 'Japan Standard Time'])
    assert.deepEqual(at('2026-10-19T06:00:00Z'), ['Central European Time', 'Japan Standard Time'])
    assert.deepEqual(at('2026-10-26T06:00:00Z'), ['Central European Standard Time', 'Japan Standard Time'])
    assert.equal(zone('2026-10-19T06:00:00Z', 'UTC'), 'Coordinated Universal Time')
  })

  it('says UTC if it does not know the zone', () => {
    assert.match(getMailWords('en').moment(evening, 'Mars/Olympus'), /17:30 UTC$/)
  })

  it('isolates text that would be reordered in Arabic, and nothing elsewhere', () => {
    const text = (tag: string, place: string, headline: string) => getMailWords(tag).t('digest.subject.one', { place, headline })
    assert.equal(text('ar', '52.52, 13.40', 'صافٍ'), '\u206852.52, 13.40\u2069: صافٍ')
    assert.equal(text('ar', 'Berlin (Mitte)', '\u20685 °C\u2069'), '\u2068Berlin (Mitte)\u2069: \u20685 °C\u2069')
    assert.equal(text('it', '52.52, 13.40', 'sereno'), '52.52, 13.40: sereno')
  })

  it('chooses among the plural forms of Arabic', () => {
    const { t } = getMailWords('ar')
    assert.deepEqual(
      [1, 2, 3, 11, 100].map((n) => t('digest.alerts.more', { n })),
      ['تحذير آخر.', 'تحذيران آخران.', '3 تحذيرات أخرى.', '11 تحذيرًا آخر.', '100 تحذير آخر.'],
    )
  })

  it('writes Arabic with the same digits and calendar in every region', () => {
    const texts = ['ar', 'ar-EG', 'ar-SA'].map((tag) => {
      const { day, number, percent, amountOf } = getMailWords(tag)
      return [day('2026-11-24'), number(1.5, 1), percent(0.8), amountOf(3, 'hour')].join(' ')
    })
    for (const text of texts) {
      assert.match(text, /24 .*1\.5.*80.*3/)
      assert.doesNotMatch(text, /[٠-٩]/)
    }
  })

  it('finds only keys of the catalogue', () => {
    const words = getMailWords('en')
    assert.throws(() => words.lookUp('toString'), /has no 'toString'/)
    assert.equal(words.lookUp('mail.unsubscribe'), 'Unsubscribe')
  })
})
