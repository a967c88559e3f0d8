import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ErrorScore, type EventScore, type ProbabilityScore, getUnitWriter } from '@isobar/weather'
import { listAccuracyEntries, buildVerificationEntry } from './entries.ts'
import { listForecastErrors } from './forecast-errors.ts'
import type { LeadScores, TruthName, Verification } from './model.ts'

const OWN: TruthName = { source: 'first', kind: 'analysis', station: null }
const STATION: TruthName = { source: 'station', kind: 'observation', station: null }
const [METRIC, IMPERIAL] = [getUnitWriter('metric'), getUnitWriter('imperial')]

type Enough<Score> = Extract<Score, { readonly enough: true }>
const estimate = (value: number) => ({ value, interval: { low: value - 1, high: value + 1 } })

const errors = (mae: number, change: Partial<Enough<ErrorScore>> = {}): Enough<ErrorScore> => ({
  enough: true,
  n: 100,
  days: 40,
  bias: estimate(-mae),
  mae: estimate(mae),
  rmse: { value: 2 * mae, interval: null },
  persistence: { n: 90, score: 3 * mae, skill: { value: 0.123_456, interval: null } },
  climatology: null,
  ...change,
})
const TABLE = { leastMm: 0.2, hits: 20, falseAlarms: 10, misses: 5, correctNegatives: 65 }
const RATES = { baseRate: 0.25, pod: 0.8, far: 1 / 3, pofd: null, csi: 0.571_428, ets: 0.4, frequencyBias: 1.2, hk: 0.66, hss: 0.6 }
const events: EventScore = {
  n: 100,
  days: 40,
  thresholds: [
    {
      ...TABLE,
      enough: true,
      n: 100,
      ...RATES,
      intervals: { pod: { low: 0.7, high: 0.9 }, far: null, csi: null, ets: null, frequencyBias: null },
    },
    { ...TABLE, leastMm: 5, enough: false },
  ],
}
const probability: Enough<ProbabilityScore> = {
  enough: true,
  n: 100,
  days: 40,
  baseRate: 0.3,
  brier: estimate(0.2),
  reliability: 0.01,
  resolution: 0.02,
  uncertainty: 0.21,
  persistence: null,
  climatology: null,
  bins: [
    { n: 50, forecast: 0.1, enough: true, observed: 0.15, interval: { low: 0.1, high: 0.2 } },
    { n: 2, forecast: 0.9, enough: false },
  ],
}

const lead = (variables: LeadScores['variables'], change: Partial<LeadScores> = {}): LeadScores => ({
  source: 'first',
  truth: OWN,
  leadHours: 24,
  comparisons: [],
  variables,
  ...change,
})
const verification = (...scores: LeadScores[]): Verification => ({
  from: '2026-01-01',
  to: '2026-02-09',
  places: 1,
  simulated: false,
  scores,
})

describe('verification in its API form', () => {
  it('is empty before the first scores', () => {
    assert.deepEqual(buildVerificationEntry(null, METRIC, 'all'), {
      from: null,
      to: null,
      places: 0,
      simulated: false,
      quantities: [],
      amounts: [],
      probabilities: [],
    })
  })

  it('says with whose values each score compares, and for which lead times', () => {
    const { quantities } = buildVerificationEntry(
      verification(lead({ temperature: errors(1) }), lead({ temperature: errors(1) }, { truth: STATION, leadHours: 1 })),
      METRIC,
      'all',
    )
    assert.deepEqual(
      quantities.map(({ truth, leadHours, leadAboveHours, n, days }) => ({ truth, leadHours, leadAboveHours, n, days })),
      [
        { truth: { ...OWN, isOwn: true }, leadHours: 24, leadAboveHours: 12, n: 100, days: 40 },
        { truth: { ...STATION, isOwn: false }, leadHours: 1, leadAboveHours: 0, n: 100, days: 40 },
      ],
    )
  })

  it('converts errors as differences, wind as speeds, and directions not at all', () => {
    const every = {
      temperature: errors(10),
      windSpeed: errors(10),
      windGust: errors(10),
      windDirection: errors(10),
      temperatureMax: errors(10),
    }
    const maes = (writer: typeof METRIC) =>
      buildVerificationEntry(verification(lead(every)), writer, 'all').quantities.map(({ variable, scores }) => [
        variable,
        scores?.mae.value,
      ])
    assert.deepEqual(maes(METRIC), [
      ['temperature', 10],
      ['windSpeed', 36],
      ['windGust', 36],
      ['windDirection', 10],
      ['temperatureMax', 10],
    ])
    assert.deepEqual(maes(IMPERIAL), [
      ['temperature', 18],
      ['windSpeed', 22.37],
      ['windGust', 22.37],
      ['windDirection', 10],
      ['temperatureMax', 18],
    ])
  })

  it('shows what is asked for: of the weather, of the air, or all; errors of concentrations are in µg/m³ everywhere', () => {
    const mixed = verification(
      lead({ temperature: errors(10), pm25: errors(3), o3: errors(7), precipitation: events, precipitationProbability: probability }),
    )
    const shown = (of: 'weather' | 'air' | 'all') => {
      const { quantities, amounts, probabilities } = buildVerificationEntry(mixed, IMPERIAL, of)
      return [quantities.map(({ variable, scores }) => `${variable} ${scores?.mae.value}`), amounts.length, probabilities.length]
    }
    assert.deepEqual(shown('weather'), [['temperature 18'], 1, 1])
    assert.deepEqual(shown('air'), [['pm25 3', 'o3 7'], 0, 0])
    assert.deepEqual(shown('all'), [['temperature 18', 'pm25 3', 'o3 7'], 1, 1])
  })

  it('gives intervals and baselines where they are known, skills without a unit', () => {
    const [entry] = buildVerificationEntry(verification(lead({ temperature: errors(10) })), IMPERIAL, 'all').quantities
    assert.deepEqual(entry?.scores, {
      bias: { value: -18, low: -19.8, high: -16.2 },
      mae: { value: 18, low: 16.2, high: 19.8 },
      rmse: { value: 36, low: null, high: null },
      persistence: { n: 90, score: 54, skill: { value: 0.1235, low: null, high: null } },
      climatology: null,
    })
  })

  it('has counts but no scores of a sample that is too small', () => {
    const small = { enough: false, n: 7, days: 3 } as const
    const { quantities, probabilities } = buildVerificationEntry(
      verification(lead({ temperature: small, precipitationProbability: small })),
      METRIC,
      'all',
    )
    for (const entry of [quantities[0], probabilities[0]])
      assert.deepEqual({ n: entry?.n, days: entry?.days, scores: entry?.scores }, { n: 7, days: 3, scores: null })
  })

  it('states the table of each threshold, and its rates if there are enough events', () => {
    const [entry] = buildVerificationEntry(verification(lead({ precipitation: events })), METRIC, 'all').amounts
    const [first, second] = entry?.thresholds ?? []
    assert.deepEqual(first, {
      ...TABLE,
      scores: {
        ...RATES,
        far: 0.3333,
        csi: 0.5714,
        intervals: { pod: { low: 0.7, high: 0.9 }, far: null, csi: null, ets: null, frequencyBias: null },
      },
    })
    assert.deepEqual(second, { ...TABLE, leastMm: 5, scores: null })
  })

  it('shows a frequency in the bins that have enough forecasts', () => {
    const [entry] = buildVerificationEntry(verification(lead({ precipitationProbability: probability })), METRIC, 'all').probabilities
    assert.deepEqual(entry?.scores?.bins, [
      { n: 50, forecast: 0.1, observed: 0.15, low: 0.1, high: 0.2 },
      { n: 2, forecast: 0.9, observed: null, low: null, high: null },
    ])
    assert.deepEqual(
      { brier: entry?.scores?.brier, reliability: entry?.scores?.reliability },
      { brier: { value: 0.2, low: -0.8, high: 1.2 }, reliability: 0.01 },
    )
  })

  it('compares probabilities by their own scores, without a unit', () => {
    const difference = { enough: true, n: 50, days: 40, difference: { value: 0.012_345, interval: null }, isDecided: true } as const
    const comparisons = [{ versus: 'second', variables: { precipitationProbability: difference } }]
    const { probabilities, quantities } = buildVerificationEntry(
      verification(lead({ precipitationProbability: probability, temperature: errors(1) }, { comparisons })),
      IMPERIAL,
      'all',
    )
    assert.deepEqual(probabilities[0]?.comparisons, [
      { versus: 'second', n: 50, days: 40, difference: { value: 0.0123, low: null, high: null }, isDecided: true },
    ])
    assert.deepEqual(quantities[0]?.comparisons, [])
  })

  it('calls a comparison decided only if it has enough days, and states it for the variables that it has', () => {
    const compared = (isDecided: boolean) => ({ enough: true, n: 50, days: 40, difference: estimate(2), isDecided }) as const
    const few = { enough: false, n: 5, days: 4 } as const
    const comparisons = [
      { versus: 'second', variables: { temperature: compared(true), windSpeed: compared(false) } },
      { versus: 'third', variables: { temperature: few } },
    ]
    const { quantities } = buildVerificationEntry(
      verification(lead({ temperature: errors(1), windSpeed: errors(1) }, { comparisons })),
      IMPERIAL,
      'all',
    )
    assert.deepEqual(
      quantities.map((entry) => entry.comparisons),
      [
        [
          { versus: 'second', n: 50, days: 40, difference: { value: 3.6, low: 1.8, high: 5.4 }, isDecided: true },
          { versus: 'third', n: 5, days: 4, difference: null, isDecided: false },
        ],
        [{ versus: 'second', n: 50, days: 40, difference: { value: 4.47, low: 2.24, high: 6.71 }, isDecided: false }],
      ],
    )
  })
})

describe('scores under their former names', () => {
  it('are those of one source against one truth, if there are enough days', () => {
    const scores = verification(
      lead({ temperature: errors(1), precipitation: events }),
      lead({ temperature: errors(2) }, { truth: STATION }),
      lead({ temperature: errors(3) }, { source: 'second' }),
      lead({ temperature: { enough: false, n: 7, days: 3 } }, { leadHours: 48 }),
      lead({ precipitation: events }, { leadHours: 72 }),
      lead({ temperature: errors(4) }, { leadHours: 96 }),
    )
    const common = { n: 100, precipitationFalseAlarmRate: null, precipitationHitRate: null, precipitationN: 0 }
    assert.deepEqual(listAccuracyEntries(scores, 'first', 'first', METRIC), [
      {
        ...common,
        leadHours: 24,
        temperatureMae: 1,
        temperatureBias: -1,
        precipitationN: 100,
        precipitationHitRate: 0.8,
        precipitationFalseAlarmRate: 0.3333,
      },
      { ...common, leadHours: 96, temperatureMae: 4, temperatureBias: -4 },
    ])
    assert.deepEqual(listAccuracyEntries(null, 'first', 'first', METRIC), [])
  })

  it('have no rates of rain if the first threshold has too few events', () => {
    const rare = { ...events, thresholds: events.thresholds.toReversed() }
    const [entry] = listAccuracyEntries(verification(lead({ temperature: errors(1), precipitation: rare })), 'first', 'first', METRIC)
    assert.deepEqual(
      {
        precipitationN: entry?.precipitationN,
        precipitationHitRate: entry?.precipitationHitRate,
        precipitationFalseAlarmRate: entry?.precipitationFalseAlarmRate,
      },
      { precipitationN: 100, precipitationHitRate: null, precipitationFalseAlarmRate: null },
    )
  })
})

describe('errors for a sentence', () => {
  const other: TruthName = { source: 'second', kind: 'analysis', station: null }
  const maes = (...scores: LeadScores[]) =>
    listForecastErrors(verification(...scores), 'first').map(({ leadHours, mae, isMeasured }) => [leadHours, mae, isMeasured])

  it('compare with measurements, else with another source, else with its own analysis', () => {
    const [own, foreign, measured] = [
      lead({ temperature: errors(1) }),
      lead({ temperature: errors(2) }, { truth: other }),
      lead({ temperature: errors(3) }, { truth: STATION }),
    ] as const
    assert.deepEqual(maes(own, foreign, measured), [[24, 3, true]])
    assert.deepEqual(maes(own, foreign), [[24, 2, false]])
    assert.deepEqual(maes(own), [[24, 1, false]])
    // Measurements of too few days do not hide the next best truth.
    assert.deepEqual(maes(own, lead({ temperature: { enough: false, n: 7, days: 3 } }, { truth: STATION })), [[24, 1, false]])
  })

  it('are one for each lead time, of the source alone', () => {
    assert.deepEqual(
      maes(
        lead({ temperature: errors(1) }),
        lead({ temperature: errors(2) }, { leadHours: 48 }),
        lead({ windSpeed: errors(3) }, { leadHours: 72 }),
        lead({ temperature: errors(4) }, { source: 'second' }),
      ),
      [
        [24, 1, false],
        [48, 2, false],
      ],
    )
    assert.deepEqual(listForecastErrors(null, 'first'), [])
  })

  it('name persistence if it has nine tenths of the cases', () => {
    const persistence = (n: number) => ({ n, score: 5, skill: null })
    const named = (change: Partial<Enough<ErrorScore>>) =>
      listForecastErrors(verification(lead({ temperature: errors(1, change) })), 'first')[0]?.persistenceMae
    assert.deepEqual(
      [named({ persistence: persistence(90) }), named({ persistence: persistence(89) }), named({ persistence: null })],
      [5, null, null],
    )
  })
})
