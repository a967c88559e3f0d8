import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestCurrent, buildTestDaily, toScopeAnswer } from '../city/testing/weather.ts'
import { MAX_SAVED } from '../components/places/saved.ts'
import { READER, Refusal, visitWith } from '../visit/testing/visit.ts'
import { parsePointsQuery, readWeekView } from './week.server.ts'

const [BERLIN, PARIS] = ['52.52,13.41', '48.85,2.35']

/** The week of places whose scopes these are. */
const weekWith = (cities: readonly { readonly current?: object; readonly daily?: object }[]) => {
  const points = parsePointsQuery([BERLIN, PARIS].slice(0, cities.length).join('_'))
  return readWeekView(visitWith(() => ({ cities: cities.map((scopes) => ({ scopes })) })).context, points, READER)
}

describe('the points of the query', () => {
  it('are read as they are written, each once, and what is none is left out', () => {
    assert.deepEqual(parsePointsQuery(`${BERLIN}_berlin-52.52,13.41_91,0_${PARIS}_${BERLIN}_`), [
      { key: BERLIN, lat: 52.52, lon: 13.41 },
      { key: PARIS, lat: 48.85, lon: 2.35 },
    ])
    assert.deepEqual(parsePointsQuery(''), [])
  })

  it('are as many as can be saved', () => {
    const many = Array.from({ length: MAX_SAVED + 1 }, (_, lat) => `${lat},1`).join('_')
    assert.equal(parsePointsQuery(many).length, MAX_SAVED)
  })
})

describe('the week at several places', () => {
  it('is asked for in one request, in the reader’s units', async () => {
    const { context, asked } = visitWith(() => ({ cities: [] }))
    await readWeekView(context, parsePointsQuery(BERLIN), { ...READER, units: 'imperial' })
    const cities = [{ lat: 52.52, lon: 13.41, scopes: ['current', 'daily'] }]
    assert.deepEqual(asked, [
      { method: 'POST', path: '/api/weather/batch', body: { cities, lang: 'en', units: 'imperial', trigger: 'places_compare' } },
    ])
  })

  it('is null when the service does not answer', async () => {
    assert.equal(await readWeekView(visitWith(() => new Refusal(503)).context, parsePointsQuery(BERLIN), READER), null)
  })

  it('has a column for each date that one of the places knows, seven at most', async () => {
    const dates = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']
    const week = await weekWith([
      { daily: toScopeAnswer(buildTestDaily(dates.slice(1).map((date) => ({ date })))) },
      { daily: toScopeAnswer(buildTestDaily(dates.slice(0, 3).map((date) => ({ date })))) },
    ])
    assert.deepEqual(
      week?.dates.map(({ date }) => date),
      dates.slice(0, 7),
    )
    assert.deepEqual({ weekday: week?.dates[0]?.weekday, day: week?.dates[0]?.day }, { weekday: 'Fri', day: '20 Nov' })
    const daysOf = (key: string) => week?.rows[key]?.days.map((day) => day !== null)
    assert.deepEqual(daysOf(BERLIN), [false, true, true, true, true, true, true])
    assert.deepEqual(daysOf(PARIS), [true, true, true, false, false, false, false])
  })

  it('says of each day what is known', async () => {
    const week = await weekWith([
      {
        current: toScopeAnswer(buildTestCurrent({ temperature: 4.4, icon: 'rain', description: 'light rain' })),
        daily: toScopeAnswer(
          buildTestDaily([
            { date: '2026-11-21', temperatureMin: -3, temperatureMax: 6, precipitation: 2.4, icon: 'snow', description: 'snow' },
            { date: '2026-11-22', precipitation: 0 },
          ]),
        ),
      },
    ])
    const row = week?.rows[BERLIN]
    assert.deepEqual(row?.now, { temperature: '4°', icon: 'rain', words: 'light rain' })
    const [first, second] = row?.days ?? []
    assert.equal(typeof first?.colour, 'number')
    assert.deepEqual({ ...first, colour: 0 }, { icon: 'snow', words: 'snow', high: '6°', colour: 0, low: '−3°', fall: '2.4\u00a0mm' })
    assert.deepEqual(second, { icon: null, words: '', high: '–', colour: null, low: '–', fall: '' })
  })

  it('leaves out what is too old to be shown without its age, and what failed', async () => {
    const [old, failed] = [{ freshness: 'emergency' } as const, { error: 'service_unavailable', message: 'Later' }]
    const days = [{ date: '2026-11-21' }]
    const week = await weekWith([
      { current: toScopeAnswer(buildTestCurrent(old)), daily: toScopeAnswer(buildTestDaily(days)) },
      { current: failed, daily: toScopeAnswer(buildTestDaily(days, old)) },
    ])
    assert.equal(week?.rows[BERLIN]?.now, null)
    assert.deepEqual({ now: week?.rows[PARIS]?.now, days: week?.rows[PARIS]?.days }, { now: null, days: [null] })
    assert.deepEqual([...(week?.dates ?? [])].length, 1)
  })

  it('tells when its oldest part was fetched, and credits each source once', async () => {
    const attribution = { ...buildTestCurrent().attribution, text: 'Data from MET Norway', url: 'https://met.example/' }
    const week = await weekWith([
      {
        current: toScopeAnswer(buildTestCurrent({ fetchedAt: '2026-11-21T09:45:00Z' })),
        daily: toScopeAnswer(buildTestDaily([], { fetchedAt: '2026-11-21T09:30:00Z' })),
      },
      { current: toScopeAnswer(buildTestCurrent({ fetchedAt: '2026-11-21T09:40:00Z', attribution })) },
    ])
    assert.equal(week?.asOf, '2026-11-21T09:30:00Z')
    assert.deepEqual(week?.credits, [
      ['Weather data provided by OpenWeather', 'https://openweathermap.org/'],
      ['Data from MET Norway', 'https://met.example/'],
    ])
    assert.deepEqual({ asOf: (await weekWith([{}]))?.asOf, credits: (await weekWith([{}]))?.credits }, { asOf: null, credits: [] })
  })
})
