import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CONDITIONS, type Condition } from '@isobar/weather'
import { conditionOfId } from '../../../../packages/providers/src/openweather/conditions.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { buildWeatherEntries } from './conditions.ts'

const IDS = Array.from({ length: 1_000 }, (_, id) => id).filter((id) => conditionOfId(id) !== null)
type Sky = Parameters<typeof buildWeatherEntries>[0]
const entryOf = (sky: Partial<Sky>, isDay: boolean | null = true, lang: (typeof LANGUAGES)[number] = 'en') =>
  buildWeatherEntries({ condition: 'clear', providerCode: null, ...sky }, isDay, lang)[0]

describe('the weather of OpenWeather’s clients', () => {
  it('keeps every id that OpenWeather documents', () => {
    assert.equal(IDS.length, 55)
    for (const id of IDS) {
      const entry = entryOf({ condition: conditionOfId(id) ?? 'clear', providerCode: id })
      assert.equal(entry.id, id)
      assert.match(entry.icon, /^(?:0[1-49]|1[013]|50)d$/)
      assert.ok(entry.main && entry.description)
    }
  })

  it('has an id for each of our conditions that is read as the same, but for those that OpenWeather has not', () => {
    const others: Partial<Record<Condition, Condition>> = {
      freezing_drizzle: 'freezing_rain',
      hail: 'sleet',
      thunderstorm_hail: 'thunderstorm',
    }
    for (const condition of CONDITIONS) assert.equal(conditionOfId(entryOf({ condition }).id), others[condition] ?? condition)
  })

  it('takes no code of another provider for an id', () => {
    // WMO 61 is rain; what a station measured comes without a code.
    assert.equal(entryOf({ condition: 'light_rain', providerCode: 61 }).id, 500)
    assert.equal(entryOf({ condition: 'rain', providerCode: null }).id, 501)
  })

  it('shows the moon by night only', () => {
    assert.deepEqual(
      [true, false, null].map((isDay) => entryOf({ condition: 'clear' }, isDay).icon),
      ['01d', '01n', '01d'],
    )
  })

  it('is worded in every language, in English as OpenWeather does', () => {
    const texts = LANGUAGES.map((lang) => entryOf({ condition: 'overcast' }, true, lang).description)
    assert.equal(texts[0], 'overcast clouds')
    assert.ok(new Set(texts).size >= 6, texts.join())
  })
})
