import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { getTranslator } from '../../../src/messages/messages.ts'
import { EN, normaliseSpaces } from '../city/testing/teller.ts'
import { buildTestHourly } from '../city/testing/weather.ts'
import type { Hourly } from '../city/weather.ts'
import type { DayHour } from './hours.ts'
import { buildPartsView } from './parts.ts'

const { units } = buildTestHourly('2026-11-21T00:00:00Z', [])
const HOUR_MS = 3_600_000

/** The hours of a day in Berlin, all alike unless stated. */
function day(of: (hour: number) => Partial<Hourly['points'][number]> | null): DayHour[] {
  return Array.from({ length: 24 }, (_, index) => {
    const known = of(index)
    const [point] = buildTestHourly(new Date(Date.parse('2026-11-20T23:00:00Z') + index * HOUR_MS).toISOString(), [known ?? {}]).points
    const time = point?.time ?? ''
    return { time, point: known === null ? null : (point ?? null), basis: known === null ? null : 'forecast' }
  })
}

describe('the parts of a day', () => {
  const of = (...given: Parameters<typeof day>) =>
    buildPartsView(day(...given), units, EN).map(({ text, range }) => [range, normaliseSpaces(text)])

  it('say how warm it is, what falls, how sure it is, and how it blows', () => {
    assert.deepEqual(
      of((hour) => ({
        temperature: hour < 6 ? -1 : hour,
        precipitation: hour >= 13 && hour < 16 ? 1.2 : 0,
        rain: hour >= 13 && hour < 16 ? 1.2 : 0,
        precipitationProbability: hour >= 13 && hour < 16 ? 0.9 : 0,
        windGust: hour >= 18 ? 70 : 20,
      })),
      [
        ['\u22121°', 'Dry.'],
        ['6° to 11°', 'Dry.'],
        ['12° to 17°', 'Light rain, 3.6 mm.'],
        ['18° to 23°', 'Gusts of up to 70 km/h. Dry.'],
      ],
    )
  })

  it('say that it stays dry only if every hour is known, and what is doubtful as such', () => {
    const [night, morning, afternoon, evening] = of((hour) =>
      hour === 2
        ? null
        : {
            temperature: 1,
            precipitation: hour === 14 ? 0.4 : 0,
            snow: hour === 14 ? 0.4 : 0,
            precipitationProbability: hour === 14 ? 0.4 : hour === 20 ? 0.3 : 0,
          },
    )
    assert.deepEqual(
      { secondNight: night?.[1], secondMorning: morning?.[1], secondAfternoon: afternoon?.[1], secondEvening: evening?.[1] },
      {
        secondNight: '',
        secondMorning: 'Dry.',
        secondAfternoon: 'Light snow possible (40%, about 0.3 cm, 0.4 mm as water).',
        secondEvening: 'Probably dry.',
      },
    )
  })

  it('are left out if less than half of their hours is known', () => {
    assert.deepEqual(
      buildPartsView(
        day((hour) => (hour < 9 ? null : { temperature: 1 })),
        units,
        EN,
      ).map(({ name, from }) => [name, from]),
      [
        ['Morning', '06:00'],
        ['Afternoon', '12:00'],
        ['Evening', '18:00'],
      ],
    )
    assert.deepEqual(
      buildPartsView(
        day(() => null),
        units,
        EN,
      ),
      [],
    )
  })

  it('show the sky under which most falls, else the most frequent one', () => {
    const sky = (hour: number) => (hour === 7 ? 'Heavy rain' : hour % 3 === 0 ? 'Sunny' : 'Overcast')
    const [night, morning] = buildPartsView(
      day((hour) => ({ description: sky(hour), icon: sky(hour), precipitation: hour === 7 ? 4 : 0 })),
      units,
      EN,
    )
    assert.deepEqual({ nightWords: night?.words, morningWords: morning?.words }, { nightWords: 'Overcast', morningWords: 'Heavy rain' })
    const [showers] = buildPartsView(
      day((hour) => ({ description: hour === 1 ? 'Overcast' : 'Rain', precipitation: hour > 0 && hour < 4 ? 1 : 0 })),
      units,
      EN,
    )
    assert.equal(showers?.words, 'Rain')
  })

  it('end every sentence in every language', () => {
    for (const lang of LANGUAGES) {
      const parts = buildPartsView(
        day((hour) => ({ precipitation: hour < 6 ? 0 : 1, precipitationProbability: hour < 12 ? 0.4 : 1, windGust: 80 })),
        units,
        { ...EN, lang, locale: lang, t: getTranslator(lang).t },
      )
      assert.equal(parts.length, 4)
      for (const { text } of parts) assert.match(text, /[.。]$/, lang)
    }
  })
})
