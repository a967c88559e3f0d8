import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { ProviderFailure, type UpstreamRequest } from '../provider.ts'
import { createVisualCrossing } from './index.ts'

const RECORDED = new URL('../../../../../shared/upstream-samples/others/visualcrossing_timeline_nyc_metric_2024.json', import.meta.url)
const NOW = Date.parse('2026-09-19T10:20:30Z')
type Point = Record<string, number | string | string[] | null>
interface Body {
  days: (Point & { hours?: Point[] })[]
  currentConditions: Point
}
const fixture = () => JSON.parse(readFileSync(new URL('./fixtures/timeline.json', import.meta.url), 'utf8')) as unknown as Body

async function fetch(body: unknown, now = NOW, cell = toCell(52.52, 13.405)) {
  const asked: UpstreamRequest[] = []
  const calls = {
    get: async (request: UpstreamRequest) => {
      asked.push(request)
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }
    },
  }
  const { weather } = createVisualCrossing({ baseUrl: new URL('https://api.test'), key: () => 'k' })
  return { ...(await weather.fetch(cell, ['hourly'], calls, now)), asked }
}

describe('a timeline', () => {
  it('is asked for in metric units', async () => {
    const [request] = (await fetch(fixture())).asked
    assert.equal(
      request?.url.href,
      'https://api.test/VisualCrossingWebServices/rest/services/timeline/52.52,13.41?unitGroup=metric&include=days%2Chours%2Ccurrent&lang=en&contentType=json&key=k',
    )
  })

  it('has hours from the current one on, amounts by what falls, and conditions by their words', async () => {
    const { hourly } = (await fetch(fixture())).scopes
    assert.deepEqual(
      hourly?.points.map(({ time, condition, precipitation, rain, snow }) => [time.slice(8, 13), condition, precipitation, rain, snow]),
      [
        ['19T10', 'light_rain', 1.2, 1.2, 0],
        ['19T11', 'heavy_rain', 11, 11, 0],
        ['19T12', 'snow', 0.8, 0, 0.8],
        ['19T13', 'sleet', 0.6, null, null],
        ['19T14', 'mostly_clear', 0, 0, 0],
        ['19T15', 'fog', null, null, null],
        ['19T22', 'clear', 0, 0, 0],
      ],
    )
    const [first] = hourly?.points ?? []
    assert.deepEqual(
      {
        windSpeed: first?.windSpeed,
        windGust: first?.windGust,
        visibility: first?.visibility,
        precipitationProbability: first?.precipitationProbability,
      },
      { windSpeed: 5, windGust: 8, visibility: 15_900, precipitationProbability: 0.355 },
    )
  })

  it('has the days of the place, with the sun where it is sent', async () => {
    const { daily, current } = (await fetch(fixture())).scopes
    assert.deepEqual(
      daily?.points.map(({ date, temperatureMax, precipitation, rain, windSpeed, condition, sunrise }) => [
        date,
        temperatureMax,
        precipitation,
        rain,
        windSpeed,
        condition,
        sunrise,
      ]),
      [
        ['2026-09-19', 15.2, 5.6, 5.6, 6, 'rain', '2026-09-19T04:50:00Z'],
        ['2026-09-20', 15.2, 0, 0, 6, 'partly_cloudy', null],
      ],
    )
    assert.deepEqual(
      {
        kind: current?.kind,
        observedAt: current?.observedAt,
        precipitation: current?.precipitation,
        windGust: current?.windGust,
        sunset: current?.sunset,
      },
      { kind: 'analysis', observedAt: '2026-09-19T10:10:00Z', precipitation: null, windGust: null, sunset: '2026-09-19T17:12:00Z' },
    )
  })

  it('has no strength of rain in a day, whose amount is no rate, with or without its hours', async () => {
    const body = fixture()
    for (const day of body.days) {
      delete day.hours
      day['precip'] = 20
    }
    assert.equal((await fetch(body)).scopes.daily?.points[0]?.condition, 'rain')
  })

  it('survives broken days and hours, and is refused without weather', async () => {
    const body = fixture()
    body.days.push(null as never, {} as never, { datetimeEpoch: 1e15 })
    body.days[0]?.hours?.push(null as never, {}, { datetimeEpoch: 'x' })
    assert.equal((await fetch(body)).scopes.hourly?.points.length, 7)
    const empty = { ...body, days: [{ datetimeEpoch: NOW / 1_000 }], currentConditions: {} }
    await assert.rejects(fetch(empty), (error) => error instanceof ProviderFailure && error.kind === 'invalid_body')
  })
})

describe('the recorded timeline', () => {
  if (!existsSync(RECORDED)) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  const raw = JSON.parse(readFileSync(RECORDED, 'utf8')) as Body
  const now = Number(raw.currentConditions['datetimeEpoch']) * 1_000 + 60_000
  const near = (ours: number | null, sent: unknown, factor: number) =>
    sent === null
      ? assert.equal(ours, null)
      : assert.ok(Math.abs((ours ?? Number.NaN) - Number(sent) * factor) < 0.001, `${ours} of ${String(sent)}`)

  it('each number is the upstream’s', async () => {
    const { scopes } = await fetch(raw, now, toCell(40.825_632, -73.925_248_8))
    const later = raw.days.flatMap(({ hours = [] }) => hours).filter((hour) => (Number(hour['datetimeEpoch']) + 3_600) * 1_000 > now)
    assert.ok(later.length > 330)
    const hours = scopes.hourly?.points ?? []
    assert.equal(hours.length, later.length)
    assert.ok(scopes.current !== undefined)
    for (const [ours, sent] of [
      ...hours.map((hour, index) => [hour, later[index]] as const),
      [scopes.current, raw.currentConditions] as const,
    ]) {
      const fields = {
        temperature: 'temp',
        feelsLike: 'feelslike',
        dewPoint: 'dew',
        humidity: 'humidity',
        pressure: 'pressure',
        cloudCover: 'cloudcover',
        uvIndex: 'uvindex',
        windDirection: 'winddir',
      } as const
      for (const [field, name] of Object.entries(fields)) assert.equal(ours[field as keyof typeof fields], sent?.[name], field)
      near(ours.windSpeed, sent?.['windspeed'], 1 / 3.6)
      near(ours.windGust, sent?.['windgust'], 1 / 3.6)
      near(ours.visibility, sent?.['visibility'], 1_000)
      assert.notEqual(ours.condition, null)
    }
    hours.forEach((hour, index) => {
      assert.equal(hour.precipitation, later[index]?.['precip'])
      near(hour.precipitationProbability, later[index]?.['precipprob'], 0.01)
    })
    assert.equal(scopes.daily?.points.length, 15)
    scopes.daily?.points.forEach((day, index) => {
      const sent = raw.days[index]
      assert.deepEqual(
        [
          day.date,
          day.temperatureMin,
          day.temperatureMax,
          day.feelsLikeMin,
          day.feelsLikeMax,
          day.precipitation,
          day.uvIndex,
          day.moonPhase,
        ],
        ['datetime', 'tempmin', 'tempmax', 'feelslikemin', 'feelslikemax', 'precip', 'uvindex', 'moonphase'].map((name) => sent?.[name]),
      )
      near(day.windGust, sent?.['windgust'], 1 / 3.6)
      assert.equal(Date.parse(day.sunrise ?? ''), Number(sent?.['sunriseEpoch']) * 1_000)
      // What the README says of days.
      const sum = (sent?.hours ?? []).reduce((total, hour) => total + Number(hour['precip'] ?? 0), 0)
      assert.ok(Math.abs(sum - Number(sent?.['precip'])) < 0.06)
    })
  })
})
