import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, normaliseSpaces } from '../city/testing/teller.ts'
import { buildTestPlaceAlert, buildTestDaily, buildTestHourly, NOW } from '../city/testing/weather.ts'
import { NOTHING_KNOWN, type PlaceWeather, type WeatherHistory } from '../city/weather.ts'
import { buildDayView } from './view.server.ts'

const { units } = buildTestHourly(NOW, [])
const NOTHING_ARCHIVED = {
  units,
  summary: { days: [], source: null, kind: null },
  observations: [],
  forecasts: { hourly: [], daily: [] },
  attributions: [],
} as unknown as WeatherHistory

type Given = Partial<Omit<Parameters<typeof buildDayView>[0], 'weather'>>

const tomorrow = (weather: Partial<PlaceWeather>, given: Given = {}) =>
  buildDayView(
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
      ...given,
    },
    EN,
  )

/** The page of yesterday, with this in the archive. */
const yesterday = (archive: object, given: Given = {}, weather: Partial<PlaceWeather> = {}) =>
  tomorrow(weather, { date: '2026-11-20', archive: { ...NOTHING_ARCHIVED, ...archive } as WeatherHistory, ...given })

const observedDay = (known: object) => ({
  summary: { days: [{ date: '2026-11-20', ...known }], source: 'openweather', kind: 'observation' },
})

describe('the page of a day', () => {
  it('credits the source, and who supplied what it lacks', () => {
    const day = buildTestDaily([{ date: '2026-11-22', temperatureMax: 5 }])
    const { attribution } = day
    const supplier = { name: 'Second', text: 'Air pressure by Second', url: 'https://second.example/', license: 'CC BY 4.0' }
    const sources = [{ source: 'second', fields: ['pressure'], fetchedAt: NOW, attribution: supplier }]
    assert.deepEqual(
      tomorrow({ daily: { ...day, sources } }).credits.map(({ text }) => text),
      [attribution.text, supplier.text],
    )
  })

  it('is none for a day that nothing is forecast of', () => {
    assert.deepEqual([tomorrow({}).status, tomorrow({ daily: buildTestDaily([{ date: '2026-11-22' }]) }).status], [404, 200])
    assert.match(tomorrow({ daily: buildTestDaily([{ date: '2026-11-21' }]) }).note ?? '', /21 November 2026/)
  })

  it('is 404 before the archive begins, and says from when on there is something', () => {
    const gone = yesterday({}, { earliest: '2026-11-21' })
    assert.deepEqual(
      { status: gone.status, hasData: gone.head.hasData, csv: gone.csv, hoursNone: gone.hoursNone },
      { status: 404, hasData: false, csv: null, hoursNone: null },
    )
    assert.match(gone.note ?? '', /21 November 2026/)
  })

  it('says of a day that has passed what was measured, else what had been forecast', () => {
    const forecasts = {
      hourly: [],
      daily: [{ ...buildTestDaily([{ date: '2026-11-20', temperatureMin: 1, temperatureMax: 6 }]).points[0] }],
    }
    const measured = yesterday({ forecasts, ...observedDay({ temperatureMin: -2, temperatureMax: 4, precipitationTotal: 3 }) })
    assert.deepEqual(measured.hero.range.map(normaliseSpaces), ['High 4°', 'Low −2°', '3.0 mm'])
    assert.equal(measured.note, null)
    const only = yesterday({ forecasts })
    assert.deepEqual(only.hero.range.map(normaliseSpaces), ['High 6°', 'Low 1°'])
    assert.notEqual(only.note, null)
    const none = yesterday({})
    assert.deepEqual({ range: none.hero.range, status: none.status }, { range: [], status: 200 })
    assert.notEqual(none.note, only.note)
  })

  it('leads to the days before and after, as far as there is something', () => {
    const path = '/weather/berlin-52.52,13.41'
    const week = { daily: buildTestDaily(['2026-11-21', '2026-11-22', '2026-11-23'].map((date) => ({ date }))) }
    const linksOf = (date: string) => {
      const { previous, next } = tomorrow(week, { date, earliest: '2026-11-20' })
      return [previous, next]
    }
    assert.deepEqual(linksOf('2026-11-22'), [`${path}/2026-11-21`, `${path}/2026-11-23`])
    assert.deepEqual(linksOf('2026-11-23'), [`${path}/2026-11-22`, null])
    assert.deepEqual(linksOf('2026-11-20'), [null, `${path}/2026-11-21`])
  })

  it('offers the data of days that have begun', () => {
    const day = buildTestDaily([{ date: '2026-11-22', temperatureMax: 5 }])
    assert.equal(tomorrow({ daily: day }).csv, null)
    const { csv } = yesterday(observedDay({ temperatureMin: 1, temperatureMax: 2, precipitationTotal: null }))
    assert.match(csv?.observations ?? '', /lat=52.52&lon=13.41&from=2026-11-20&to=2026-11-20&format=csv&units=metric&what=observations$/)
    assert.match(csv?.forecasts ?? '', /&what=hourly&issues=all$/)
  })

  it('is what is forecast of the day as a whole, as in the week, with the sentence of its hours where its source has all of them', () => {
    const described = (count: number, change: object = {}) => {
      const rain = {
        temperature: 1,
        icon: 'rain',
        description: 'rain',
        condition: 'rain' as const,
        precipitation: 1,
        precipitationProbability: 0.4,
      }
      const hours = Array.from({ length: count }, (_, index) => (index < 20 ? rain : { ...rain, precipitation: 5 }))
      const whole = { date: '2026-11-22', description: 'snow', condition: 'snow' as const, icon: 'snow', precipitation: 40, snow: 0 }
      const day = buildTestDaily([{ ...whole, temperatureMax: 5, precipitationProbability: 0.5 }])
      const view = tomorrow({ hourly: { ...buildTestHourly('2026-11-21T23:00:00Z', hours), ...change }, daily: day })
      return { words: view.hero.words, fall: normaliseSpaces(view.hero.fall), basis: view.basis }
    }
    assert.deepEqual(described(24), { words: 'snow', fall: 'Rain possible (50%, 40 mm).', basis: '' })
    assert.equal(described(23).fall, described(0).fall)
    const other = {
      source: 'second',
      fields: ['points'],
      fetchedAt: NOW,
      attribution: { name: 'Second', text: 'By Second', url: 'https://second.example/', license: 'CC' },
    }
    const mixed = described(24, { sources: [{ ...other, from: '2026-11-22T05:00:00Z', to: '2026-11-22T23:00:00Z' }] })
    assert.equal(mixed.fall, described(0).fall)
    assert.match(mixed.basis, /Hour by hour, this is the forecast of .*, Second; the day as a whole is that of /)
  })

  it('is today with the amount of the whole day, and a sentence about the rest of it', () => {
    const hour = {
      temperature: 1,
      icon: 'rain',
      description: 'rain',
      condition: 'rain' as const,
      precipitation: 1,
      precipitationProbability: 0.9,
    }
    const day = buildTestDaily([
      { date: '2026-11-21', temperatureMin: 0, temperatureMax: 5, precipitation: 9, precipitationProbability: 0.9 },
    ])
    const from = Math.floor(Date.parse(NOW) / 3_600_000) * 3_600_000
    const hours = Array.from({ length: 24 }, (_, index) =>
      from + index * 3_600_000 < Date.parse('2026-11-21T19:00:00Z') ? hour : { ...hour, precipitation: 0, condition: 'overcast' as const },
    )
    const { hero } = tomorrow({ hourly: buildTestHourly(new Date(from).toISOString(), hours), daily: day }, { date: '2026-11-21' })
    assert.equal(normaliseSpaces(hero.range.at(-1)), '9.0 mm')
    assert.match(normaliseSpaces(hero.fall) ?? '', /^Rest of today: Rain, [\d.]+ mm\.$/)
  })

  it('has a row for each of its hours: what is unknown is a dash', () => {
    const point = { temperature: 5, feelsLike: 3, description: 'rain', precipitationProbability: 0.4, windSpeed: 10, windGust: 20 }
    const { rows } = tomorrow({ hourly: buildTestHourly('2026-11-22T11:00:00Z', [point]) })
    assert.equal(rows.length, 24)
    const noon = rows.find(([time]) => time === '12:00')?.map(normaliseSpaces)
    assert.deepEqual([noon?.[1], noon?.[2], noon?.[3], noon?.[5], noon?.[7]], ['rain', '5°', '3°', '40%', '20 km/h'])
    assert.deepEqual(
      { secondFirstRows: rows[0]?.[1], thirdFirstRows: rows[0]?.[2], lastFirstRows: rows[0]?.at(-1) },
      { secondFirstRows: '–', thirdFirstRows: '–', lastFirstRows: '–' },
    )
  })

  it('has the warnings that are in force at some time of it', () => {
    const during = (start: string, end: string | null) => {
      const alerts = [buildTestPlaceAlert({ id: 'a', start, end: end as string })]
      return tomorrow({ daily: buildTestDaily([{ date: '2026-11-22' }]), alerts }).alerts?.list.length ?? 0
    }
    // In Berlin, the day is from 23:00 to 23:00 UTC.
    assert.deepEqual(
      [
        during('2026-11-21T20:00:00Z', '2026-11-21T23:00:00Z'),
        during('2026-11-21T20:00:00Z', '2026-11-21T23:00:01Z'),
        during('2026-11-22T22:59:59Z', '2026-11-23T02:00:00Z'),
        during('2026-11-22T23:00:00Z', '2026-11-23T02:00:00Z'),
        during('2026-11-20T20:00:00Z', null),
      ],
      [0, 1, 1, 0, 1],
    )
  })

  it('is named as people name it', () => {
    const day = (date: string) => tomorrow({ daily: buildTestDaily([{ date }]) }, { date }).relative
    assert.deepEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(day), [
      null,
      'Yesterday',
      'Today',
      'Tomorrow',
      null,
    ])
  })

  it('says that warnings are unknown, and nothing where there are none', () => {
    const day = buildTestDaily([{ date: '2026-11-22' }])
    assert.equal(tomorrow({ daily: day, alerts: [] }).alerts, null)
    assert.equal(tomorrow({ daily: day, alerts: null }).alerts?.isUnknown, true)
    assert.equal(tomorrow({ daily: day, alerts: [], alertsFailed: 1 }).alerts?.isUnknown, true)
  })

  it('has no warnings of a day that has passed or is out of sight, and no forecast facts', () => {
    const alerts = [buildTestPlaceAlert({ id: 'a', start: '2026-11-20T00:00:00Z', end: '2026-12-31T00:00:00Z' })]
    const forecasts = { hourly: [], daily: buildTestDaily([{ date: '2026-11-20', temperatureMax: 6, humidity: 50 }]).points }
    const past = yesterday({ forecasts }, {}, { alerts })
    assert.deepEqual({ status: past.status, alerts: past.alerts, facts: past.facts }, { status: 200, alerts: null, facts: [] })
    const beyond = tomorrow({ alerts, daily: buildTestDaily([{ date: '2026-11-21' }]) }, { date: '2026-12-24' })
    assert.deepEqual({ status: beyond.status, alerts: beyond.alerts }, { status: 404, alerts: null })
    const expired = yesterday({ forecasts }, { earliest: '2026-11-21' })
    assert.deepEqual(
      { hasData: expired.head.hasData, csv: expired.csv, hoursNone: expired.hoursNone },
      { hasData: false, csv: null, hoursNone: null },
    )
  })

  it('has the sky of the hours that describe it', () => {
    type Hour = Parameters<typeof buildTestHourly>[1][number]
    const skyOf = (first: Hour, others: Hour) =>
      tomorrow({ hourly: buildTestHourly('2026-11-22T06:00:00Z', [first, ...Array.from({ length: 12 }, () => others)]) }).hero.sky
    const [rain, snow] = [
      { icon: 'rain', description: 'rain', condition: 'rain' },
      { icon: 'snow', description: 'snow', condition: 'snow' },
    ] as const
    assert.equal(skyOf(rain, snow), 'snow')
    assert.equal(skyOf({ ...rain, icon: 'snow' }, snow), 'snow')
    assert.equal(skyOf({ ...rain, description: 'snow' }, { ...snow, isDay: true }), 'snow')
  })
})
