import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AirPoint, type CurrentWeather, type HourlyPoint, type VERIFIED_AIR, formatInstant } from '@isobar/weather'
import { createTestClock } from '../../../../../test/helpers/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../../time.ts'
import { buildFetchRows } from '../archive-rows.ts'
import { createPartitionStore } from '../partition-store.ts'
import { createTestArchive, RETENTION_MS, type TestArchive } from '../testing/archive.ts'
import { buildTestAirHour, buildTestObservation, buildTestForecastDay, buildTestFetch, buildTestForecastHour } from '../testing/fetched.ts'
import { createWriteStore } from '../write-store.ts'
import { createCaseStore } from './case-store.ts'
import { ALL_PLACES, type LeadScores, type Verification } from './model.ts'
import { createResultStore } from './result-store.ts'
import { createSumStore } from './sum-store.ts'
import { type FindStation, verifyForecasts, type VerificationParts } from './task.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const DAYS = 36
const END = START + DAYS * DAY_MS

/** A source in a made-up world: what it reports at a moment, and what it then forecasts for another. */
interface Teller {
  readonly source: string
  readonly now: ((at: number) => Partial<CurrentWeather>) | null
  readonly forecast: ((of: number, at: number) => Partial<HourlyPoint>) | null
  /** The air of an hour as it tells it at a moment. */
  readonly air?: (of: number, at: number) => Partial<AirPoint>
  readonly high?: (date: string, at: number) => { readonly temperatureMin: number; readonly temperatureMax: number }
}

const FIRST = { id: 'EDDB', name: 'Berlin', distanceKm: 7.2, heightMetres: 48 }
const SECOND = { id: 'EDDT', name: 'Tegel', distanceKm: 9.1, heightMetres: null }

/** Warmer during the day, and warmer on every third day. */
const temperatureOf = (at: number) => 10 + 5 * Math.sin(((at / HOUR_MS) % 24) * (Math.PI / 12)) + (Math.floor(at / DAY_MS) % 3)

describe('verification of the archive', () => {
  let archive: TestArchive
  let parts: VerificationParts
  const clock = createTestClock(formatInstant(END + DAY_MS))
  before(async () => {
    archive = await createTestArchive()
    const db = archive.database.kysely
    parts = {
      cases: createCaseStore(db),
      sums: createSumStore(db),
      partitions: createPartitionStore(db),
      results: createResultStore(db),
      clock,
      retentionMs: () => RETENTION_MS,
      stationOf,
      primaryAt: () => 'first',
      learner: {
        read: async () => ({ learn: () => null, write: async () => undefined, publish: async () => undefined }),
        flush: async () => undefined,
      },
    }
    const by = (source: string, offset: number): Teller => ({
      source,
      now: (at) => ({ temperature: temperatureOf(at) + offset }),
      forecast: (of) => ({ temperature: temperatureOf(of) + offset }),
    })

    await tell(1, [by('first', 0), by('second', 5)])
    await tell(2, [
      {
        source: 'first',
        now: (at) => ({ temperature: temperatureOf(at) }),
        forecast: (of, at) => ({ temperature: temperatureOf(of) + (of - at) / HOUR_MS }),
      },
    ])
    const isWet = (at: number) => Math.floor(at / HOUR_MS) % 10 === 0
    await tell(3, [
      {
        source: 'first',
        now: (at) => ({ precipitation: isWet(at - HOUR_MS) ? 2 : 0 }),
        forecast: () => ({ precipitation: 2, precipitationProbability: 1 }),
      },
    ])
    await tell(
      4,
      [{ source: 'first', now: (at) => ({ temperature: temperatureOf(at) }), forecast: (of) => ({ temperature: temperatureOf(of) }) }],
      START + 20 * DAY_MS,
    )
    await tell(5, [
      { source: 'first', now: (at) => ({ temperature: temperatureOf(at) }), forecast: (of) => ({ temperature: temperatureOf(of) }) },
      { source: 'station', now: (at) => ({ temperature: temperatureOf(at) - 1, kind: 'observation' }), forecast: null },
    ])
    await tell(7, [
      { source: 'first', now: (at) => ({ temperature: temperatureOf(at) }), forecast: (of) => ({ temperature: temperatureOf(of) }) },
    ])
    const highOf = (date: string) => {
      const hours = Array.from({ length: 24 }, (_, i) => temperatureOf(Date.parse(`${date}T00:00:00Z`) + i * HOUR_MS))
      return { temperatureMin: Math.min(...hours), temperatureMax: Math.max(...hours) + 2 }
    }
    await tell(6, [{ source: 'first', now: (at) => ({ temperature: temperatureOf(at) }), forecast: null, high: highOf }])
    const smog = (of: number) => 20 + 2 * temperatureOf(of)
    const lead = (of: number, at: number) => (of - at) / HOUR_MS
    await tell(8, [
      {
        source: 'first',
        now: (at) => ({ temperature: temperatureOf(at) }),
        forecast: (of) => ({ temperature: temperatureOf(of) + 1 }),
        // What was forecast is known too well: by the hour ahead, and by three.
        air: (of, at) => ({ pm25: smog(of) + lead(of, at), pm10: smog(of) + (of === at ? 0 : 3), no2: null }),
      },
      { source: 'second', now: null, forecast: null, air: (of) => ({ pm25: smog(of) + 5, o3: 80 }) },
    ])
    await tell(9, [{ source: 'second', now: null, forecast: null, air: (of, at) => ({ no2: smog(of) - (of === at ? 0 : 2) }) }])
    await verifyAll()
  })
  after(() => archive.database.drop())

  /** Two stations near one cell: the second takes over for the last ten days. Reports come seven minutes before the hour, as METARs do. */
  const stationOf: FindStation = async (cell, forDay, { fromMs, toMs }) => {
    if (cell !== 7) return null
    const isSecond = forDay >= END - 10 * DAY_MS
    const readings = []
    for (let at = Math.ceil(fromMs / HOUR_MS) * HOUR_MS; at < toMs; at += HOUR_MS)
      readings.push({
        observedAt: new Date(at - 7 * 60_000),
        temperature: temperatureOf(at) - 2,
        windSpeed: null,
        windGust: null,
        windDirection: null,
        precipitation: null,
      })
    return { station: { source: 'airports', ...(isSecond ? SECOND : FIRST) }, readings }
  }

  /** Archives the reports of the tellers every hour, and their forecasts for two days every six hours. */
  async function tell(cell: number, tellers: readonly Teller[], until = END): Promise<void> {
    const store = createWriteStore(archive.database.kysely)
    const rows = tellers.flatMap(({ source, now, forecast, air, high }) => {
      const fetches = []
      for (let at = START; at < until; at += HOUR_MS) {
        const isIssue = (at / HOUR_MS) % 6 === 0
        fetches.push(
          buildTestFetch(at, {
            cell,
            source,
            current: now === null ? null : buildTestObservation(formatInstant(at), now(at)),
            hourly:
              forecast === null || !isIssue
                ? []
                : Array.from({ length: 48 }, (_, i) =>
                    buildTestForecastHour(formatInstant(at + i * HOUR_MS), forecast(at + i * HOUR_MS, at)),
                  ),
            daily:
              high === undefined || !isIssue
                ? []
                : [1, 2].map((ahead) => {
                    const date = formatInstant(at + ahead * DAY_MS).slice(0, 10)
                    return buildTestForecastDay(date, high(date, at))
                  }),
            ...(air !== undefined && {
              air: Array.from({ length: isIssue ? 48 : 1 }, (_, i) =>
                buildTestAirHour(formatInstant(at + i * HOUR_MS), air(at + i * HOUR_MS, at)),
              ),
            }),
          }),
        )
      }
      return fetches
    })
    for (let i = 0; i < rows.length; i += 400)
      await store.insertFetches(rows.slice(i, i + 400).map((each) => buildFetchRows(each, RETENTION_MS)))
  }

  /** Repeats, because a run stops after half a minute, however slow the machine is. */
  async function verifyAll(): Promise<void> {
    while (!(await verifyForecasts(parts)));
  }

  async function scored(cell: number): Promise<Verification> {
    const result = await parts.results.find(cell)
    assert.ok(result !== null)
    return result
  }

  const scoresOf = ({ scores }: Verification, source: string, truth: string, leadHours: number): LeadScores => {
    const found = scores.find((each) => each.source === source && each.truth.source === truth && each.leadHours === leadHours)
    assert.ok(found !== undefined, `${source} against ${truth}, ${leadHours} h`)
    return found
  }

  const errors = (scores: LeadScores, name: 'temperature' | 'temperatureMax' | (typeof VERIFIED_AIR)[number]) => {
    const score = scores.variables[name]
    assert.ok(score?.enough === true)
    return score
  }

  it('never pools sources: two that match their own analysis but differ by five degrees each have an error of zero', async () => {
    const result = await scored(1)
    assert.equal(errors(scoresOf(result, 'first', 'first', 24), 'temperature').mae.value, 0)
    // Against its own analysis, as the name of the truth says.
    assert.ok(errors(scoresOf(result, 'second', 'second', 24), 'temperature').mae.value < 1e-6)
    const apart = scoresOf(result, 'second', 'first', 24)
    assert.deepEqual(apart.truth, { source: 'first', kind: 'analysis', station: null })
    assert.ok(Math.abs(errors(apart, 'temperature').bias.value - 5) < 1e-6)
    // Only common cases count, so neither source gains from a gap in the other.
    const [comparison] = apart.comparisons
    const difference = comparison?.variables.temperature
    assert.ok(comparison?.versus === 'first' && difference?.enough === true)
    assert.ok(Math.abs(difference.difference.value - 5) < 1e-6 && difference.isDecided)
  })

  it('counts each hour once in a band, by the issue whose lead time is closest to the name of the band', async () => {
    // In this cell the error equals the lead time.
    const result = await scored(2)
    const score = errors(scoresOf(result, 'first', 'first', 24), 'temperature')
    // Issued every six hours: the first of 12 to 24 h before is 19 to 24 h old.
    assert.ok(Math.abs(score.bias.value - 21.5) < 0.1, String(score.bias.value))
    assert.ok(score.n <= DAYS * 24 && score.n >= (DAYS - 2) * 24, String(score.n))
    assert.ok(score.persistence !== null && score.persistence.score > 0.5)
  })

  it('shows the false alarms of a source that always forecasts rain, and no skill', async () => {
    const { variables } = scoresOf(await scored(3), 'first', 'first', 24)
    const [trace, one, heavy] = variables.precipitation?.thresholds ?? []
    assert.ok(trace?.enough === true && one?.enough === true)
    assert.deepEqual({ pod: trace.pod, pofd: trace.pofd, ets: trace.ets, hss: trace.hss }, { pod: 1, pofd: 1, ets: 0, hss: 0 })
    assert.ok(Math.abs((trace.far ?? 0) - 0.9) < 0.01 && Math.abs((trace.frequencyBias ?? 0) - 10) < 0.1)
    // 5 mm was neither observed nor forecast: counts, but no score.
    assert.deepEqual([heavy?.leastMm, heavy?.enough, heavy?.hits, 'pod' in (heavy ?? {})], [5, false, 0, false])
    const probability = variables.precipitationProbability
    assert.ok(probability?.enough === true)
    assert.ok(Math.abs(probability.brier.value - 0.9) < 0.01)
    assert.ok((probability.climatology?.skill?.value ?? 0) < -7)
    assert.equal(probability.bins.length, 1)
  })

  it('gives the number of cases but no score before thirty days', async () => {
    const { variables } = scoresOf(await scored(4), 'first', 'first', 24)
    const score = variables.temperature
    assert.ok(score !== undefined && !score.enough)
    assert.ok(score.n > 400 && score.days === 20)
    assert.deepEqual(Object.keys(score).toSorted(), ['days', 'enough', 'n'])
  })

  it('uses the measurements of a station as the truth if there is one', async () => {
    const result = await scored(5)
    const measured = scoresOf(result, 'first', 'station', 24)
    assert.deepEqual(measured.truth, { source: 'station', kind: 'observation', station: null })
    assert.ok(Math.abs(errors(measured, 'temperature').bias.value - 1) < 1e-6)
    assert.equal(errors(scoresOf(result, 'first', 'first', 24), 'temperature').mae.value, 0)
  })

  it('uses a station near by, and names the one of the last day', async () => {
    const result = await scored(7)
    const measured = scoresOf(result, 'first', 'airports', 24)
    assert.deepEqual(measured.truth, { source: 'airports', kind: 'observation', station: SECOND })
    assert.ok(Math.abs(errors(measured, 'temperature').bias.value - 2) < 1e-6)
    assert.equal(errors(scoresOf(result, 'first', 'first', 24), 'temperature').mae.value, 0)
    assert.equal(scoresOf(await scored(ALL_PLACES), 'first', 'airports', 24).truth.station, null)
  })

  it('compares highs of the local day, days ahead, with a persistence based on complete days only', async () => {
    const result = await scored(6)
    const score = errors(scoresOf(result, 'first', 'first', 24), 'temperatureMax')
    assert.ok(Math.abs(score.bias.value - 2) < 1e-5)
    // Persistence is two days old: every third day is warm, so two in three are off by one, one by two.
    assert.ok(Math.abs((score.persistence?.score ?? 0) - 4 / 3) < 0.1, JSON.stringify(score.persistence))
    assert.equal(scoresOf(result, 'first', 'first', 48).variables.temperatureMax?.enough, true)
  })

  it('compares forecasts of the air with the analysis of the same source, in the row of its weather', async () => {
    const result = await scored(8)
    const own = scoresOf(result, 'first', 'first', 24)
    assert.ok(Math.abs(errors(own, 'temperature').bias.value - 1) < 1e-6)
    // The error of particles equals the lead: the first issue of 12 to 24 h before is 19 to 24 h old.
    assert.ok(Math.abs(errors(own, 'pm25').bias.value - 21.5) < 0.1)
    const { bias, mae, rmse, n, days, persistence } = errors(own, 'pm10')
    for (const score of [bias, mae, rmse]) assert.ok(Math.abs(score.value - 3) < 1e-5)
    assert.ok(n >= (DAYS - 2) * 24 && n <= DAYS * 24 && days >= DAYS - 2)
    assert.ok(persistence !== null && persistence.score > 1)
    assert.equal(own.variables.no2, undefined)
    assert.ok(own.comparisons.every(({ variables }) => !('pm25' in variables)))
    // It differs by five from the first, and is judged by itself alone.
    assert.equal(errors(scoresOf(result, 'second', 'second', 24), 'pm25').mae.value, 0)
    assert.equal(
      result.scores.some(({ source, truth }) => source === 'second' && truth.source === 'first'),
      false,
    )
  })

  it('compares the air of a place whose weather nobody asked for', async () => {
    const score = errors(scoresOf(await scored(9), 'second', 'second', 48), 'no2')
    assert.ok(Math.abs(score.bias.value + 2) < 1e-5)
    assert.equal(errors(scoresOf(await scored(ALL_PLACES), 'second', 'second', 48), 'no2').n, score.n)
  })

  it('sums up all places, with the same result when repeated', async () => {
    const once = await scored(ALL_PLACES)
    assert.ok(once.places >= 5)
    await archive.database.kysely.deleteFrom('verification_progress').execute()
    await verifyAll()
    assert.deepEqual(await scored(ALL_PLACES), once)
    const own = scoresOf(once, 'first', 'first', 24).variables.temperature
    assert.ok(own?.enough === true && own.n > 3 * (DAYS - 2) * 24 && own.days <= DAYS + 1)
  })

  it('looks at no day before the archive began, except for days with sums', async () => {
    const days = async () => {
      const { rows } = await archive.database.pool.query<{ first: string; n: number }>(
        'select min(day)::text as first, count(*)::int as n from verification_progress where is_done',
      )
      return rows[0]
    }
    assert.deepEqual(await days(), { first: '2026-03-01', n: DAYS })
    const [known] = await parts.sums.listSums(1, '2026-03-01')
    assert.ok(known !== undefined)
    await parts.sums.writeCells('2026-02-20', [{ cell: 1, sums: [known.sums] }])
    await verifyAll()
    assert.deepEqual(await days(), { first: '2026-02-20', n: DAYS + 9 })
  })

  it('deletes what is past retention', async () => {
    await parts.sums.deleteBefore('2027-01-01')
    assert.deepEqual([await parts.results.find(1), await parts.sums.listSums(1, '2026-01-01')], [null, []])
  })
})
