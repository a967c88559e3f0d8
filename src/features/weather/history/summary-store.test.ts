import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CurrentWeather, MIN_COVERAGE } from '@isobar/weather'
import fc from 'fast-check'
import { computeSummedHours } from './coverage.ts'
import { createSummaryStore, type SummaryStore } from './summary-store.ts'
import { createTestArchive, buildTestPeriod, type TestArchive } from './testing/archive.ts'
import { buildTestObservation, buildTestForecastHour } from './testing/fetched.ts'

const DAY = buildTestPeriod('2026-07-01T00:00:00Z', '2026-07-01T23:59:59Z')

describe('the summary of a period', () => {
  let archive: TestArchive
  let store: SummaryStore
  before(async () => {
    archive = await createTestArchive()
    store = createSummaryStore(archive.database.kysely)
  })
  after(() => archive.database.drop())

  /** Stores an observation at the time `at` of the first of July. */
  const observed = (cell: number, at: string, known: Partial<CurrentWeather>) =>
    archive.put(`2026-07-01T${at}Z`, { cell, current: buildTestObservation(`2026-07-01T${at}Z`, known), hourly: [], daily: [] })

  const summariseDay = (cell: number, day = DAY) =>
    store.summarise(cell, 'openweather', day, computeSummedHours(day, Date.parse('2027-01-01T00:00:00Z')))

  describe('summarise', () => {
    it('is empty if nothing was observed', async () => {
      assert.deepEqual(await summariseDay(1), {
        observationCount: 0,
        kind: null,
        firstObservedAt: null,
        lastObservedAt: null,
        temperatureMin: null,
        temperatureMax: null,
        temperatureMean: null,
        temperatureHours: 0,
        windGustMax: null,
        windHours: 0,
        precipitationTotal: null,
        hoursCovered: 0,
        hours: 24,
      })
    })

    it('states the kind that applies to all values of the period', async () => {
      await observed(20, '10:00:00', { kind: 'observation' })
      await observed(20, '11:00:00', { kind: 'observation' })
      assert.equal((await summariseDay(20)).kind, 'observation')
      await observed(20, '12:00:00', { kind: 'analysis' })
      assert.equal((await summariseDay(20)).kind, 'analysis')
    })

    it('counts an hour of rain once, however often it was observed', async () => {
      await observed(2, '10:00:00', { temperature: 10, precipitation: 1, windGust: 4 })
      await observed(2, '10:10:00', { temperature: 11, precipitation: 1.5 })
      await observed(2, '10:20:00', { temperature: 12, precipitation: 2 })
      await observed(2, '11:10:00', { temperature: 13, precipitation: 0.5, windGust: 9.5 })
      await observed(2, '10:55:00', { temperature: 14, precipitation: 0.25 })
      await observed(2, '12:00:00', { temperature: null, precipitation: null })
      const morning = buildTestPeriod('2026-07-01T09:00:00Z', '2026-07-01T10:59:59Z')
      const summary = { ...(await summariseDay(2)), precipitationTotal: (await summariseDay(2, morning)).precipitationTotal }
      // 10:00 counts for the hour that ends at 10:00, 10:55 for the one that ends at 11:00; 12:00 says nothing about its hour.
      assert.equal(summary.precipitationTotal, 1.25)
      assert.equal(summary.observationCount, 6)
      assert.deepEqual(
        { firstObservedAt: summary.firstObservedAt, lastObservedAt: summary.lastObservedAt },
        { firstObservedAt: new Date('2026-07-01T10:00:00Z'), lastObservedAt: new Date('2026-07-01T12:00:00Z') },
      )
    })

    it('has no total if too few hours are known: 1 mm an hour, read every six hours, is not 4 mm', async () => {
      for (const at of ['00:10:00', '06:10:00', '12:10:00', '18:10:00']) await observed(3, at, { precipitation: 1 })
      const { precipitationTotal, hoursCovered, hours } = await summariseDay(3)
      assert.deepEqual({ precipitationTotal, hoursCovered, hours }, { precipitationTotal: null, hoursCovered: 3, hours: 24 })
    })

    it('counts an hour without an amount as dry if the sky is, otherwise as unknown', async () => {
      const two = buildTestPeriod('2026-07-01T09:00:00Z', '2026-07-01T10:59:59Z')
      await observed(4, '10:00:00', { condition: 'clear' })
      await observed(4, '11:00:00', { condition: 'overcast' })
      await observed(5, '10:00:00', { condition: 'clear' })
      await observed(5, '11:00:00', { condition: 'rain' })
      const totals = [await summariseDay(4, two), await summariseDay(5, two)]
      assert.deepEqual(
        totals.map(({ precipitationTotal, hoursCovered, hours }) => [precipitationTotal, hoursCovered, hours]),
        [
          [0, 2, 2],
          [null, 1, 2],
        ],
      )
    })

    it('leaves an hour unknown if its source states every amount, also of a dry hour', async () => {
      for (const hour of ['10', '11'])
        await archive.put(`2026-07-01T${hour}:00:00Z`, {
          cell: 23,
          source: 'open-meteo',
          current: buildTestObservation(`2026-07-01T${hour}:00:00Z`, { condition: 'clear' }),
          hourly: [],
          daily: [],
        })
      const two = buildTestPeriod('2026-07-01T09:00:00Z', '2026-07-01T10:59:59Z')
      const summary = await store.summarise(23, 'open-meteo', two, computeSummedHours(two, Date.parse('2027-01-01T00:00:00Z')))
      assert.deepEqual(
        { precipitationTotal: summary.precipitationTotal, hoursCovered: summary.hoursCovered },
        { precipitationTotal: null, hoursCovered: 0 },
      )
    })

    it('sums no unfinished hour, nor one outside the period', async () => {
      for (const at of ['10:00:00', '11:00:00', '11:40:00']) await observed(6, at, { precipitation: 1 })
      const [from, to, now] = ['2026-07-01T10:00:00Z', '2026-07-01T23:59:59Z', '2026-07-01T11:45:00Z']
      const summary = await store.summarise(
        6,
        'openweather',
        buildTestPeriod(from, to),
        computeSummedHours(buildTestPeriod(from, to), Date.parse(now)),
      )
      assert.deepEqual(
        { precipitationTotal: summary.precipitationTotal, hoursCovered: summary.hoursCovered, hours: summary.hours },
        { precipitationTotal: 1, hoursCovered: 1, hours: 1 },
      )
    })

    it('gives the exact total or none, however rarely it was read', async () => {
      let cell = 100
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { minLength: 24, maxLength: 24 }),
          fc.integer({ min: 1, max: 12 }),
          async (fell, every) => {
            cell += 1
            const read = fell.flatMap((amount, hour) => (hour % every === 0 ? [{ amount, hour }] : []))
            for (const { amount, hour } of read)
              await observed(cell, `${String(hour).padStart(2, '0')}:50:00`, { precipitation: Math.fround(amount) })
            const { precipitationTotal, hoursCovered } = await summariseDay(cell)
            assert.equal(hoursCovered, read.length)
            const sum = read.reduce((total, { amount }) => total + amount, 0)
            if (read.length < MIN_COVERAGE.sum * 24) assert.equal(precipitationTotal, null)
            else assert.ok(Math.abs((precipitationTotal ?? NaN) - sum) < 1e-4)
          },
        ),
        { numRuns: 12 },
      )
    })

    it('has no extremes of the readings of a few hours, and the exact ones if nine tenths of the hours are known', async () => {
      let cell = 200
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 24, maxLength: 24 }),
          fc.subarray([...Array(24).keys()], { minLength: 18 }),
          fc.subarray([...Array(24).keys()], { minLength: 18 }),
          async (values, withTemperature, withWind) => {
            cell += 1
            for (const hour of new Set([...withTemperature, ...withWind])) {
              const temperature = withTemperature.includes(hour) ? (values[hour] as number) : null
              // A second reading of an hour covers no further hour.
              for (const minute of ['10', '50'])
                await observed(cell, `${String(hour).padStart(2, '0')}:${minute}:00`, {
                  temperature,
                  windSpeed: withWind.includes(hour) ? 3 : null,
                  windGust: withWind.includes(hour) && hour % 2 === 0 ? hour : null,
                })
            }
            const summary = await summariseDay(cell)
            const known = withTemperature.map((hour) => values[hour] as number)
            assert.deepEqual(
              { temperatureHours: summary.temperatureHours, windHours: summary.windHours },
              { temperatureHours: withTemperature.length, windHours: withWind.length },
            )
            const isCovered = known.length >= 22
            assert.equal(summary.temperatureMin, isCovered ? Math.min(...known) : null)
            assert.equal(summary.temperatureMax, isCovered ? Math.max(...known) : null)
            assert.equal(summary.temperatureMean === null, !isCovered)
            const gusts = withWind.filter((hour) => hour % 2 === 0)
            assert.equal(summary.windGustMax, withWind.length >= 22 ? Math.max(...gusts) : null)
          },
        ),
        {
          numRuns: 12,
          examples: [
            [Array(24).fill(5), [...Array(22).keys()], [...Array(21).keys()]],
            [Array(24).fill(5), [...Array(21).keys()], [...Array(22).keys()]],
          ],
        },
      )
    })
  })

  it('uses one source: a warmer second source does not raise the maximum', async () => {
    const at = '2026-07-01T10:00:00Z'
    const put = (source: string, temperature: number) =>
      archive.put(at, {
        cell: 21,
        source,
        current: buildTestObservation(at, { temperature, precipitation: 3 }),
        hourly: [buildTestForecastHour('2026-07-01T12:00:00Z', { temperature })],
        daily: [],
      })
    await put('openweather', 10)
    await put('open-meteo', 15)
    const { temperatureMax, temperatureMean, observationCount } = await summariseDay(21, buildTestPeriod(at, '2026-07-01T10:59:59Z'))
    assert.deepEqual(
      { temperatureMax, temperatureMean, observationCount },
      { temperatureMax: 10, temperatureMean: 10, observationCount: 1 },
    )
  })
})
