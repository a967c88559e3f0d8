import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, CONDITIONS } from '../../../domain/condition.ts'
import type { Measurements } from '../../../domain/model.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { conditionOfId } from '../../../providers/openweather/conditions.ts'
import { weatherOf } from './conditions.ts'

const IDS = Array.from({ length: 1_000 }, (_, id) => id).filter((id) => conditionOfId(id) !== null)
type Sky = Parameters<typeof weatherOf>[0]
const sky = (change: Partial<Measurements>): Sky => ({
  condition: null,
  providerCode: null,
  cloudCover: null,
  precipitation: null,
  ...change,
})
const entryOf = (change: Partial<Measurements>, isDay: boolean | null = true, lang: (typeof LANGUAGES)[number] = 'en') =>
  weatherOf(sky(change), isDay, lang)[0]

describe('the weather of OpenWeather’s clients', () => {
  it('keeps every id that OpenWeather documents', () => {
    assert.equal(IDS.length, 55)
    for (const id of IDS) {
      const entry = entryOf({ condition: conditionOfId(id), providerCode: id })
      assert.equal(entry?.id, id)
      assert.match(entry?.icon ?? '', /^(?:0[1-49]|1[013]|50)d$/)
      assert.ok(entry?.main && entry.description)
    }
  })

  it('has an id for each of our conditions that is read as the same, but for those that OpenWeather has not', () => {
    const others: Partial<Record<Condition, Condition>> = {
      freezing_drizzle: 'freezing_rain',
      hail: 'sleet',
      thunderstorm_hail: 'thunderstorm',
    }
    for (const condition of CONDITIONS) assert.equal(conditionOfId(entryOf({ condition })?.id ?? null), others[condition] ?? condition)
  })

  it('takes no code of another provider for an id', () => {
    // WMO 61 is rain; what a station measured comes without a code.
    assert.equal(entryOf({ condition: 'light_rain', providerCode: 61 })?.id, 500)
    assert.equal(entryOf({ condition: 'rain', providerCode: null })?.id, 501)
  })

  it('shows the moon by night only', () => {
    assert.deepEqual(
      [true, false, null].map((isDay) => entryOf({ condition: 'clear' }, isDay)?.icon),
      ['01d', '01n', '01d'],
    )
  })

  it('is worded in every language, in English as OpenWeather does', () => {
    const texts = LANGUAGES.map((lang) => entryOf({ condition: 'overcast' }, true, lang)?.description)
    assert.equal(texts[0], 'overcast clouds')
    assert.ok(new Set(texts).size >= 6, texts.join())
  })

  it('follows from the clouds of a dry sky if no condition is known, and is unknown otherwise', () => {
    assert.equal(entryOf({ cloudCover: 30, precipitation: 0 })?.id, 801)
    assert.deepEqual(weatherOf(sky({ cloudCover: 30 }), true, 'en'), [])
    assert.deepEqual(weatherOf(sky({ precipitation: 0 }), true, 'de'), [])
  })
})
