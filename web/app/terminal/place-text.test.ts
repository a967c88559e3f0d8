import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import { getTranslator } from '../../../src/messages/messages.ts'
import type { PlaceByName } from '../city/find-place.ts'
import { EN } from '../city/testing/teller.ts'
import {
  buildTestPlaceAlert,
  buildTestCurrent,
  buildTestDaily,
  buildTestHourly,
  buildTestMinutely,
  NOW,
  buildPlaceWeatherAnswer,
} from '../city/testing/weather.ts'
import { type PlaceWeather, getWeatherZone } from '../city/weather.ts'
import { countColumns } from './columns.ts'
import { createInk } from './ink.ts'
import { writePlaceText } from './place-text.ts'

const BERLIN: PlaceByName = { name: 'Berlin', region: 'Germany', lat: 52.52, lon: 13.41, namesakes: [] }
const PLAIN = { width: 80, ink: createInk(false) }

const DAYS = buildTestDaily([
  {
    date: '2026-11-21',
    description: 'Rain',
    temperatureMin: -1,
    temperatureMax: 8.4,
    precipitation: 2.4,
    precipitationProbability: 0.8,
    windSpeed: 24,
    windGust: 45,
  },
  {
    date: '2026-11-22',
    description: 'Mostly cloudy',
    temperatureMin: 3,
    temperatureMax: 11,
    precipitation: 0,
    precipitationProbability: 0.1,
    windSpeed: 9,
  },
  { date: '2026-11-23' },
])
/** From 10 o'clock at the place, until the end of the next day. */
const HOURS = buildTestHourly(
  '2026-11-21T09:00:00Z',
  Array.from({ length: 40 }, (_, hour) => ({
    temperature: hour,
    description: hour === 1 ? 'Light rain' : 'Overcast',
    precipitation: hour === 1 ? 0.4 : 0,
    precipitationProbability: hour === 1 ? 0.8 : 0.1,
    windSpeed: 20,
    windDirection: 225,
  })),
)
const KNOWN = {
  current: buildTestCurrent({
    temperature: 4.2,
    feelsLike: 1,
    description: 'Rain',
    windSpeed: 24,
    windGust: 41,
    windDirection: 135,
    humidity: 80,
    pressure: 1013,
  }),
  hourly: HOURS,
  daily: DAYS,
  alerts: [],
}

function linesOf(
  weather: PlaceWeather,
  { place = BERLIN, look = PLAIN, teller = EN, primaries = null as readonly string[] | null } = {},
): string[] {
  return writePlaceText(place, weather, teller, look, primaries).split('\n')
}

/** The lines from a heading to the next empty line. */
function sectionOf(lines: readonly string[], heading: string): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith(heading))
  assert.notEqual(start, -1, `${heading} in\n${lines.join('\n')}`)
  return lines.slice(start + 1, lines.indexOf('', start))
}

describe('the text of a place', () => {
  it('begins with the place, the weather now, and what comes next', () => {
    const lines = linesOf(buildPlaceWeatherAnswer(KNOWN))
    assert.deepEqual(lines.slice(0, 7), [
      'Berlin  Germany · 52.52, 13.41',
      '',
      '4°C · Rain · Feels like 1°',
      'Wind 24 km/h from SE, gusts 41 km/h · Humidity 80% · Pressure 1,013 hPa',
      'Estimate for 10:47',
      'Light precipitation from 11:00, 0.4 mm by 12:00.',
      'High 8° · Low −1°',
    ])
    assert.deepEqual(lines.slice(-2), ['All times are local time (Europe/Berlin).', ''])
  })

  it('has the hours of today beside those of tomorrow; below each other in a narrow terminal', () => {
    const wide = linesOf(buildPlaceWeatherAnswer(KNOWN))
    const hours = sectionOf(wide, 'Today, ')
    assert.match(wide.find((line) => line.startsWith('Today, ')) ?? '', /^Today, Sat 21 Nov +Tomorrow, Sun 22 Nov$/)
    assert.equal(hours.length, 24)
    assert.match(hours[0] ?? '', /^10:00 +0° {2}Overcast +00:00 {2}14° {2}Overcast$/)
    assert.match(hours[1] ?? '', /^11:00 +1° {2}Light rain +0\.4 mm {2}80% +01:00 {2}15° {2}Overcast$/)
    assert.match(hours[23] ?? '', /^ +23:00 {2}37° {2}Overcast$/)

    const narrow = linesOf(buildPlaceWeatherAnswer(KNOWN), { look: { ...PLAIN, width: 60 } })
    assert.equal(sectionOf(narrow, 'Today, ').length, 14)
    assert.match(sectionOf(narrow, 'Today, ')[1] ?? '', /^11:00 +1° {2}Light rain +0\.4 mm +80% {2}20 km\/h SW$/)
    assert.equal(sectionOf(narrow, 'Tomorrow, ').length, 24)
  })

  it('has the days with bars on one scale, and the wind in full where there is room', () => {
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer(KNOWN)), 'The next days'), [
      'Today     Rain           −1°  ━━━━━━━━━━━      8°  2.4 mm  80%  24 km/h',
      'Tomorrow  Mostly cloudy   3°      ━━━━━━━━━   11°                9 km/h',
      'Monday    –                –                    –       –             –',
    ])
    const wide = linesOf(buildPlaceWeatherAnswer(KNOWN), { look: { ...PLAIN, width: 120 } })
    assert.match(sectionOf(wide, 'The next days')[0] ?? '', / 80% {2}24 km\/h, gusts 45 km\/h$/)
  })

  it('has the next hour as a sentence and bars of two minutes; nothing where no source tells the minutes', () => {
    const rain = buildTestMinutely([0, 0, 0, 0.5, 2, 7.6, 30, 60, null, null, ...Array.from({ length: 50 }, () => 0)], {
      summary: { kind: 'starts', text: 'Rain from 10:50.' } as never,
    })
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer({ ...KNOWN, minutely: rain })), 'The next hour'), [
      'Rain from 10:50.',
      ' ▁▄█?'.padEnd(30),
    ])
    const text = linesOf(buildPlaceWeatherAnswer({ ...KNOWN, minutely: buildTestMinutely([], { available: false }) })).join('\n')
    assert.doesNotMatch(text, /next hour/)
  })

  it('has the warnings with level, time, issuer and areas, or says that there are none, or that nobody knows', () => {
    const warning = buildTestPlaceAlert({
      id: 'a',
      event: 'Wind Warning',
      severity: 'severe',
      color: 'orange',
      colorSource: 'level',
      senderName: 'DWD',
      areas: ['Berlin'],
    })
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer({ ...KNOWN, alerts: [warning] })), 'Official warnings'), [
      '[Orange] Wind Warning',
      '  In force until Sat 21 Nov, 19:00 · DWD · Berlin',
    ])
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer(KNOWN)), 'Official warnings'), ['No official warnings for this place.'])
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer({ ...KNOWN, alerts: null })), 'Official warnings'), [
      'We cannot tell right now whether there are official warnings for this place.',
    ])
  })

  it('states sources, ages and licences, and marks what is old or from another provider', () => {
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer({ ...KNOWN, hourly: null })), 'Data sources').slice(0, 3), [
      'Now: OpenWeather, 2 minutes ago · Days: OpenWeather, 2 minutes ago',
      'Weather data provided by OpenWeather · Licence: CC BY-SA 4.0',
      'https://openweathermap.org/',
    ])
    const old = buildPlaceWeatherAnswer({ ...KNOWN, current: buildTestCurrent({ freshness: 'emergency', ageSeconds: 7_200 }) })
    assert.match(sectionOf(linesOf(old), 'Data sources')[0] ?? '', /^The provider is not responding\. This was last updated 2 hours ago/)
    assert.match(
      sectionOf(linesOf(buildPlaceWeatherAnswer(KNOWN), { primaries: ['open-meteo'] }), 'Data sources')[0] ?? '',
      /another source, OpenWeather/,
    )
  })

  it('lists the other places of the name', () => {
    const namesakes = [{ label: 'Berlin, New Hampshire, US', lat: 44.4687, lon: -71.1851 }]
    assert.deepEqual(
      sectionOf([...linesOf(buildPlaceWeatherAnswer(KNOWN), { place: { ...BERLIN, namesakes } })], 'Other places with this name'),
      ['Berlin, New Hampshire, US  44.4687,-71.1851'],
    )
  })

  it('is shown with whatever is known', () => {
    const lines = linesOf(buildPlaceWeatherAnswer({ current: null, daily: DAYS, alerts: null }))
    assert.equal(lines[2], 'The weather is not available right now')
    assert.deepEqual(sectionOf(lines, 'The next 24 hours'), ['No hourly forecast is available right now.'])
    assert.deepEqual(sectionOf(linesOf(buildPlaceWeatherAnswer({ ...KNOWN, daily: null })), 'The next days'), [
      'No daily forecast is available right now.',
    ])
    assert.equal(getWeatherZone(buildPlaceWeatherAnswer({ current: null })), 'UTC')
  })

  it('keeps to the width in every language, with and without colours', () => {
    for (const lang of LANGUAGES)
      for (const width of [40, 52, 80, 120])
        for (const hasColours of [false, true]) {
          const teller = { ...EN, t: getTranslator(lang).t, lang, locale: lang === 'ar' ? 'ar-u-nu-latn' : lang }
          const look = { width, ink: createInk(hasColours) }
          const text = writePlaceText(BERLIN, buildPlaceWeatherAnswer(KNOWN), teller, look, null)
          assert.equal(text.includes('\u001b['), hasColours)
          assert.doesNotMatch(text, /[\u00a0\u202f]/)
          // oxlint-disable-next-line no-control-regex -- colour sequences begin with one
          for (const line of text.replace(/\u001b\[[\d;]*m/g, '').split('\n'))
            assert.ok(countColumns(line) <= width, `${lang} ${width}: ${line}`)
        }
  })

  it('has the times of a 12-hour clock', () => {
    const teller = { ...EN, locale: 'en-US', hour12: true, now: Date.parse(NOW) }
    assert.match(sectionOf(linesOf(buildPlaceWeatherAnswer(KNOWN), { teller }), 'Today, ')[0] ?? '', /^10 AM +0° {2}Overcast/)
  })
})
