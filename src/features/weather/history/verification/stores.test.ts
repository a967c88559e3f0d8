import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CurrentWeather, buildErrorCase, formatInstant } from '@isobar/weather'
import { DAY_MS, HOUR_MS, MINUTE_MS, toUtcDay } from '../../../../time.ts'
import { createTestArchive, type TestArchive } from '../testing/archive.ts'
import { buildTestAirHour, buildTestObservation, buildTestForecastDay, buildTestForecastHour } from '../testing/fetched.ts'
import { type CaseStore, createCaseStore } from './case-store.ts'
import { ALL_PLACES, type LeadSums, type Verification } from './model.ts'
import { createResultStore, type ResultStore } from './result-store.ts'
import { createSumStore, type SumStore } from './sum-store.ts'

const DAY = Date.parse('2026-07-10T00:00:00Z')
const QUIET = { current: null, hourly: [], daily: [] }

describe('the cases of a day in the archive', () => {
  let archive: TestArchive
  let store: CaseStore
  before(async () => {
    archive = await createTestArchive()
    store = createCaseStore(archive.database.kysely)
  })
  after(() => archive.database.drop())

  const observed = (cell: number, at: number, known: Partial<CurrentWeather> = {}, more = {}) =>
    archive.put(formatInstant(at), { ...QUIET, cell, current: buildTestObservation(formatInstant(at), known), ...more })

  it('have one forecast for each hour and band of lead time, the first; a band includes its bound', async () => {
    const noon = DAY + 12 * HOUR_MS
    const issue = (leadMs: number, temperature: number) =>
      archive.put(formatInstant(noon - leadMs), {
        ...QUIET,
        cell: 1,
        hourly: [buildTestForecastHour(formatInstant(noon), { temperature })],
      })
    for (const [leadMs, temperature] of [
      [168 * HOUR_MS, 168],
      [48 * HOUR_MS, 48],
      [24 * HOUR_MS + 1_000, 24.1],
      [24 * HOUR_MS, 24],
      [20 * HOUR_MS, 20],
      [HOUR_MS, 1],
      [1_000, 0.1],
      [-HOUR_MS, -1],
    ] as const)
      await issue(leadMs, temperature)
    const hours = (await store.listHours(1, DAY)).toSorted((a, b) => a.leadHours - b.leadHours)
    assert.deepEqual(
      hours.map(({ leadHours, temperature }) => [leadHours, temperature]),
      [
        [1, 1],
        [24, 24],
        [48, 48],
        [168, 168],
      ],
    )
  })

  it('are those of the hours of the day alone, by source, with what a dry sky means', async () => {
    const times = [DAY - HOUR_MS, DAY, DAY + 23 * HOUR_MS, DAY + 24 * HOUR_MS]
    const hourly = times.map((at) =>
      buildTestForecastHour(formatInstant(at), {
        condition: 'clear',
        windSpeed: 3,
        windGust: 5,
        windDirection: 90,
        precipitationProbability: 0.5,
      }),
    )
    for (const source of ['openweather', 'open-meteo'])
      await archive.put(formatInstant(DAY - 2 * HOUR_MS), { ...QUIET, cell: 2, source, hourly })
    const hours = (await store.listHours(2, DAY)).map(({ source, validAt, ...rest }) => ({ source, at: validAt.getTime(), ...rest }))
    const common = { temperature: null, windSpeed: 3, windGust: 5, windDirection: 90, precipitationProbability: 0.5 }
    assert.deepEqual(
      hours.toSorted((a, b) => a.at - b.at || a.source.localeCompare(b.source)),
      [DAY, DAY + 23 * HOUR_MS].flatMap((at) => [
        // It states every amount, also of a dry hour.
        { source: 'open-meteo', at, leadHours: at === DAY ? 3 : 48, ...common, precipitation: null },
        { source: 'openweather', at, leadHours: at === DAY ? 3 : 48, ...common, precipitation: 0 },
      ]),
    )
  })

  it('have one forecast of the local day for each number of days ahead, one to seven, the first', async () => {
    const issue = (at: string, temperatureMax: number, source = 'openweather') =>
      archive.put(at, {
        ...QUIET,
        cell: 3,
        source,
        daily: [
          buildTestForecastDay('2026-07-10', { temperatureMax, temperatureMin: 1 }),
          buildTestForecastDay('2026-07-11', { temperatureMax: 99 }),
        ],
      })
    // Auckland is twelve hours ahead: its 10 July begins at noon on the 9th.
    await issue('2026-07-01T11:00:00Z', 9)
    await issue('2026-07-02T12:00:00Z', 7)
    await issue('2026-07-08T11:59:59Z', 2)
    await issue('2026-07-08T12:00:00Z', 1)
    await issue('2026-07-09T11:00:00Z', 1.5)
    await issue('2026-07-09T12:00:00Z', 0)
    await issue('2026-07-09T01:00:00Z', 5, 'open-meteo')
    const days = await store.listDays(3, DAY, 'Pacific/Auckland')
    assert.deepEqual(days.map(({ source, leadHours, temperatureMax }) => [source, leadHours, temperatureMax]).toSorted(), [
      ['open-meteo', 24, 5],
      ['openweather', 168, 7],
      ['openweather', 24, 1],
      ['openweather', 48, 2],
    ])
    assert.ok(days.every(({ date, temperatureMin }) => date === '2026-07-10' && temperatureMin === 1))
  })

  it('have the readings that baselines need, one for each source and quarter of an hour: the nearest', async () => {
    const at = (minutes: number) => DAY + minutes * MINUTE_MS
    await observed(4, at(-4), { temperature: 1 })
    await observed(4, at(2), { temperature: 2 })
    await observed(4, at(3), { temperature: 3 }, { source: 'open-meteo' })
    await observed(4, at(8), { temperature: 4, condition: 'clear' })
    await observed(4, at(9), { temperature: 5, kind: 'observation' }, { source: 'station' })
    await observed(4, at(20), { temperature: 6, kind: 'forecast' })
    await observed(4, DAY - 39 * DAY_MS, { temperature: 7 })
    await observed(4, DAY - 39 * DAY_MS - 1_000, { temperature: 8 })
    await observed(4, DAY + 2 * DAY_MS, { temperature: 9 })
    await observed(4, DAY + 2 * DAY_MS + 1_000, { temperature: 10 })
    assert.deepEqual(
      (await store.listReadings(4, DAY)).map(({ source, kind, temperature, precipitation }) => [source, kind, temperature, precipitation]),
      [
        ['openweather', 'analysis', 7, null],
        ['openweather', 'analysis', 2, null],
        ['open-meteo', 'analysis', 3, null],
        ['openweather', 'analysis', 4, 0],
        ['station', 'observation', 5, null],
        ['openweather', 'analysis', 9, null],
      ],
    )
  })

  it('of the air are chosen alike, with the analyses of the day and of those that baselines need', async () => {
    const hours = (from: number, pm25: number, source = 'openweather') =>
      archive.put(formatInstant(from), {
        ...QUIET,
        cell: 5,
        source,
        air: Array.from({ length: 30 }, (_, hour) => buildTestAirHour(formatInstant(from + hour * HOUR_MS), { pm25, o3: pm25 + 1 })),
      })
    await hours(DAY - 39 * DAY_MS, 39)
    await hours(DAY - 39 * DAY_MS - HOUR_MS, 40)
    await hours(DAY - 24 * HOUR_MS, 24)
    await hours(DAY - 23 * HOUR_MS, 23)
    await hours(DAY - HOUR_MS, 1, 'open-meteo')
    await hours(DAY + 23 * HOUR_MS, -23)
    await hours(DAY + DAY_MS, -24)
    const forecasts = await store.listAirHours(5, DAY)
    const first = forecasts.filter(({ validAt }) => validAt.getTime() === DAY)
    assert.deepEqual(first.map(({ source, leadHours, pm25, o3, no2 }) => [source, leadHours, pm25, o3, no2]).toSorted(), [
      ['open-meteo', 1, 1, 2, null],
      ['openweather', 24, 24, 25, null],
    ])
    assert.ok(forecasts.every(({ validAt }) => validAt.getTime() >= DAY && validAt.getTime() < DAY + DAY_MS))
    const analyses = await store.listAirAnalyses(5, DAY)
    assert.deepEqual(analyses.map(({ source, pm25 }) => `${source} ${pm25}`).toSorted(), [
      'open-meteo 1',
      'openweather -23',
      'openweather 23',
      'openweather 24',
      'openweather 39',
    ])
  })

  it('are at the cells with a reading of the day, with the zone of the latest', async () => {
    await observed(50, DAY, {}, { timezone: 'Europe/Paris' })
    await observed(50, DAY + HOUR_MS, {}, { timezone: 'Europe/Berlin', simulated: true })
    await observed(51, DAY + DAY_MS - 1_000)
    await observed(52, DAY + DAY_MS)
    await observed(53, DAY - 1_000)
    const [first, second] = [
      { cell: 50, timezone: 'Europe/Berlin', simulated: true },
      { cell: 51, timezone: 'UTC', simulated: false },
    ]
    assert.deepEqual(await store.listCells(DAY, 49, 10), [first, second])
    assert.deepEqual(await store.listCells(DAY, 50, 10), [second])
    assert.deepEqual(await store.listCells(DAY, 49, 1), [first])
    const air = (cell: number, at: number, simulated: boolean) =>
      archive.put(formatInstant(at), { ...QUIET, cell, simulated, air: [buildTestAirHour(formatInstant(at), { o3: 50 })] })
    await air(50, DAY + 2 * HOUR_MS, false)
    await air(54, DAY, true)
    await air(55, DAY + DAY_MS, true)
    assert.deepEqual(await store.listCells(DAY, 49, 10), [first, second, { cell: 54, timezone: 'UTC', simulated: true }])
  })
})

describe('sums and scores', () => {
  let archive: TestArchive
  let sums: SumStore
  let results: ResultStore
  before(async () => {
    archive = await createTestArchive()
    sums = createSumStore(archive.database.kysely)
    results = createResultStore(archive.database.kysely)
  })
  after(() => archive.database.drop())

  const NO_BASELINES = { persistence: null, climatology: null }
  const sum = (error: number, change: Partial<LeadSums> = {}): LeadSums => ({
    source: 'first',
    truth: { source: 'first', kind: 'analysis', station: null },
    versus: null,
    leadHours: 24,
    simulated: false,
    tallies: { temperature: buildErrorCase(error, NO_BASELINES) },
    ...change,
  })
  const result = (from: string, to: string): Verification => ({ from, to, places: 1, simulated: false, scores: [] })

  it('of a day are written cell by cell, and continued after the last one', async () => {
    assert.equal(await sums.progressOf('2026-07-01'), ALL_PLACES)
    await sums.writeCells('2026-07-01', [{ cell: 7, sums: [sum(1)] }])
    await sums.writeCells('2026-07-01', [{ cell: 9, sums: [] }])
    assert.equal(await sums.progressOf('2026-07-01'), 9)
    assert.deepEqual(await sums.listOpen(['2026-07-02', '2026-07-01']), ['2026-07-02', '2026-07-01'])
    assert.deepEqual(await sums.listSums(7, '2026-07-01'), [{ day: '2026-07-01', sums: sum(1) }])
    await sums.finishDay('2026-07-01')
    assert.deepEqual(
      { progressOf: await sums.progressOf('2026-07-01'), listOpen: await sums.listOpen(['2026-07-02', '2026-07-01']) },
      { progressOf: null, listOpen: ['2026-07-02'] },
    )
  })

  it('of a cell that the day has gone beyond are not written, nor what else was learned with them', async () => {
    const written: string[] = []
    await sums.writeCells('2026-06-01', [
      { cell: 207, sums: [sum(1)] },
      { cell: 209, sums: [] },
    ])
    for (const cell of [207, 209])
      await assert.rejects(
        sums.writeCells('2026-06-01', [{ cell, sums: [sum(2)] }], async () => void written.push('learned')),
        /another node has compared cell/,
      )
    await assert.rejects(
      sums.writeCells('2026-06-01', [{ cell: 210, sums: [sum(2)] }], () => Promise.reject(new Error('down'))),
      /down/,
    )
    assert.deepEqual([written, await sums.progressOf('2026-06-01')], [[], 209])
    assert.deepEqual(await sums.listSums(207, '2026-06-01'), [{ day: '2026-06-01', sums: sum(1) }])
    assert.deepEqual(await sums.listSums(210, '2026-06-01'), [])
  })

  it('of a hundred cells with more rows than a statement takes are written together', async () => {
    const many = Array.from({ length: 40 }, (_, index) => sum(1, { source: `source ${index}` }))
    const cells = Array.from({ length: 100 }, (_, index) => ({ cell: 5_000 + index, sums: many }))
    await sums.writeCells('2026-06-02', cells)
    const { rows } = await archive.database.pool.query<{ n: number }>(
      `select count(*)::int as n from verification_sum where day = '2026-06-02'`,
    )
    assert.equal(rows[0]?.n, 4_000)
    await sums.deleteBefore('2026-06-03')
  })

  it('of all places are those of each added up: by source, truth, lead time and the source they are compared with', async () => {
    const windy = { tallies: { temperature: buildErrorCase(5, NO_BASELINES), windSpeed: buildErrorCase(7, NO_BASELINES) } }
    await sums.writeCells('2026-07-03', [
      { cell: 1, sums: [sum(1), sum(10, { source: 'second' }), sum(20, { versus: 'second' }), sum(30, { leadHours: 48 })] },
    ])
    await sums.writeCells('2026-07-03', [
      { cell: 2, sums: [sum(5, windy), sum(40, { truth: { source: 'first', kind: 'observation', station: null } })] },
    ])
    await sums.writeCells('2026-07-03', [{ cell: 3, sums: [sum(2, { simulated: true })] }])
    await sums.writeCells('2026-07-02', [{ cell: 4, sums: [sum(1_000)] }])
    await sums.finishDay('2026-07-03')
    const all = await sums.listSums(ALL_PLACES, '2026-07-03')
    const shown = all.map(({ sums: { source, truth, versus, leadHours, simulated, tallies } }) => {
      const errors = [tallies.temperature?.[1], tallies.windSpeed?.[1]].join('/')
      return `${source} ${truth.kind} ${versus} ${leadHours} ${simulated}: ${errors}`
    })
    assert.deepEqual(shown.toSorted(), [
      'first analysis null 24 true: 8/7',
      'first analysis null 48 false: 30/',
      'first analysis second 24 false: 20/',
      'first observation null 24 false: 40/',
      'second analysis null 24 false: 10/',
    ])
    assert.deepEqual([await sums.countPlaces('2026-07-03'), await sums.countPlaces('2026-07-02')], [3, 4])
  })

  it('of more cells than are read at once lose none', async () => {
    await archive.database.pool.query(
      `insert into verification_sum (cell, day, source, truth_source, truth_kind, versus, lead_hours, simulated, temperature)
       select cell, '2026-07-05', 'first', 'first', 'analysis', '', 24, false, $1 from generate_series(1000, 1402) cell`,
      [buildErrorCase(1, NO_BASELINES)],
    )
    await sums.finishDay('2026-07-05')
    const [all] = await sums.listSums(ALL_PLACES, '2026-07-05')
    assert.equal(all?.sums.tallies.temperature?.[0], 403)
  })

  it('are listed from a day on, oldest first, and deleted before one', async () => {
    for (const date of ['2026-07-04', '2026-07-02', '2026-07-03']) await sums.writeCells(date, [{ cell: 60, sums: [sum(1)] }])
    const days = async (from: string) => (await sums.listSums(60, from)).map((each) => each.day)
    assert.deepEqual(await days('2026-07-03'), ['2026-07-03', '2026-07-04'])
    await results.write(60, result('2026-06-01', '2026-07-02'))
    await sums.deleteBefore('2026-07-03')
    assert.deepEqual(
      [await days('2026-01-01'), await results.find(60), await sums.progressOf('2026-07-02')],
      [['2026-07-03', '2026-07-04'], null, ALL_PLACES],
    )
    assert.equal(await sums.progressOf('2026-07-03'), null)
  })

  it('are scored anew when they change; those of many days only once their last day is old', async () => {
    await archive.database.kysely.deleteFrom('verification_result').execute()
    const long = (to: string) => ({ ...result(toUtcDay(Date.parse(to) - 60 * DAY_MS), to) })
    const write = async (cell: number, error: number) => {
      await archive.database.kysely.deleteFrom('verification_progress').where('day', '=', '2026-07-20').execute()
      await sums.writeCells('2026-07-20', [{ cell, sums: [sum(error)] }])
    }
    const put = async (cell: number, scored: Verification | null) => {
      await write(cell, 1)
      if (scored !== null) await results.write(cell, scored)
      if (scored !== null) await write(cell, 2)
    }
    await put(70, null)
    await put(71, long('2026-07-13'))
    await put(72, long('2026-07-14'))
    await put(73, { ...long('2026-07-14'), from: toUtcDay(Date.parse('2026-07-14') - 59 * DAY_MS) })
    await put(ALL_PLACES, long('2026-07-20'))
    assert.deepEqual(await results.listStale('2026-07-13', 10), [ALL_PLACES, 70, 71, 73])
    assert.deepEqual(await results.listStale('2026-07-13', 2), [ALL_PLACES, 70])
    await results.write(71, result('2026-07-01', '2026-07-20'))
    assert.deepEqual(await results.listStale('2026-07-20', 10), [ALL_PLACES, 70, 72, 73])
    assert.deepEqual(await results.find(71), result('2026-07-01', '2026-07-20'))
    // Before its first scores, a place has none.
    assert.equal(await results.find(70), null)
    await results.write(71, null)
    assert.equal(await results.find(71), null)
  })
})
