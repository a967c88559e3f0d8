import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN, normaliseSpaces } from '../testing/teller.ts'
import { buildTestCurrent, NOW } from '../testing/weather.ts'
import type { History } from '../weather.ts'
import { buildNowView } from './now.ts'
import { buildPastView } from './past.ts'

type TruthStation = NonNullable<History['summary']['verification']['quantities'][number]['truth']['station']>

/** A year of scores a day ahead: temperatures and wet hours. */
function verified(changes: {
  readonly truth?: {
    readonly source: string
    readonly kind: 'observation' | 'analysis'
    readonly isOwn: boolean
    readonly station: TruthStation | null
  }
  readonly isScored?: boolean
  readonly bias?: { readonly value: number; readonly low: number | null; readonly high: number | null }
  /** How many of the 5,000 cases "like today" could be compared in. */
  readonly alikeIn?: number
}): History['summary']['verification'] {
  const { truth = { source: 'openweather', kind: 'analysis' as const, isOwn: true, station: null }, isScored = true } = changes
  const { bias = { value: 1, low: 0.9, high: 1.1 }, alikeIn = 4_990 } = changes
  const sample = { source: 'openweather', truth, leadHours: 24, leadAboveHours: 12, n: 5_000, days: isScored ? 212 : 12 }
  const estimate = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 })
  const persistence = { n: alikeIn, score: 2.9, skill: null }
  const scores = { bias, mae: estimate(1.4), rmse: estimate(2), persistence, climatology: null }
  const rates = { baseRate: 0.1, pod: 0.68, far: 0.4, pofd: 0.1, csi: 0.4, ets: 0.3, frequencyBias: 1, hk: 0.5, hss: 0.5 }
  const table = { leastMm: 0.2, hits: 1, falseAlarms: 1, misses: 1, correctNegatives: 1 }
  return {
    from: '2026-04-21',
    to: '2026-11-20',
    places: 1,
    simulated: false,
    quantities: [{ variable: 'temperature', ...sample, scores: isScored ? scores : null, comparisons: [] }],
    amounts: [
      {
        ...sample,
        thresholds: [
          {
            ...table,
            scores: isScored ? { ...rates, intervals: { pod: null, far: null, csi: null, ets: null, frequencyBias: null } } : null,
          },
        ],
      },
    ],
    probabilities: [],
  }
}

describe('the past week', () => {
  const summary = {
    from: '2026-11-14T09:47:00Z',
    to: NOW,
    observationCount: 3,
    kind: 'analysis' as const,
    firstObservedAt: null,
    lastObservedAt: null,
    temperature: { min: 1, max: 9, mean: 5, hoursCovered: 168 },
    precipitationTotal: 0,
    hoursCovered: 168,
    windHoursCovered: 0,
    hours: 168,
    windGustMax: null,
    source: 'openweather',
    accuracy: [],
    verification: verified({}),
    days: [
      {
        date: '2026-11-20',
        observationCount: 3,
        temperatureMin: 1,
        temperatureMax: 9,
        temperatureHoursCovered: 24,
        precipitationTotal: null,
        hoursCovered: 3,
        hours: 24,
        forecastMin: null,
        forecastMax: null,
      },
    ],
  }
  const history = {
    summary,
    units: { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' },
    timezone: 'UTC',
  }

  it('is described in plain words', () => {
    const { text, count, rows, accuracy } = buildPastView(history, EN)
    assert.equal(normaliseSpaces(text), '1° to 9°, 5° on average; 0 mm of rain and snow')
    assert.equal(count, 'Based on 3 estimates, not measurements.')
    const [row] = rows
    assert.match(row?.href ?? '', /\/2026-11-20$/)
    assert.deepEqual([row?.day, row?.observed, row?.forecast, row?.rain, row?.readings].map(normaliseSpaces), [
      'Fri 20 Nov',
      '1° / 9°',
      '–',
      '–',
      '3',
    ])
    assert.deepEqual(accuracy.lines.map(normaliseSpaces), [
      '12–24 hours ahead, the temperature was off by 1.4 °C on average, on 212 days; mostly too warm; saying “like today” would have been off by 2.9 °C.',
      'A day ahead, 68% of the hours with rain or snow had been forecast, and 40% of the hours forecast as wet stayed dry, on 212 days.',
    ])
  })

  it('says that too little is known instead of the extremes of a few readings', () => {
    const temperature = { min: null, max: null, mean: null, hoursCovered: 0 }
    const { text } = buildPastView({ ...history, summary: { ...summary, temperature, precipitationTotal: null } }, EN)
    assert.equal(text, EN.t('digest.past.few'))
  })

  it('says how many hours a sum covers, unless it covers all', () => {
    const { text } = buildPastView({ ...history, summary: { ...summary, hoursCovered: 150 } }, EN)
    assert.match(normaliseSpaces(text) ?? '', /0 mm of rain and snow in the 150 of 168 hours that are known$/)
  })

  it('calls only measurements measured', () => {
    const pastOf = (kind: 'observation' | 'analysis' | 'forecast' | null) =>
      buildPastView({ ...history, summary: { ...summary, kind } }, EN)
    assert.deepEqual(
      (['observation', 'analysis', 'forecast', null] as const).map((kind) => pastOf(kind).isMeasured),
      [true, false, false, false],
    )
    assert.equal(pastOf('observation').count, 'Based on 3 readings.')
    assert.match(buildNowView(buildTestCurrent({ kind: 'observation' }), EN).observed, /^Measured at/)
    assert.match(buildNowView(buildTestCurrent({ kind: 'analysis' }), EN).observed, /^Estimate for/)
    const known = buildTestCurrent()
    const station = {
      source: 'aviation-weather',
      id: 'EDDB',
      name: 'Berlin',
      distanceKm: 7.2,
      heightMetres: 240,
      observedAt: '2026-11-21T09:20:00Z',
      attribution: null,
    }
    const kinds = { ...known.kinds, temperature: 'observation', wind: 'observation' } as const
    const heightCorrection = { fromMetres: 240, toMetres: 340, lapseRatePerKm: 6.5 }
    assert.match(
      normaliseSpaces(buildNowView(buildTestCurrent({ station, kinds }), EN).observed) ?? '',
      /^Measured at 10:20\S* at Berlin, 7\.2 km away: Temperature and Wind\. The rest is an estimate for \S+$/,
    )
    const inMiles = buildTestCurrent({ station, kinds, heightCorrection, units: { ...known.units, visibility: 'mi' } })
    assert.match(
      normaliseSpaces(buildNowView(inMiles, EN).observed) ?? '',
      /4\.5 mi away.* adjusted from 787 ft to 1,115 ft above sea level\.$/,
    )
  })

  it('says what forecasts were compared with, and nothing after too few days', () => {
    const pastOf = (changes: Parameters<typeof verified>[0]) =>
      buildPastView({ ...history, summary: { ...summary, verification: verified(changes) } }, EN)
    const truth = { source: 'station', kind: 'observation', isOwn: false, station: null } as const
    assert.equal(pastOf({ truth }).accuracy.note, null)
    const station = { id: 'EDDB', name: 'Berlin', distanceKm: 7.2, heightMetres: 48 }
    assert.equal(
      normaliseSpaces(pastOf({ truth: { ...truth, station } }).accuracy.note),
      'Compared with measurements at Berlin, 7.2 km away.',
    )
    assert.equal(pastOf({ truth: { ...truth, kind: 'analysis' } }).accuracy.note, EN.t('city.accuracyEstimates'))
    assert.equal(pastOf({}).accuracy.note, EN.t('city.accuracyOwn'))
    const few = pastOf({ isScored: false })
    const note = 'Not enough data yet: forecasts here have been compared on 12 of the 30 days needed.'
    assert.deepEqual(few.accuracy, { lines: [], note })
  })

  it('calls forecasts too warm or too cold only if that is large and certain, and compares them with others of nearly the same cases', () => {
    const lineOf = (changes: Parameters<typeof verified>[0]) =>
      normaliseSpaces(buildPastView({ ...history, summary: { ...summary, verification: verified(changes) } }, EN).accuracy.lines[0]) ?? ''
    const habitOf = (value: number, low: number | null, high: number | null) =>
      /mostly too \w+/.exec(lineOf({ bias: { value, low, high } }))?.[0]
    assert.deepEqual(
      [
        habitOf(0.3, 0.1, 0.5),
        habitOf(-0.3, -0.5, -0.1),
        habitOf(0.29, 0.2, 0.4),
        habitOf(1, -0.1, 2.1),
        habitOf(1, null, 2),
        habitOf(1, 0.5, null),
      ],
      ['mostly too warm', 'mostly too cold', undefined, undefined, undefined, undefined],
    )
    assert.deepEqual(
      [4_500, 4_499].map((alikeIn) => lineOf({ alikeIn }).includes('like today')),
      [true, false],
    )
  })

  it('says if there is nothing, or if it is unavailable', () => {
    assert.equal(buildPastView(null, EN).text, EN.t('city.pastUnknown'))
    const { text } = buildPastView({ ...history, summary: { ...summary, observationCount: 0 } }, EN)
    assert.equal(text, `${EN.t('digest.past.none')} ${EN.t('city.pastSoon')}`)
  })
})
