import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestCurrent, buildTestDaily, buildTestHourly, buildPlaceWeatherAnswer, NOW } from '../testing/weather.ts'
import type { PlaceWeather } from '../weather.ts'
import { buildSkyView } from './sky.ts'

const cardsOf = (weather: Partial<PlaceWeather>) => buildSkyView(buildPlaceWeatherAnswer(weather), 52, EN)
const cardOf = (title: RegExp, weather: Partial<PlaceWeather>) => cardsOf(weather).find((card) => title.test(card.title))

describe('the cards', () => {
  it('distinguish polar day and polar night from what is not known', () => {
    const sun = (state: 'up' | 'down' | null) => cardOf(/^Sun$/, { current: buildTestCurrent({ sun: state }) })
    assert.deepEqual([sun('up')?.value, sun('down')?.value, sun(null)?.value], [EN.t('day.polarDay'), EN.t('day.polarNight'), '–'])
  })

  it('show the only time of a day next to polar day', () => {
    const [sun] = cardsOf({ current: buildTestCurrent({ sun: 'rises', sunrise: '2026-11-21T10:00:00Z' }) })
    assert.deepEqual(sun, { title: 'Sunrise', value: '11:00', lines: [], share: null })
  })

  it('show how much of the day has passed', () => {
    const [sun] = cardsOf({ current: buildTestCurrent({ sunrise: '2026-11-21T05:47:00Z', sunset: '2026-11-21T13:47:00Z' }) })
    assert.deepEqual(sun?.lines.map(normaliseSpaces), ['Sunset 14:47', 'Daylight 8 h 0 min'])
    assert.equal(sun?.share, 0.5)
  })

  it('say of a day without moonrise that there is none, and nothing where older data does not know', () => {
    const lines = (sun: 'rises' | null) => {
      const daily = buildTestDaily([{ date: '2026-11-21', moonPhase: 0.4, moonset: '2026-11-21T05:00:00Z', sun }])
      return cardOf(/^Moon$/, { daily })?.lines.slice(1)
    }
    assert.deepEqual(lines('rises'), [`Moonrise ${EN.t('city.noMoonrise')}`, 'Moonset 06:00'])
    assert.deepEqual(lines(null), ['Moonset 06:00'])
  })

  it('show whether the pressure rises, holds or falls', () => {
    const trend = (now: number, later: number) =>
      cardOf(/Pressure/, {
        current: buildTestCurrent({ pressure: now }),
        hourly: buildTestHourly('2026-11-21T09:00:00Z', [{}, {}, {}, {}, { pressure: later }]),
      })?.turn
    assert.deepEqual([trend(1010, 1013), trend(1010, 1010.5), trend(1010, 1007)], [1, 0, -1])
  })

  it('have moisture and sight with what belongs to them, or that alone', () => {
    const air = (known: Parameters<typeof buildTestCurrent>[0]) =>
      cardsOf({ current: buildTestCurrent(known) })
        .filter(({ title }) => title !== 'Sun')
        .map(({ title, value, lines }) => [title, value, ...lines].map(normaliseSpaces))
    assert.deepEqual(air({ humidity: 48, dewPoint: -6, visibility: 10, cloudCover: 0, precipitation: 1.2, rain: 1.2 }), [
      ['Humidity', '48%', 'Dew point −6°'],
      ['Visibility', '10 km', 'Cloud 0%'],
      ['Rain, last hour', '1.2 mm'],
    ])
    assert.deepEqual(air({ dewPoint: -6 }), [['Dew point', '−6°']])
  })

  it('call the sun neither weak nor higher than it gets, and say nothing of a sun that is down', () => {
    const uv = (index: number, highest: number, isDay: boolean) => {
      const daily = buildTestDaily([{ date: NOW.slice(0, 10), uvIndex: highest }])
      return cardOf(/UV/, { current: buildTestCurrent({ uvIndex: index, isDay }), daily })?.lines
    }
    assert.deepEqual(uv(1.2, 4, true), ['low', 'Up to 4 today'])
    assert.deepEqual(uv(4, 4, true), ['moderate'])
    assert.deepEqual(uv(0, 0, false), [])
  })
})
