import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toConditionIcon, CONDITION_ICONS } from './condition-icon.ts'
import { describeCondition } from './condition-text.ts'
import { gradeCloudCover, CONDITIONS } from './condition.ts'
import { ENGLISH, LANGUAGES, readTestTexts } from './testing/texts.ts'

describe('conditionIcon', () => {
  it('names an existing icon for every condition, by day and by night', () => {
    for (const condition of CONDITIONS)
      for (const isDay of [true, false, null]) {
        const icon = toConditionIcon(condition, isDay)
        assert.ok(icon !== null && CONDITION_ICONS.includes(icon))
        assert.ok(icon.startsWith(condition.replaceAll('_', '-')))
      }
    assert.equal(new Set(CONDITION_ICONS).size, 34)
  })

  it('distinguishes day and night if the sky shows, and assumes day if unknown', () => {
    assert.equal(toConditionIcon('clear', true), 'clear-day')
    assert.equal(toConditionIcon('clear', false), 'clear-night')
    assert.equal(toConditionIcon('clear', null), 'clear-day')
    assert.equal(toConditionIcon('fog', false), 'fog')
    assert.equal(toConditionIcon(null, true), null)
  })
})

it('the condition of a dry sky follows its cloud cover in eighths', () => {
  const eighths = ['clear', 'mostly_clear', 'mostly_clear', 'partly_cloudy', 'partly_cloudy']
  const all = [...eighths, 'mostly_cloudy', 'mostly_cloudy', 'mostly_cloudy', 'overcast']
  assert.deepEqual(
    all.map((_, eighth) => gradeCloudCover(12.5 * eighth)),
    all,
  )
  assert.deepEqual([6.2, 6.3, 93.7, 93.8].map(gradeCloudCover), ['clear', 'mostly_clear', 'mostly_cloudy', 'overcast'])
})

describe('conditionText', () => {
  it('has a different, trimmed text for every condition in every language', () => {
    for (const language of LANGUAGES) {
      const texts = CONDITIONS.map((condition) => describeCondition(condition, true, readTestTexts(language)) ?? '')
      for (const text of texts) assert.ok(text !== '' && text === text.trim() && text.length <= 40, `${language}: "${text}"`)
      assert.equal(new Set(texts).size, CONDITIONS.length, language)
    }
  })

  it('has wordings for day and night', () => {
    assert.equal(describeCondition('clear', true, ENGLISH), 'Sunny')
    assert.equal(describeCondition('clear', false, ENGLISH), 'Clear')
    assert.equal(describeCondition('clear', null, ENGLISH), 'Clear')
    assert.equal(describeCondition('clear', false, readTestTexts('de')), 'Klar')
    assert.equal(describeCondition('heavy_rain', false, readTestTexts('fr')), 'Forte pluie')
    assert.equal(describeCondition(null, true, ENGLISH), null)
  })

  it('is translated: no language repeats the English wording, except for identical terms', () => {
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      const same = CONDITIONS.filter(
        (condition) => describeCondition(condition, true, readTestTexts(language)) === describeCondition(condition, true, ENGLISH),
      )
      assert.deepEqual(
        same.filter((condition) => condition !== 'tornado'),
        [],
        language,
      )
    }
  })
})
