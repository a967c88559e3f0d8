import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CONDITIONS } from '@isobar/weather'
import fc from 'fast-check'
import { createReadStore, type ReadStore } from './read-store.ts'
import { createTestArchive, buildTestPeriod, type TestArchive } from './testing/archive.ts'
import { buildTestObservation, buildTestForecastDay, buildTestForecastHour } from './testing/fetched.ts'
import { HOURLY_VARIABLES, VARIABLES } from './variables.ts'

const DAY = buildTestPeriod('2026-07-01T00:00:00Z', '2026-07-01T23:59:59Z')

describe('reading the archive', () => {
  let archive: TestArchive
  let store: ReadStore
  before(async () => {
    archive = await createTestArchive()
    store = createReadStore(archive.database.kysely)
  })
  after(() => archive.database.drop())

  it('knows the zone that was stored last', async () => {
    assert.equal(await store.findTimezone(1), null)
    await archive.put('2026-07-02T00:00:00Z', { cell: 1, timezone: 'Europe/Berlin' })
    await archive.put('2026-06-01T00:00:00Z', { cell: 1, timezone: 'Europe/Paris' })
    assert.equal(await store.findTimezone(1), 'Europe/Berlin')
  })

  it('takes one source for what the weather was: a station, else the primary, else the one with the most readings', async () => {
    const read = (cell: number, source: string, minutes: readonly number[], kind: 'analysis' | 'observation' = 'analysis') =>
      Promise.all(
        minutes.map((minute) => {
          const at = `2026-07-01T12:${String(minute).padStart(2, '0')}:00Z`
          return archive.put(at, { cell, source, current: buildTestObservation(at, { kind }), hourly: [], daily: [] })
        }),
      )
    const chosen = async (cell: number, within = DAY) => {
      const { truth, forecast } = await store.findSources(cell, within, 'primary')
      return `${truth}, ${forecast}`
    }
    assert.equal(await chosen(30), 'primary, primary')
    await read(30, 'b', [1, 2])
    await read(30, 'c', [1, 2, 3])
    await read(30, 'a', [1, 2, 3])
    assert.equal(await chosen(30), 'a, a')
    await read(30, 'primary', [5])
    assert.equal(await chosen(30), 'primary, primary')
    await read(30, 'station', [7], 'observation')
    assert.equal(await chosen(30), 'station, primary')
    // Outside the period it says nothing.
    assert.equal(await chosen(30, buildTestPeriod('2026-07-01T12:00:00Z', '2026-07-01T12:06:59Z')), 'primary, primary')
    assert.equal(await chosen(30, buildTestPeriod('2026-07-01T12:07:00Z', '2026-07-01T12:07:00Z')), 'station, primary')
  })

  it('lists observations newest first, both ends included, across months', async () => {
    for (const at of [
      '2026-06-30T23:59:59Z',
      '2026-07-01T00:00:00Z',
      '2026-07-01T12:00:00Z',
      '2026-07-01T23:59:59Z',
      '2026-07-02T00:00:00Z',
    ])
      await archive.put(at, { cell: 2 })
    await archive.put('2026-07-01T12:05:00Z', { cell: 2, source: 'open-meteo', current: buildTestObservation('2026-07-01T12:00:00Z') })
    const shown = async (limit: number) =>
      (await store.listObservations(2, DAY, limit)).map(({ observedAt, source }) => `${observedAt.slice(11, 16)} ${source}`)
    assert.deepEqual(await shown(10), ['23:59 openweather', '12:00 open-meteo', '12:00 openweather', '00:00 openweather'])
    assert.deepEqual(await shown(1), ['23:59 openweather'])
    const all = await store.listObservations(2, buildTestPeriod('2026-06-01T00:00:00Z', '2026-08-01T00:00:00Z'), 10)
    assert.equal(all.length, 6)
    assert.equal((await store.listObservations(3, DAY, 10)).length, 0)
  })

  it('has for each full hour the observation next to it of one source', async () => {
    const put = (at: string, more: Parameters<typeof buildTestObservation>[1] = {}, source = 'openweather') =>
      archive.put(at, { cell: 60, source, current: buildTestObservation(at, more), hourly: [], daily: [] })
    await put('2026-06-30T23:29:59Z', { temperature: 1 })
    await put('2026-06-30T23:30:00Z', { temperature: 2 })
    await put('2026-07-01T00:29:59Z', { temperature: 3 })
    await put('2026-07-01T00:31:00Z', { temperature: 4 })
    await put('2026-07-01T01:05:00Z', { temperature: 5, precipitation: null, condition: 'clear' })
    await put('2026-07-01T01:00:00Z', { temperature: 6 }, 'open-meteo')
    await put('2026-07-01T04:10:00Z', { temperature: 7, precipitation: null, condition: 'rain' })
    const hours = async (limit: number) =>
      (await store.listObservedHours(60, 'openweather', DAY, limit)).map(({ mark, temperature, precipitation }) => [
        mark.slice(11, 16),
        temperature,
        precipitation,
      ])
    const [first, second, third, ...rest] = await hours(10)
    assert.deepEqual(first?.slice(0, 2), ['00:00', 3], 'a second less than half an hour is nearer than half an hour')
    // What older releases stored of OpenWeather's dry weather was no amount; of wet weather, none is known.
    assert.deepEqual(second, ['01:00', 5, 0])
    assert.deepEqual(third, ['04:00', 7, null])
    assert.deepEqual(rest, [])
    assert.equal((await hours(1)).length, 1)
  })

  it('returns the latest issue for each hour, or all, newest issue first', async () => {
    const hours = [10, 11, 12]
    const series = (temperature: number) =>
      hours.map((h) => buildTestForecastHour(`2026-07-01T${h}:00:00Z`, { temperature: temperature + h }))
    await archive.put('2026-07-01T08:00:00Z', { cell: 4, hourly: series(100) })
    await archive.put('2026-07-01T09:30:00Z', { cell: 4, hourly: series(200).slice(0, 2) })
    await archive.put('2026-07-01T09:00:00Z', { cell: 4, source: 'open-meteo', hourly: series(300).slice(0, 1) })
    const shown = (rows: readonly { time: string; temperature: number | null }[]) =>
      rows.map(({ time, temperature }) => `${time.slice(11, 13)} ${temperature}`)
    assert.deepEqual(shown(await store.listHourly(4, DAY, 'latest', 10)), ['10 210', '11 211', '12 112'])
    assert.deepEqual(shown(await store.listHourly(4, DAY, 'all', 10)), ['10 210', '10 310', '10 110', '11 211', '11 111', '12 112'])
    assert.deepEqual(shown(await store.listHourly(4, DAY, 'all', 2)), ['10 210', '10 310'])
    assert.deepEqual(shown(await store.listHourly(4, buildTestPeriod('2026-07-01T11:00:00Z', '2026-07-01T11:00:00Z'), 'latest', 10)), [
      '11 211',
    ])
  })

  it('finds an issue from seven days earlier, in the previous month', async () => {
    await archive.put('2026-06-25T00:30:00Z', {
      cell: 5,
      hourly: [buildTestForecastHour('2026-07-01T20:00:00Z', { temperature: 1 })],
      daily: [buildTestForecastDay('2026-07-01')],
    })
    await archive.put('2026-06-16T00:30:00Z', { cell: 5, hourly: [], daily: [buildTestForecastDay('2026-07-01', { temperatureMax: 7 })] })
    assert.equal((await store.listHourly(5, DAY, 'latest', 10)).length, 1)
    assert.deepEqual(
      (await store.listDaily(5, DAY, 'all', 10)).map(({ issuedAt, temperatureMax }) => [issuedAt, temperatureMax]),
      [
        ['2026-06-25T00:30:00Z', null],
        ['2026-06-16T00:30:00Z', 7],
      ],
    )
  })

  it('returns a day as it was forecast', async () => {
    const point = buildTestForecastDay('2026-07-03', {
      temperatureMax: 21.5,
      summary: 'Rain, "heavy" at times\u2028',
      condition: 'rain',
      providerCode: 501,
      sunrise: '2026-07-03T03:00:00Z',
      moonPhase: 0.25,
    })
    await archive.put('2026-07-01T10:00:00Z', {
      cell: 6,
      daily: [buildTestForecastDay('2026-07-01'), buildTestForecastDay('2026-07-02'), point],
    })
    const [found] = await store.listDaily(6, buildTestPeriod('2026-07-03T00:00:00Z', '2026-07-04T00:00:00Z'), 'latest', 10)
    assert.deepEqual(found, { ...point, issuedAt: '2026-07-01T10:00:00Z', source: 'openweather', simulated: false })
  })

  it('returns every number of six digits and every null as it was sent', async () => {
    const number = fc.option(
      fc
        .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
        .map(([digits, decimals]) => Number(`${digits}e-${decimals}`)),
    )
    const values = fc.record({
      ...Object.fromEntries(Object.keys(HOURLY_VARIABLES).map((name) => [name, number])),
      condition: fc.option(fc.constantFrom(...CONDITIONS)),
      providerCode: fc.option(fc.integer({ min: 0, max: 99_999 })),
      isDay: fc.option(fc.boolean()),
    })
    let cell = 1_000
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 5 }), async (points) => {
        cell += 1
        const hours = points.map((known, i) => buildTestForecastHour(`2026-07-01T${10 + i}:00:00Z`, known as object))
        const observed = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, (points[0] as Record<string, unknown>)[name]]))
        await archive.put('2026-07-01T09:00:00Z', {
          cell,
          simulated: true,
          hourly: hours,
          current: buildTestObservation('2026-07-01T09:00:00Z', observed),
        })
        const from = { issuedAt: '2026-07-01T09:00:00Z', source: 'openweather', simulated: true }
        assert.deepEqual(await store.listHourly(cell, DAY, 'latest', 10), hours.map((each) => ({ ...each, ...from })).map(withoutMinusZero))
        const [found] = await store.listObservations(cell, DAY, 10)
        const { recordedAt, source, simulated, ...weather } = found ?? assert.fail('there is no observation')
        assert.deepEqual(weather, withoutMinusZero(buildTestObservation('2026-07-01T09:00:00Z', observed)))
        assert.deepEqual({ recordedAt, source, simulated }, { recordedAt: '2026-07-01T09:00:00Z', source: 'openweather', simulated: true })
      }),
      { numRuns: 60 },
    )
  })
})

function withoutMinusZero<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, Object.is(value, -0) ? 0 : value])) as T
}
