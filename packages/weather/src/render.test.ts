import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, Measurements, PlaceClock } from './model.ts'
import { renderScope } from './render.ts'
import { NO_READING } from './station.ts'
import { ENGLISH, readTestTexts } from './testing/texts.ts'

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
  renderScope('daily', { available: true, points: [DAY] }, CLOCK, 'si', readTestTexts(lang), null, NOW).points[0]?.summary

describe('renderScope', () => {
  it('writes the current scope in the order of the contract', () => {
    assert.deepEqual(Object.entries(renderScope('current', CURRENT, CLOCK, 'metric', ENGLISH, ['a'], NOW)), [
      ['timezone', 'Europe/Berlin'],
      ['utcOffsetSeconds', 7_200],
      ['elevation', null],
      ['isElevationEstimated', false],
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
      ['sun', null],
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
      ['computed', []],
    ])
  })

  it('writes what a station measured in the reader’s units, with the station, its credit and the height', () => {
    const attribution = { name: 'N', text: 'T', url: 'https://n.example/', license: 'L' }
    const report = {
      station: { source: 'nws', id: 'KALB', name: 'Albany', lat: 42.75, lon: -73.8, height: 89 },
      reading: { ...NO_READING, observedAt: '2026-09-19T09:50:00Z', temperature: 10, windSpeed: 10, condition: 'mist' as const },
      distanceKm: 7.249,
    }
    const view = { report, attribution, heights: { place: 189, analysis: null }, isSkyYoung: true }
    const payload = renderScope('current', CURRENT, CLOCK, 'imperial', ENGLISH, null, NOW, view)
    assert.deepEqual(
      { temperature: payload.temperature, windSpeed: payload.windSpeed, description: payload.description, icon: payload.icon },
      { temperature: 48.74, windSpeed: 22.37, description: 'Mist', icon: 'mist' },
    )
    assert.deepEqual(
      { kind: payload.kind, temperature: payload.kinds.temperature, pressure: payload.kinds.pressure },
      { kind: 'analysis', temperature: 'observation', pressure: 'analysis' },
    )
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
    const payload = renderScope('current', CURRENT, CLOCK, 'imperial', readTestTexts('de'), null, NOW)
    const { temperature, pressure, visibility, windSpeed, precipitation, description, alertIds } = payload
    assert.deepEqual(
      { temperature, pressure, visibility, windSpeed, precipitation, description, alertIds },
      { temperature: 43.36, pressure: 29.707, visibility: 3.95, windSpeed: 4, precipitation: 0.136, description: 'Klar', alertIds: null },
    )
  })

  it('writes hours and days with all their values', () => {
    const hourly = renderScope('hourly', { available: true, points: [HOUR] }, CLOCK, 'si', ENGLISH, null, NOW)
    const daily = renderScope('daily', { available: true, points: [DAY] }, CLOCK, 'si', ENGLISH, null, NOW)
    for (const [field, value] of Object.entries(HOUR))
      assert.deepEqual(hourly.points[0]?.[field as Exclude<keyof HourlyPoint, 'stepHours'>], value, field)
    for (const [field, value] of Object.entries(DAY)) assert.deepEqual(daily.points[0]?.[field as keyof DailyPoint], value, field)
    assert.deepEqual(
      { description: hourly.points[0]?.description, icon: hourly.points[0]?.icon },
      { description: 'Clear', icon: 'clear-day' },
    )
    assert.deepEqual(
      { description: daily.points[0]?.description, icon: daily.points[0]?.icon },
      { description: 'Sunny', icon: 'clear-day' },
    )
  })

  it('estimates the depth of fresh snow by the temperature, of a day by the middle of its range', () => {
    const depths = (snow: number | null, temperature: number | null) => {
      const hour = { ...HOUR, snow, temperature }
      const day = { ...DAY, snow, temperatureMin: temperature, temperatureMax: temperature }
      const of = (units: 'metric' | 'imperial') => [
        renderScope('hourly', { available: true, points: [hour] }, CLOCK, units, ENGLISH, null, NOW).points[0]?.freshSnow,
        renderScope('daily', { available: true, points: [day] }, CLOCK, units, ENGLISH, null, NOW).points[0]?.freshSnow,
      ]
      return [...of('metric'), ...of('imperial')]
    }
    // 67.92 + 51.25 kg/m³ at 0 °C, and ten times as deep as the water where no temperature is known.
    assert.deepEqual(depths(10, 0), [83.9, 83.9, 3.303, 3.303])
    assert.deepEqual(depths(2.5, null), [25, 25, 0.984, 0.984])
    assert.deepEqual(depths(0, -5), [0, 0, 0, 0])
    assert.deepEqual(depths(null, -5), [null, null, null, null])
  })

  it('states the elevation of the source, else the one that is estimated', () => {
    const of = (height?: number) => {
      const clock = { ...CLOCK, estimatedHeight: 120, ...(height !== undefined && { height }) }
      const { elevation, isElevationEstimated } = renderScope('current', CURRENT, clock, 'metric', ENGLISH, null, NOW)
      return { elevation, isElevationEstimated }
    }
    assert.deepEqual(of(34), { elevation: 34, isElevationEstimated: false })
    assert.deepEqual(of(), { elevation: 120, isElevationEstimated: true })
  })

  it('gives the English summary of a day only to English readers', () => {
    assert.deepEqual(
      { summaryInEn: summaryIn('en'), summaryInFr: summaryIn('fr') },
      { summaryInEn: 'Expect a day of rain', summaryInFr: null },
    )
  })

  it('writes minutes with their summary, and an unavailable scope as empty', () => {
    const points = [{ time: '2026-09-19T10:13:00Z', precipitation: 25.4 }]
    const minutely = renderScope('minutely', { available: true, points }, CLOCK, 'imperial', ENGLISH, null, NOW)
    assert.deepEqual(minutely.points, [{ time: '2026-09-19T10:13:00Z', precipitation: 1 }])
    assert.deepEqual(minutely.summary, {
      text: 'Heavy precipitation, lasting at least until 12:14.',
      startsAt: null,
      endsAt: null,
      knownUntil: '2026-09-19T10:14:00Z',
      intensity: 'heavy',
    })
    const {
      available,
      points: none,
      summary,
    } = renderScope('minutely', { available: false, points: [] }, CLOCK, 'metric', ENGLISH, null, NOW)
    assert.deepEqual({ available, none, summary }, { available: false, none: [], summary: null })
  })
})
