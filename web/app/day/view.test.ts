import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN } from '../city/testing/teller.ts'
import { daily, hourly, NOW } from '../city/testing/weather.ts'
import { NOTHING_KNOWN, type PlaceWeather, type WeatherHistory } from '../city/weather.ts'
import { dayView } from './view.server.ts'

const { units } = hourly(NOW, [])
const NOTHING_ARCHIVED = {
  units,
  summary: { days: [], source: null, kind: null },
  observations: [],
  forecasts: { hourly: [], daily: [] },
  attributions: [],
} as unknown as WeatherHistory

const tomorrow = (weather: Partial<PlaceWeather>) =>
  dayView(
    {
      date: '2026-11-22',
      today: '2026-11-21',
      earliest: '2026-01-01',
      place: { name: 'Berlin', region: 'Germany', addressName: 'berlin', isLasting: true, isNamed: true, listedAt: null },
      point: { lat: 52.52, lon: 13.41 },
      path: '/weather/berlin-52.52,13.41',
      month: NOTHING_ARCHIVED,
      archive: NOTHING_ARCHIVED,
      issues: [],
      weather: { ...NOTHING_KNOWN, ...weather },
      usual: null,
      system: 'metric',
    },
    EN,
  )

describe('the page of a day', () => {
  it('credits the source, and who supplied what it lacks', () => {
    const day = daily([{ date: '2026-11-22', temperatureMax: 5 }])
    const { attribution } = day
    const supplier = { name: 'Second', text: 'Air pressure by Second', url: 'https://second.example/', license: 'CC BY 4.0' }
    const sources = [{ source: 'second', fields: ['pressure'], fetchedAt: NOW, attribution: supplier }]
    assert.deepEqual(
      tomorrow({ daily: { ...day, sources } }).credits.map(({ text }) => text),
      [attribution.text, supplier.text],
    )
  })

  it('is none for a day that nothing is forecast of', () => {
    assert.deepEqual([tomorrow({}).status, tomorrow({ daily: daily([{ date: '2026-11-22' }]) }).status], [404, 200])
    assert.match(tomorrow({ daily: daily([{ date: '2026-11-21' }]) }).note ?? '', /21 November 2026/)
  })
})
