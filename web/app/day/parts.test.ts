import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { translatorOf } from '../../../src/messages/messages.ts'
import { EN, plain } from '../city/testing/teller.ts'
import { hourly } from '../city/testing/weather.ts'
import type { Hourly } from '../city/weather.ts'
import type { DayHour } from './hours.ts'
import { partsView } from './parts.ts'

const { units } = hourly('2026-11-21T00:00:00Z', [])
const HOUR_MS = 3_600_000

/** The hours of a day in Berlin, all alike unless stated. */
function day(of: (hour: number) => Partial<Hourly['points'][number]> | null): DayHour[] {
  return Array.from({ length: 24 }, (_, index) => {
    const known = of(index)
    const [point] = hourly(new Date(Date.parse('2026-11-20T23:00:00Z') + index * HOUR_MS).toISOString(), [known ?? {}]).points
    const time = point?.time ?? ''
    return { time, point: known === null ? null : (point ?? null), basis: known === null ? null : 'forecast' }
  })
}

describe('the parts of a day', () => {
  const of = (...given: Parameters<typeof day>) => partsView(day(...given), units, EN).map(({ text, range }) => [range, plain(text)])

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
        ['12° to 17°', 'Rain, 3.6 mm.'],
        ['18° to 23°', 'Dry. Gusts of up to 70 km/h.'],
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
    assert.deepEqual([night?.[1], morning?.[1], afternoon?.[1], evening?.[1]], ['', 'Dry.', 'Snow possible (40%).', 'Probably dry.'])
  })

  it('are left out if less than half of their hours is known', () => {
    assert.deepEqual(
      partsView(
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
      partsView(
        day(() => null),
        units,
        EN,
      ),
      [],
    )
  })

  it('show the sky under which most falls, else the most frequent one', () => {
    const sky = (hour: number) => (hour === 7 ? 'Heavy rain' : hour % 3 === 0 ? 'Sunny' : 'Overcast')
    const [night, morning] = partsView(
      day((hour) => ({ description: sky(hour), icon: sky(hour), precipitation: hour === 7 ? 4 : 0 })),
      units,
      EN,
    )
    assert.deepEqual([night?.words, morning?.words], ['Overcast', 'Heavy rain'])
    const [showers] = partsView(
      day((hour) => ({ description: hour === 1 ? 'Overcast' : 'Rain', precipitation: hour > 0 && hour < 4 ? 1 : 0 })),
      units,
      EN,
    )
    assert.equal(showers?.words, 'Rain')
  })

  it('end every sentence in every language', () => {
    for (const lang of LANGUAGES) {
      const parts = partsView(
        day((hour) => ({ precipitation: hour < 6 ? 0 : 1, precipitationProbability: hour < 12 ? 0.4 : 1, windGust: 80 })),
        units,
        { ...EN, lang, locale: lang, t: translatorOf(lang).t },
      )
      assert.equal(parts.length, 4)
      for (const { text } of parts) assert.match(text, /[.。]$/, lang)
    }
  })
})
