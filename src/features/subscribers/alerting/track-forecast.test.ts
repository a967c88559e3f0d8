import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ForecastHazardName, type HourlyPoint, type MarinePoint, type Series, parseInstant } from '@isobar/weather'
import type { ForecastEvent } from './event.ts'
import { formatInstantAfter, createIdCounter, gusts, HOUR, buildTestHourlySeries, NOW, buildTestWaves } from './testing/events.ts'
import { computeHazardOutlook, trackForecast } from './track-forecast.ts'

type Change = (hour: number) => Partial<HourlyPoint>

interface Run {
  /** What each source forecasts; null: it fails and nothing is cached. */
  readonly primary?: Change | null
  readonly second?: Change | null
  /** Whether the primary’s data is old. */
  readonly isOld?: boolean
  readonly hours?: number
}

const calm: Change = () => ({})
const UNKNOWN = { windGust: null, windSpeed: null }

function follow(...runs: readonly Run[]): ForecastEvent[] {
  const newId = createIdCounter()
  return runs.reduce<ForecastEvent[]>((tracked, { primary = calm, second = calm, isOld = false, hours = 0 }) => {
    const now = NOW + hours * HOUR
    const series = (change: Change | null): Series<HourlyPoint> | null => (change === null ? null : buildTestHourlySeries(change, now))
    const readings = [
      { source: 'openweather', isYoung: primary !== null && !isOld, hourly: series(primary), daily: null, fetchedAt: now },
      { source: 'open-meteo', isYoung: second !== null, hourly: series(second), daily: null, fetchedAt: now },
    ]
    return trackForecast({ tracked, readings, hazard: 'wind', threshold: 60, now, newId })
  }, [])
}

/** `id: state from–to`, hours from NOW. */
function tell(events: readonly ForecastEvent[]): string[] {
  const hours = (instant: string) => (parseInstant(instant) - NOW) / HOUR
  return events.map(({ id, state, data }) => `${id}: ${state} ${hours(data.start)}–${hours(data.end)} h`)
}

describe('one spell across runs and sources', () => {
  const table: readonly (readonly [string, readonly Run[], readonly string[]])[] = [
    ['nothing', [{}], []],
    ['one source is enough', [{ primary: gusts(6, 9) }], ['event-1: open 6–9 h']],
    ['either source is enough', [{ second: gusts(6, 9) }], ['event-1: open 6–9 h']],
    ['both: one event, as long as either shows it', [{ primary: gusts(6, 9), second: gusts(8, 12) }], ['event-1: open 6–12 h']],
    ['six hours apart: one event', [{ primary: gusts(6, 8), second: gusts(12, 14) }], ['event-1: open 6–14 h']],
    ['seven hours apart: two', [{ primary: gusts(6, 8), second: gusts(13, 14) }], ['event-1: open 6–8 h', 'event-2: open 13–14 h']],
    ['seven hours apart, but overlapping: one', [{ primary: gusts(6, 16), second: gusts(13, 14) }], ['event-1: open 6–16 h']],
    ['starts earlier', [{ primary: gusts(8, 12) }, { primary: gusts(6, 12) }], ['event-1: open 6–12 h']],
    [
      'drifts by less than six hours each time',
      [8, 12, 16, 20].map((from) => ({ primary: gusts(from, from + 2) })),
      ['event-1: open 20–22 h'],
    ],
    ['is under way: it keeps its start', [{ primary: gusts(1, 9) }, { primary: gusts(1, 9), hours: 4 }], ['event-1: open 1–9 h']],
    [
      'extends beyond six hours, hour by hour',
      [1, 4, 7, 9, 12].map((hours) => ({ primary: gusts(1, hours + 3), hours })),
      ['event-1: open 1–15 h'],
    ],
    ['passes', [{ primary: gusts(1, 3) }, { hours: 4 }], ['event-1: over 1–3 h']],
    ['stops early: over, not called off', [{ primary: gusts(1, 9) }, { hours: 4 }], ['event-1: over 1–9 h']],
    ['ends early at its very start: over, not called off', [{ primary: gusts(4, 9) }, { hours: 4 }], ['event-1: over 4–9 h']],
    ['is over at its end', [{ primary: gusts(6, 9) }, { primary: null, second: null, hours: 9 }], ['event-1: over 6–9 h']],
    ['is not over before', [{ primary: gusts(6, 9) }, { primary: null, second: null, hours: 8.99 }], ['event-1: open 6–9 h']],
    ['begins now: it keeps its start', [{ primary: gusts(4, 9) }, { primary: gusts(5, 9), hours: 4 }], ['event-1: open 4–9 h']],
    ['lies beyond two days: it is none yet', [{ primary: gusts(48, 49) }], []],
    ['begins just within two days', [{ primary: gusts(47, 48) }], ['event-1: open 47–48 h']],
    [
      'of two events, a spell continues the one with the closer start',
      [{ primary: gusts(6, 8) }, { primary: gusts(6, 8), second: gusts(14, 15) }, { primary: gusts(6, 8), second: gusts(11, 12) }],
      ['event-1: open 6–8 h', 'event-2: open 11–12 h'],
    ],
    ['was called off, and is not shown again: it stays so', [{ primary: gusts(6, 9) }, {}, { hours: 10 }], ['event-1: cancelled 6–9 h']],
    [
      'the source that does not show it fails as well, another is read: it stays',
      [
        { primary: gusts(6, 9), second: calm },
        { primary: null, second: calm },
      ],
      ['event-1: open 6–9 h'],
    ],
    ['is called off before it starts', [{ primary: gusts(6, 9) }, {}], ['event-1: cancelled 6–9 h']],
    [
      'is missing from one source: the other still shows it',
      [{ primary: gusts(6, 9), second: gusts(6, 9) }, { second: gusts(6, 9) }],
      ['event-1: open 6–9 h'],
    ],
    ['its source fails: it stays', [{ primary: gusts(6, 9) }, { primary: null }], ['event-1: open 6–9 h']],
    ['its source has only old data without it: it stays', [{ primary: gusts(6, 9) }, { isOld: true }], ['event-1: open 6–9 h']],
    ['its source has no data on it any more: it stays', [{ primary: gusts(6, 9) }, { primary: () => UNKNOWN }], ['event-1: open 6–9 h']],
    [
      'its source has data, but none of that time: it stays',
      [{ primary: gusts(6, 9) }, { primary: (hour) => (hour < 5 || hour > 10 ? {} : UNKNOWN) }],
      ['event-1: open 6–9 h'],
    ],
    [
      'all sources fail: it stays until its end has passed',
      [{ primary: gusts(6, 9) }, { primary: null, second: null, hours: 10 }],
      ['event-1: over 6–9 h'],
    ],
    ['appears in old data: it counts', [{ primary: gusts(6, 9), isOld: true, second: null }], ['event-1: open 6–9 h']],
    ['comes back after it was called off', [{ primary: gusts(6, 9) }, {}, { primary: gusts(7, 9) }], ['event-1: open 7–9 h']],
    [
      'a day later: another one',
      [{ primary: gusts(2, 4) }, { primary: gusts(26, 28), hours: 20 }],
      ['event-1: over 2–4 h', 'event-2: open 26–28 h'],
    ],
  ]
  for (const [what, runs, expected] of table) it(what, () => assert.deepEqual(tell(follow(...runs)), expected))
})

describe('the opinion of each source', () => {
  const said = (...runs: readonly Run[]) =>
    follow(...runs).flatMap(({ data }) => data.showings.map(({ source, shows, peak }) => [source, shows, peak]))

  it('includes sources that agree, with their peak', () => {
    assert.deepEqual(said({ primary: gusts(6, 9, 25), second: gusts(7, 9, 18) }), [
      ['openweather', true, 25],
      ['open-meteo', true, 18],
    ])
  })

  it('includes sources that do not, with what they expect instead', () => {
    assert.deepEqual(said({ primary: gusts(6, 9, 25), second: gusts(7, 9, 14) }), [
      ['openweather', true, 25],
      ['open-meteo', false, 14],
    ])
  })

  it('includes sources that cannot tell', () => {
    assert.deepEqual(said({ primary: gusts(6, 9), second: null }), [
      ['openweather', true, 20],
      ['open-meteo', null, null],
    ])
    assert.deepEqual(said({ primary: gusts(6, 9), second: () => ({ windGust: null, windSpeed: null }) }), [
      ['openweather', true, 20],
      ['open-meteo', null, null],
    ])
  })
})

describe('the outlook', () => {
  const reading = (hourly: Series<HourlyPoint> | null) => ({ source: 'a', isYoung: true, hourly, daily: null, fetchedAt: NOW })
  const of = (hazard: ForecastHazardName, change: Change | null) => {
    const { shows, peak } = computeHazardOutlook({ hazard }, reading(change === null ? null : buildTestHourlySeries(change)), NOW)
    return [shows, peak]
  }

  it('is the worst that is expected, whatever the threshold; for cold, the lowest', () => {
    assert.deepEqual(
      of('wind', (hour) => ({ windGust: hour === 3 ? 12 : 9 })),
      [true, 12],
    )
    assert.deepEqual(
      of('cold', (hour) => ({ temperature: hour === 3 ? -4 : -2, feelsLike: 0 })),
      [true, -4],
    )
    assert.deepEqual(
      of('heat', (hour) => ({ temperature: hour === 3 ? 31 : 29, feelsLike: 20 })),
      [true, 31],
    )
  })

  it('is none if nothing reaches even the mildest threshold, and unknown without data', () => {
    assert.deepEqual({ ofFog: of('fog', calm), ofWind: of('wind', null) }, { ofFog: [false, null], ofWind: [null, null] })
  })
})

describe('a thunderstorm', () => {
  it('has the probability stated by each source', () => {
    const storm = (precipitationProbability: number | null) =>
      buildTestHourlySeries((hour) => (hour === 6 ? { condition: 'thunderstorm', precipitationProbability } : {}))
    const reading = (source: string, chance: number | null) => ({
      source,
      isYoung: true,
      hourly: storm(chance),
      daily: null,
      fetchedAt: NOW,
    })
    const readings = [reading('openweather', 0.1), reading('open-meteo', null)]
    const [event] = trackForecast({ tracked: [], readings, hazard: 'thunderstorm', threshold: null, now: NOW, newId: createIdCounter() })
    assert.deepEqual(
      event?.data.showings.map(({ shows, probability }) => [shows, probability]),
      [
        [true, 0.1],
        [true, undefined],
      ],
    )
  })
})

describe('air and sea', () => {
  const rough = (hour: number) => (hour >= 6 && hour < 9 ? 4 : 1)
  const track = (tracked: readonly ForecastEvent[], marine: Series<MarinePoint> | null, isYoung = true) => {
    const readings = [{ source: 'open-meteo', isYoung, marine, fetchedAt: NOW }]
    return trackForecast({ tracked, readings, hazard: 'marine', threshold: 2.5, now: NOW, newId: createIdCounter() })
  }

  it('begin and are called off like the weather, and absent data ends nothing', () => {
    const begun = track([], buildTestWaves(rough))
    assert.deepEqual(tell(begun), ['event-1: open 6–9 h'])
    assert.deepEqual(begun[0]?.data.showings, [
      { source: 'open-meteo', shows: true, peak: 4, peakAt: formatInstantAfter(6), fetchedAt: formatInstantAfter(0) },
    ])
    for (const [marine, isYoung] of [
      [null, true],
      [buildTestWaves(() => null), true],
      [buildTestWaves(rough, 0), true],
      [buildTestWaves(() => 1, 5), true],
      [buildTestWaves(() => 1), false],
    ] as const)
      assert.deepEqual(tell(track(begun, marine, isYoung)), ['event-1: open 6–9 h'])
    assert.deepEqual(
      tell(
        track(
          begun,
          buildTestWaves(() => 1),
        ),
      ),
      ['event-1: cancelled 6–9 h'],
    )
  })
})
