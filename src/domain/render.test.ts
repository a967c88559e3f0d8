import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, Measurements, PlaceClock } from './model.ts'
import { renderScope } from './render.ts'
import { NO_READING } from './station.ts'

const NOW = Date.parse('2026-09-19T10:13:00Z')
const CLOCK: PlaceClock = { timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200 }

const MEASUREMENTS: Measurements = {
  ...NOTHING_MEASURED,
  dewPoint: 1.05,
  humidity: 69,
  pressure: 1006,
  cloudCover: 40,
  visibility: 6_358,
  uvIndex: 1.6,
  windSpeed: 1.79,
  windGust: null,
  windDirection: 110,
  precipitation: 3.46,
  rain: 3.46,
  snow: null,
  condition: 'clear',
  providerCode: 800,
}

const CURRENT: CurrentWeather = {
  ...MEASUREMENTS,
  kind: 'analysis',
  observedAt: '2026-09-19T10:12:05Z',
  temperature: 6.31,
  feelsLike: 5.11,
  isDay: false,
  sunrise: null,
  sunset: '2026-09-19T17:13:20Z',
}

const HOUR: HourlyPoint = {
  ...MEASUREMENTS,
  time: '2026-09-19T10:00:00Z',
  temperature: 6.31,
  feelsLike: null,
  precipitationProbability: 0.24,
  isDay: null,
}

const DAY: DailyPoint = {
  ...MEASUREMENTS,
  date: '2026-09-19',
  time: '2026-09-18T22:00:00Z',
  temperatureMin: -0.14,
  temperatureMax: 6.86,
  temperatureMorning: 0.55,
  temperatureDay: 6.46,
  temperatureEvening: 6.83,
  temperatureNight: 4.54,
  feelsLikeMin: null,
  feelsLikeMax: null,
  feelsLikeMorning: -2.18,
  feelsLikeDay: 4.47,
  feelsLikeEvening: 5.95,
  feelsLikeNight: 2.62,
  precipitationProbability: 0.42,
  summary: 'Expect a day of rain',
  sunrise: null,
  sunset: null,
  moonrise: null,
  moonset: null,
  moonPhase: 0.25,
}

const summaryIn = (lang: 'en' | 'fr') =>
  renderScope('daily', { available: true, points: [DAY] }, CLOCK, 'si', lang, null, NOW).points[0]?.summary

describe('renderScope', () => {
  it('writes the current scope in the order of the contract', () => {
    assert.deepEqual(Object.entries(renderScope('current', CURRENT, CLOCK, 'metric', 'en', ['a'], NOW)), [
      ['timezone', 'Europe/Berlin'],
      ['utcOffsetSeconds', 7_200],
      ['units', { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' }],
      ['lang', 'en'],
      ['kind', 'analysis'],
      ['observedAt', '2026-09-19T10:12:05Z'],
      ['temperature', 6.31],
      ['feelsLike', 5.11],
      ['dewPoint', 1.05],
      ['humidity', 69],
      ['pressure', 1006],
      ['cloudCover', 40],
      ['visibility', 6.36],
      ['uvIndex', 1.6],
      ['windSpeed', 6.44],
      ['windGust', null],
      ['windDirection', 110],
      ['precipitation', 3.46],
      ['rain', 3.46],
      ['snow', null],
      ['condition', 'clear'],
      ['providerCode', 800],
      ['description', 'Clear'],
      ['icon', 'clear-night'],
      ['isDay', false],
      ['sunrise', null],
      ['sunset', '2026-09-19T17:13:20Z'],
      ['alertIds', ['a']],
      [
        'kinds',
        {
          temperature: 'analysis',
          feelsLike: 'analysis',
          humidity: 'analysis',
          pressure: 'analysis',
          cloudCover: 'analysis',
          visibility: 'analysis',
          uvIndex: 'analysis',
          wind: 'analysis',
          gust: null,
          precipitation: 'analysis',
          weather: 'analysis',
        },
      ],
      ['station', null],
      ['heightCorrection', null],
    ])
  })

  it('writes what a station measured in the reader’s units, with the station, its credit and the height', () => {
    const attribution = { name: 'N', text: 'T', url: 'https://n.example/', license: 'L' }
    const report = {
      station: { source: 'nws', id: 'KALB', name: 'Albany', lat: 42.75, lon: -73.8, height: 89 },
      reading: { ...NO_READING, observedAt: '2026-09-19T09:50:00Z', temperature: 10, windSpeed: 10, condition: 'mist' as const },
      distanceKm: 7.249,
    }
    const view = { report, attribution, heights: { place: 189, analysis: null } }
    const payload = renderScope('current', CURRENT, CLOCK, 'imperial', 'en', null, NOW, view)
    assert.deepEqual([payload.temperature, payload.windSpeed, payload.description, payload.icon], [48.74, 22.37, 'Mist', 'mist'])
    assert.deepEqual([payload.kind, payload.kinds.temperature, payload.kinds.pressure], ['analysis', 'observation', 'analysis'])
    assert.deepEqual(payload.station, {
      source: 'nws',
      id: 'KALB',
      name: 'Albany',
      distanceKm: 7.2,
      heightMetres: 89,
      observedAt: '2026-09-19T09:50:00Z',
      attribution,
    })
    assert.deepEqual(payload.heightCorrection, { fromMetres: 89, toMetres: 189, lapseRatePerKm: 6.5 })
  })

  it('converts and translates', () => {
    const payload = renderScope('current', CURRENT, CLOCK, 'imperial', 'de', null, NOW)
    const { temperature, pressure, visibility, windSpeed, precipitation, description, alertIds } = payload
    assert.deepEqual(
      { temperature, pressure, visibility, windSpeed, precipitation, description, alertIds },
      { temperature: 43.36, pressure: 29.707, visibility: 3.95, windSpeed: 4, precipitation: 0.136, description: 'Klar', alertIds: null },
    )
  })

  it('writes hours and days with all their values', () => {
    const hourly = renderScope('hourly', { available: true, points: [HOUR] }, CLOCK, 'si', 'en', null, NOW)
    const daily = renderScope('daily', { available: true, points: [DAY] }, CLOCK, 'si', 'en', null, NOW)
    for (const [field, value] of Object.entries(HOUR)) assert.deepEqual(hourly.points[0]?.[field as keyof HourlyPoint], value, field)
    for (const [field, value] of Object.entries(DAY)) assert.deepEqual(daily.points[0]?.[field as keyof DailyPoint], value, field)
    assert.deepEqual([hourly.points[0]?.description, hourly.points[0]?.icon], ['Clear', 'clear-day'])
    assert.deepEqual([daily.points[0]?.description, daily.points[0]?.icon], ['Sunny', 'clear-day'])
  })

  it('gives the English summary of a day only to English readers', () => {
    assert.deepEqual([summaryIn('en'), summaryIn('fr')], ['Expect a day of rain', null])
  })

  it('writes minutes with their summary, and an unavailable scope as empty', () => {
    const points = [{ time: '2026-09-19T10:13:00Z', precipitation: 25.4 }]
    const minutely = renderScope('minutely', { available: true, points }, CLOCK, 'imperial', 'en', null, NOW)
    assert.deepEqual(minutely.points, [{ time: '2026-09-19T10:13:00Z', precipitation: 1 }])
    assert.deepEqual(minutely.summary, {
      text: 'Heavy precipitation, lasting at least until 12:14.',
      startsAt: null,
      endsAt: null,
      knownUntil: '2026-09-19T10:14:00Z',
      intensity: 'heavy',
    })
    const { available, points: none, summary } = renderScope('minutely', { available: false, points: [] }, CLOCK, 'metric', 'en', null, NOW)
    assert.deepEqual({ available, none, summary }, { available: false, none: [], summary: null })
  })
})
