import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Alert, type CellScope, type DailyPoint, NOTHING_MEASURED, formatInstant } from '@isobar/weather'
import type { AlertRecord, ScopeRecord } from '../../../gateway/index.ts'
import { buildScopeRecord } from '../../../gateway/testing/records.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { readPlaceDays } from '../../weather/place-weather/index.ts'
import { NO_STATION } from '../../weather/stations/index.ts'
import { buildTestWarning, buildTestWaves } from '../alerting/testing/events.ts'
import { type PartSources, buildPlacePart } from './part.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const at = (hours: number): string => formatInstant(NOW + hours * HOUR_MS)
const record = <S extends CellScope>(scope: S, source: string, data: object, change: Partial<ScopeRecord<S>>) =>
  buildScopeRecord(scope, source, {
    fetchedAt: NOW - HOUR_MS,
    timezone: 'Europe/Berlin',
    utcOffsetSeconds: 7_200,
    json: Buffer.from(JSON.stringify(data)),
    ...change,
  })
const daysFrom = (offset: number, count: number) =>
  Array.from({ length: count }, (_, index): Partial<DailyPoint> => ({
    ...NOTHING_MEASURED,
    date: formatInstant(NOW + (offset + index) * DAY_MS).slice(0, 10),
    temperatureMax: index,
  }))
const daily = (points = daysFrom(0, 8), change: Partial<ScopeRecord<'daily'>> = {}) =>
  record('daily', 'openweather', { available: true, points }, change)
const alerts = (list: readonly Alert[], change: Partial<AlertRecord> = {}, more: object = {}) =>
  record('alert', 'nws', { alerts: list, ...more }, change)
const credit = (source: string) => ({ name: source, text: source, url: 'https://x.example/', license: '' })
const part = ({ daily: record = daily(), ...change }: Partial<Omit<PartSources, 'daily'>> & { daily?: ScopeRecord<'daily'> } = {}) =>
  buildPlacePart(
    {
      daily: record,
      days: readPlaceDays({ record, supplements: [], station: NO_STATION }, NOW, { attributionOf: credit, correctsHeight: false }),
      alerts: [alerts([])],
      past: null,
      extras: [],
      attribution: credit('openweather'),
      attributionOf: credit,
      alertStaleSeconds: 7_200,
      ...change,
    },
    NOW,
  )

describe('the days of a digest', () => {
  it('are the next seven from the place’s today on; without any there is no part', () => {
    const days = part({ daily: daily(daysFrom(-2, 12)) })?.days ?? []
    assert.deepEqual(
      { days: days.length, firstDaysDate: days[0]?.date, date: days[6]?.date },
      { days: 7, firstDaysDate: '2026-07-01', date: '2026-07-07' },
    )
    assert.equal(part({ daily: daily(daysFrom(-2, 2)) }), undefined)
    assert.equal(part({ daily: daily(daysFrom(-2, 3)) })?.days.length, 1)
  })

  it('say where they come from, when, and whether they are simulated', () => {
    const { timezone, fetchedAt, source, attribution } = part() ?? {}
    assert.deepEqual(
      { timezone, fetchedAt, source, attribution },
      { timezone: 'Europe/Berlin', fetchedAt: at(-1), source: 'openweather', attribution: credit('openweather') },
    )
    assert.deepEqual([part()?.simulated, part({ daily: daily(undefined, { simulated: true }) })?.simulated], [false, true])
  })
})

describe('air and sea of a digest', () => {
  const sea = (heightAt: (hour: number) => number | null, source = 'open-meteo') =>
    record('marine', source, buildTestWaves(heightAt, 60, -2), {})

  it('are the worst of each day there, from now on, with the credit of another source', () => {
    // It is 14:00 in Berlin: the first day lasts ten hours more.
    const { extras, extraCredits } = part({ extras: [sea((hour) => (hour < 0 ? 9 : hour === 3 ? 2.5 : hour === 12 ? 4 : 1))] }) ?? {}
    assert.deepEqual(extras, {
      marine: [
        { date: '2026-07-01', value: 2.5 },
        { date: '2026-07-02', value: 4 },
        { date: '2026-07-03', value: 1 },
      ],
    })
    assert.deepEqual(extraCredits, [credit('open-meteo')])
    assert.deepEqual(part({ extras: [sea(() => 1, 'openweather')] })?.extraCredits, [])
  })

  it('are omitted where nothing is known, and make the part a simulated one if they are', () => {
    assert.deepEqual([part()?.extras, part({ extras: [sea(() => null)] })?.extras], [undefined, undefined])
    assert.equal(part({ extras: [{ ...sea(() => 1), simulated: true }] })?.simulated, true)
  })
})

describe('the warnings of a digest', () => {
  const eventsOf = (...records: AlertRecord[]) => part({ alerts: records })?.alerts?.map(({ id }) => id) ?? null
  const warning = (id: string, change: Partial<Alert> = {}) => buildTestWarning({ id, event: `Warning ${id}`, ...change })

  it('are unknown, not none, without recent evidence', () => {
    assert.deepEqual(eventsOf(), null)
    assert.deepEqual(eventsOf(alerts([], { fetchedAt: NOW - 2 * HOUR_MS })), null)
    assert.deepEqual(eventsOf(alerts([], { fetchedAt: NOW - 2 * HOUR_MS + 1 })), [])
    assert.deepEqual(eventsOf(alerts([], {}, { incomplete: true })), null)
    assert.deepEqual(eventsOf(alerts([warning('a')], { fetchedAt: NOW - 9 * HOUR_MS })), ['a'])
  })

  it('are those running or to come within the week, of sources that cover the place', () => {
    const list = [
      warning('over', { end: at(0) }),
      warning('running', { end: at(0.01) }),
      warning('coming', { start: at(7 * 24 - 0.01), end: null }),
      warning('far', { start: at(7 * 24), end: null }),
      warning('called off', { cancelled: true }),
    ]
    assert.deepEqual(eventsOf(alerts(list))?.toSorted(), ['coming', 'running'])
    assert.deepEqual(eventsOf(alerts([warning('a')], { available: false }), alerts([])), [])
  })

  it('are at most twelve, the most severe first, then the earliest', () => {
    const many = Array.from({ length: 13 }, (_, index) => warning(`m${index}`, { severity: 'minor', start: at(index), end: at(30) }))
    const ids = eventsOf(alerts([...many, warning('worst', { severity: 'extreme', start: at(20), end: at(30) })]))
    assert.deepEqual([ids?.length, ids?.slice(0, 3), ids?.at(-1)], [12, ['worst', 'm0', 'm1'], 'm10'])
  })

  it('credit their senders, but not the source of the weather again', () => {
    const names = (...records: AlertRecord[]) => part({ alerts: records })?.alertCredits?.map(({ name }) => name)
    assert.deepEqual(names(alerts([warning('a'), warning('b', { source: 'dwd' }), warning('c', { source: 'openweather' })])), [
      'nws',
      'dwd',
    ])
    assert.deepEqual(names(alerts([])), [])
  })

  it('have a title in each language in which they are issued, if there are several', () => {
    const dwd = (id: string, event: string) =>
      buildTestWarning({ id, event, source: 'openweather', senderName: 'Deutscher Wetterdienst', description: '' })
    const titlesOf = (...list: Alert[]) =>
      part({ alerts: [alerts(list)] })?.alerts?.map(({ titles }) => titles?.map(({ language, event }) => [language, event]))
    assert.deepEqual(titlesOf(dwd('a', 'STURMBÖEN')), [undefined])
    const [titles, ...others] = titlesOf(dwd('a', 'STURMBÖEN'), dwd('b', 'gale-force gusts')) ?? []
    assert.deepEqual(
      { titles: titles?.toSorted(), others },
      {
        titles: [
          ['de', 'STURMBÖEN'],
          ['en', 'gale-force gusts'],
        ],
        others: [],
      },
    )
  })
})

describe('the past week of a digest', () => {
  const observed = {
    observationCount: 5,
    kind: 'analysis',
    temperatureMin: 1,
    temperatureMax: 9,
    temperatureMean: 4,
    precipitationTotal: 2,
    windGustMax: 11,
  }
  const past = (change: object) =>
    ({ observed: { ...observed, ...change }, verification: null }) as unknown as NonNullable<PartSources['past']>

  it('is what was observed in the seven days up to now, or null if that was nothing', () => {
    assert.deepEqual(part({ past: past({}) })?.pastWeek, { from: at(-7 * 24), to: at(0), ...observed })
    assert.equal(part({ past: past({ observationCount: 0 }) })?.pastWeek, null)
    assert.deepEqual({ pastWeek: part()?.pastWeek, accuracy: part()?.accuracy }, { pastWeek: null, accuracy: [] })
  })
})
