import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildFreshnessWindows, formatInstant } from '@isobar/weather'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import type { HistoryRequest } from './answering.ts'
import type { Period } from './period.ts'
import { createHistoryService, type HistoryOptions, type HistorySeries } from './service.ts'
import { buildTestObservation, buildTestForecastDay, buildTestForecastHour } from './testing/fetched.ts'
import { ALL_PLACES } from './verification/model.ts'

const NOON = '2026-07-31T12:00:00Z'
const NOW = Date.parse(NOON)
const RETENTION_MS = 100 * DAY_MS

const request = (change: Partial<HistoryRequest> = {}): HistoryRequest => ({
  lat: 52.52,
  lon: 13.41,
  from: undefined,
  to: undefined,
  issues: 'latest',
  units: 'metric',
  lang: 'en',
  ...change,
})
const archived = { source: 'openweather', simulated: false, issuedAt: NOON, recordedAt: NOON }
const text = ({ fromMs, toMs }: Period) => `${formatInstant(fromMs)} to ${formatInstant(toMs)}`

/** The service over stores that have so many entries for each query, and the periods that they were asked for. */
function archive({
  each = 0,
  simulated = [false],
  verification = null,
}: { each?: number; simulated?: readonly boolean[]; verification?: object | null } = {}) {
  const asked: string[] = []
  const places: number[] = []
  const entries =
    <T>(of: string, entry: T) =>
    async (_cell: number, period: Period, ...more: unknown[]) => {
      const limit = more.at(-1) as number
      asked.push(`${of} ${text(period)}, ${limit}`)
      return Array.from({ length: Math.min(limit, each) }, (_, index) => ({
        ...entry,
        ...archived,
        simulated: simulated[index % simulated.length] === true,
      }))
    }
  let turns = 0
  const summary = { observationCount: 0, temperatureHours: 0, hoursCovered: 0, hours: 0, windHours: 0 }
  const service = createHistoryService({
    read: {
      findTimezone: async () => 'UTC',
      findSources: async (_cell: number, period: Period) => {
        asked.push(`sources ${text(period)}`)
        return { truth: 'openweather', forecast: 'openweather' }
      },
      listObservations: entries('observations', buildTestObservation(NOON)),
      listHourly: entries('hourly', buildTestForecastHour(NOON)),
      listDaily: entries('daily', buildTestForecastDay('2026-07-31')),
    },
    summaries: {
      async summarise(
        _cell: number,
        source: string,
        period: Period,
        { afterMs, untilMs, hours }: { afterMs: number; untilMs: number; hours: number },
      ) {
        asked.push(`summary of ${source} ${text(period)}, hours from ${text({ fromMs: afterMs, toMs: untilMs })}: ${hours}`)
        return {
          ...summary,
          kind: null,
          firstObservedAt: null,
          lastObservedAt: null,
          temperatureMin: null,
          temperatureMax: null,
          temperatureMean: null,
          precipitationTotal: null,
          windGustMax: null,
        }
      },
      listDays: async () => [],
    },
    verification: {
      async find(cell: number) {
        places.push(cell)
        return verification
      },
    },
    primaryAt: () => 'openweather',
    turns: (work: () => Promise<unknown>) => {
      turns += 1
      return work()
    },
    attributionOf: (source: string) => ({ name: source, text: source, url: '', license: '' }),
    clock: createTestClock(NOON),
    windows: buildFreshnessWindows,
    retentionMs: () => RETENTION_MS,
  } as unknown as HistoryOptions)
  const exported = async (series: HistorySeries, limit: number, change: Partial<HistoryRequest> = {}) => {
    asked.length = 0
    let count = 0
    for await (const _ of await service.entries(request(change), series, limit)) count += 1
    return count
  }
  return { service, asked, places, exported, turns: () => turns }
}

describe('what is read from the archive', () => {
  it('is no more than it can hold: its retention, an hour ahead of now, and forecasts of sixteen days', async () => {
    const { service, asked, turns } = archive()
    await service.answer(request({ from: '2026-01-01', to: '2026-12-31' }), 5)
    const from = formatInstant(NOW - RETENTION_MS)
    const observed = `${from} to ${formatInstant(NOW + HOUR_MS)}`
    // Hours that are older than the archive count as unknown.
    assert.deepEqual(asked, [
      `sources ${observed}`,
      `observations ${observed}, 6`,
      `hourly ${from} to ${formatInstant(NOW + 16 * DAY_MS)}, 6`,
      `daily ${from} to ${formatInstant(NOW + 16 * DAY_MS)}, 6`,
      `summary of openweather ${observed}, hours from ${from} to ${NOON}: ${211 * 24 + 12}`,
    ])
    assert.equal(turns(), 8, 'every query waits for its turn')
  })

  it('is cut to the limit of each kind, and says so', async () => {
    const cut = async (each: number) => {
      const { observations, forecasts, truncated } = await archive({ each }).service.answer(request(), 3)
      return [observations.length, forecasts.hourly.length, forecasts.daily.length, truncated]
    }
    assert.deepEqual(
      [await cut(3), await cut(4)],
      [
        [3, 3, 3, false],
        [3, 3, 3, true],
      ],
    )
  })

  it('credits each source once, simulated data apart', async () => {
    const { attributions } = await archive({ each: 4, simulated: [true, false] }).service.answer(request(), 9)
    assert.deepEqual(
      attributions.map(({ source, text: credit }) => [source, credit.startsWith('Simulated')]),
      [
        ['openweather', true],
        ['openweather', false],
      ],
    )
  })
})

describe('an export', () => {
  const period = { from: '2026-07-01', to: '2026-07-16' }

  it('reads observations in weeks, newest first, and forecasts day by day; no instant twice', async () => {
    const { asked, exported } = archive({ each: 2 })
    assert.equal(await exported('observations', 1_000, period), 6)
    assert.deepEqual(asked, [
      'observations 2026-07-15T00:00:00Z to 2026-07-16T23:59:59Z, 1000',
      'observations 2026-07-08T00:00:00Z to 2026-07-14T23:59:59Z, 998',
      'observations 2026-07-01T00:00:00Z to 2026-07-07T23:59:59Z, 996',
    ])
    for (const series of ['hourly', 'daily'] as const) {
      assert.equal(await exported(series, 1_000, period), 32)
      assert.deepEqual(asked.slice(0, 2), [
        `${series} 2026-07-01T00:00:00Z to 2026-07-01T23:59:59Z, 1000`,
        `${series} 2026-07-02T00:00:00Z to 2026-07-02T23:59:59Z, 998`,
      ])
      assert.equal(asked.length, 16)
    }
  })

  it('stops at the limit, and reads no step without one', async () => {
    const { asked, exported } = archive({ each: 2 })
    for (const series of ['observations', 'hourly', 'daily'] as const) {
      assert.equal(await exported(series, 3, period), 3)
      assert.equal(asked.length, 2, series)
    }
    await exported('hourly', Number.MAX_SAFE_INTEGER, period)
    assert.match(asked[0] ?? '', /, 20000$/)
  })
})

describe('the accuracy of forecasts', () => {
  it('credits the sources of forecasts and of truths, as simulated if some of the data is', async () => {
    const lead = (source: string, truth: string) => ({
      source,
      truth: { source: truth, kind: 'analysis' },
      leadHours: 24,
      variables: {},
      comparisons: [],
    })
    const credits = async (simulated: boolean) => {
      const found = {
        from: '2026-07-01',
        to: '2026-07-30',
        places: 1,
        simulated,
        scores: [lead('second', 'first'), lead('second', 'second')],
      }
      const { service, places } = archive({ verification: found })
      const { attributions, units } = await service.verification(undefined, 'imperial')
      assert.deepEqual({ temperature: units.temperature, places }, { temperature: '°F', places: [ALL_PLACES] })
      return attributions.map(({ source, text: credit }) => [source, credit.startsWith('Simulated')])
    }
    assert.deepEqual(await credits(true), [
      ['second', true],
      ['first', true],
    ])
    assert.deepEqual(await credits(false), [
      ['second', false],
      ['first', false],
    ])
    const { service, places } = archive()
    assert.deepEqual((await service.verification({ id: 7, lat: 1, lon: 2 }, 'metric')).attributions, [])
    assert.deepEqual(places, [7])
  })
})

describe('the past of a place', () => {
  it('is summarised from the source that counts as the truth, up to now', async () => {
    const { service, asked } = archive()
    const week = { fromMs: NOW - 7 * DAY_MS, toMs: NOW }
    const { verification } = await service.pastOf({ id: 1, lat: 52, lon: 13 }, week)
    assert.equal(verification, null)
    assert.deepEqual(asked, [`sources ${text(week)}`, `summary of openweather ${text(week)}, hours from ${text(week)}: 168`])
  })
})
