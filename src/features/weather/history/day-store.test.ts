import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createSummaryStore, type SummaryStore } from './summary-store.ts'
import { createTestArchive, buildTestPeriod, type TestArchive } from './testing/archive.ts'
import { buildTestObservation, buildTestForecastDay } from './testing/fetched.ts'

const LATER = Date.parse('2027-01-01T00:00:00Z')

const SOURCES = { truth: 'openweather', forecast: 'openweather' }

describe('the days of a period', () => {
  let archive: TestArchive
  let store: SummaryStore
  before(async () => {
    archive = await createTestArchive()
    store = createSummaryStore(archive.database.kysely)
  })
  after(() => archive.database.drop())

  const observed = (cell: number, at: string, temperature: number | null, precipitation: number | null = null) =>
    archive.put(at, { cell, current: buildTestObservation(at, { temperature, precipitation }), hourly: [], daily: [] })

  it('are those of the place, across a clock change, and none if nothing was observed', async () => {
    // Berlin goes from +02:00 to +01:00 on 2026-10-25: that day has 25 hours.
    await observed(1, '2026-10-24T21:59:00Z', 10)
    await observed(1, '2026-10-24T22:00:00Z', 11)
    await observed(1, '2026-10-25T22:59:00Z', 12)
    await observed(1, '2026-10-25T23:00:00Z', 13)
    await observed(1, '2026-10-27T12:00:00Z', null)
    const days = await store.listDays(1, SOURCES, buildTestPeriod('2026-10-20T00:00:00Z', '2026-10-28T00:00:00Z'), 'Europe/Berlin', LATER)
    assert.deepEqual(
      days.map(({ date, temperatureHours, observationCount }) => [date, temperatureHours, observationCount]),
      [
        ['2026-10-24', 1, 1],
        ['2026-10-25', 2, 2],
        ['2026-10-26', 1, 1],
        ['2026-10-27', 0, 1],
      ],
    )
    assert.deepEqual(
      await store.listDays(2, SOURCES, buildTestPeriod('2026-10-20T00:00:00Z', '2026-10-28T00:00:00Z'), 'Europe/Berlin', LATER),
      [],
    )
  })

  it('respect a fixed offset, whose sign the database would interpret the other way round', async () => {
    await observed(3, '2026-07-01T18:00:00Z', 20)
    await observed(3, '2026-07-01T18:30:00Z', 21)
    const days = await store.listDays(3, SOURCES, buildTestPeriod('2026-07-01T00:00:00Z', '2026-07-02T12:00:00Z'), '+05:45', LATER)
    assert.deepEqual(
      days.map(({ date, observationCount }) => [date, observationCount]),
      [
        ['2026-07-01', 1],
        ['2026-07-02', 1],
      ],
    )
  })

  it('count the amount of an hour once, on the day of the hour', async () => {
    await observed(4, '2026-07-01T12:00:00Z', 10, null)
    for (let hour = 1; hour <= 24 + 20; hour++)
      await observed(4, new Date(Date.UTC(2026, 6, 1, hour)).toISOString(), 10, hour === 24 ? 1 : hour === 29 ? 2 : 0)
    await observed(4, '2026-07-02T00:10:00Z', 10, 1.5)
    const days = await store.listDays(4, SOURCES, buildTestPeriod('2026-07-01T00:00:00Z', '2026-07-02T23:59:59Z'), 'UTC', LATER)
    assert.deepEqual(
      days.map(({ precipitationTotal, hoursCovered, hours }) => [precipitationTotal, hoursCovered, hours]),
      [
        // The observation at noon says nothing about its hour.
        [1, 23, 24],
        [2, 20, 24],
      ],
    )
  })

  it('have no amount if too few of their hours are known; a running day counts only past hours', async () => {
    for (const hour of [1, 7, 13, 19, 24, 25, 26, 27]) await observed(6, new Date(Date.UTC(2026, 6, 1, hour)).toISOString(), 10, 1)
    const now = Date.parse('2026-07-02T03:30:00Z')
    const days = await store.listDays(6, SOURCES, buildTestPeriod('2026-07-01T12:00:00Z', '2026-07-02T03:30:00Z'), 'UTC', now)
    assert.deepEqual(
      days.map(({ date, precipitationTotal, hoursCovered, hours }) => [date, precipitationTotal, hoursCovered, hours]),
      [
        ['2026-07-01', null, 5, 24],
        ['2026-07-02', 3, 3, 3],
      ],
    )
  })

  it('have as many hours as the local clock gives them', async () => {
    await observed(7, '2026-10-25T12:00:00Z', 10, 1)
    const [day] = await store.listDays(7, SOURCES, buildTestPeriod('2026-10-25T00:00:00Z', '2026-10-25T20:00:00Z'), 'Europe/Berlin', LATER)
    assert.deepEqual({ hoursCovered: day?.hoursCovered, hours: day?.hours }, { hoursCovered: 1, hours: 25 })
  })

  it('have a high and a low only if nine tenths of all their hours are known', async () => {
    // Berlin's day of 25 hours; a day of 24, of which three hours are missing; and one that has not ended.
    const put = async (from: string, hours: number, without: number[] = []) => {
      for (let hour = 0; hour < hours; hour++)
        if (!without.includes(hour)) await observed(8, new Date(Date.parse(from) + hour * 3_600_000).toISOString(), hour)
    }
    await put('2026-10-24T22:10:00Z', 25, [7, 8])
    await put('2026-10-25T23:10:00Z', 24, [3, 4, 5])
    await put('2026-10-26T23:10:00Z', 21)
    const listed = async (from: string) =>
      (
        await store.listDays(8, SOURCES, buildTestPeriod(from, '2026-10-27T19:30:00Z'), 'Europe/Berlin', Date.parse('2026-10-27T19:30:00Z'))
      ).map(({ date, temperatureMin, temperatureMax, temperatureHours }) => [date, temperatureMin, temperatureMax, temperatureHours])
    const days = [
      ['2026-10-25', 0, 24, 23],
      ['2026-10-26', null, null, 21],
      ['2026-10-27', null, null, 21],
    ]
    assert.deepEqual(await listed('2026-10-24T22:00:00Z'), days)
    // The first day is stated as a whole although the period begins within it.
    assert.deepEqual(await listed('2026-10-25T18:00:00Z'), days)
    const counted = async (from: string) =>
      (await store.listDays(8, SOURCES, buildTestPeriod(from, '2026-10-27T22:00:00Z'), 'Europe/Berlin', LATER)).map(
        (day) => day.observationCount,
      )
    assert.deepEqual(await counted('2026-10-26T18:00:00Z'), [5, 21])
    // Without a reading in the period, the day is omitted.
    assert.deepEqual(await counted('2026-10-27T21:00:00Z'), [])
  })

  it('use the last forecast before the day began, not a later one', async () => {
    const issue = (at: string, min: number, max: number) =>
      archive.put(at, {
        cell: 5,
        current: null,
        hourly: [],
        daily: [buildTestForecastDay('2026-07-03', { temperatureMin: min, temperatureMax: max })],
      })
    await issue('2026-07-01T10:00:00Z', 1, 2)
    await issue('2026-07-02T20:00:00Z', 3, 4)
    await issue('2026-07-03T10:00:00Z', 5, 6)
    await observed(5, '2026-07-03T12:00:00Z', 30)
    const [only] = await store.listDays(5, SOURCES, buildTestPeriod('2026-07-01T00:00:00Z', '2026-07-04T00:00:00Z'), 'UTC', LATER)
    assert.deepEqual(
      { date: only?.date, forecastMin: only?.forecastMin, forecastMax: only?.forecastMax, temperatureMax: only?.temperatureMax },
      { date: '2026-07-03', forecastMin: 3, forecastMax: 4, temperatureMax: null },
    )
  })
})
