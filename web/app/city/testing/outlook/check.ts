import assert from 'node:assert/strict'
import { type UnitSystem, getUnitWriter, renderHourly } from '@isobar/weather'
import { type Language, LANGUAGES } from '../../../../../src/messages/languages.ts'
import { getPlainTexts, getTranslator } from '../../../../../src/messages/messages.ts'
import { describeOutlook } from '../../view/outlook.ts'
import type { Hourly } from '../../weather.ts'
import { buildTestHourly } from '../weather.ts'
import { checkOutlook, type Hour, type Weather } from './oracle.ts'
import { parseOutlookText } from './told.ts'

/** Canonical hours as a page has them: in the API's units, rounded. Sentences use nothing of them that depends on the language. */
function answerFor({ hours }: Weather, system: UnitSystem): Hourly {
  const writer = getUnitWriter(system)
  const texts = getPlainTexts('en')
  const points = hours.map((hour) => ({
    ...renderHourly(hour, writer, texts),
    ...('stepHours' in hour ? { stepHours: hour.stepHours } : {}),
  }))
  return { ...buildTestHourly('2026-01-01T00:00:00Z', []), units: writer.labels, points }
}

function tell(answer: Hourly, { zone, now }: Weather, lang: Language): string {
  const teller = { t: getTranslator(lang).t, lang, locale: 'en-GB', hour12: false, zone, now }
  return describeOutlook({ current: null, hourly: answer, daily: null, minutely: null }, teller)
}

/** Tells weather in every language, and checks what is understood. @returns the number of sentences @throws what is wrong */
export function checkSentences(weather: Weather, system: UnitSystem): number {
  const answer = answerFor(weather, system)
  let count = 0
  let original = ''
  for (const lang of LANGUAGES) {
    const text = tell(answer, weather, lang)
    const told = parseOutlookText(text, lang)
    assert.ok(told !== null, `not understood in ${lang}: ${text}`)
    const sense = JSON.stringify(told.map(({ form, what, start, end }) => [form, what, start, end]))
    if (lang === 'en') {
      original = sense
      try {
        checkOutlook(told, system === 'imperial' ? { ...weather, hours: weather.hours.map(asAnswered) } : weather)
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${text}\n${describeHours(weather)}`, { cause: error })
      }
    }
    assert.equal(sense, original, `${lang} says something else: ${text}`)
    count += told.length
  }
  return count
}

/** An hour as answers in inches have it: their amounts are rounded to thousandths. */
function asAnswered(hour: Hour): Hour {
  return { ...hour, precipitation: throughInches(hour.precipitation), rain: throughInches(hour.rain), snow: throughInches(hour.snow) }
}

function throughInches(mm: number | null): number | null {
  if (mm === null) return null
  const answered = Math.round((mm / 25.4) * 1_000) * 0.0254
  return answered < 0.1 ? answered : Math.round(answered * 10) / 10
}

function describeHours({ hours, zone, now }: Weather): string {
  const rows = hours
    .slice(0, 25)
    .map(({ time, condition, precipitation, rain, snow, precipitationProbability: chance, windSpeed, windGust, temperature, ...hour }) =>
      [time, 'stepHours' in hour ? hour.stepHours : 1, condition, precipitation, rain, snow, chance, windSpeed, windGust, temperature].join(
        ' ',
      ),
    )
  return [zone, new Date(now).toISOString(), ...rows].join('\n')
}
