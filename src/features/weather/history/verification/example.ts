const SAMPLE = {
  source: 'openweather',
  truth: { source: 'openweather', kind: 'analysis', isOwn: true },
  leadHours: 24,
  leadAboveHours: 12,
} as const

/** A verification for the documentation, with lists cut to one entry. */
export const VERIFICATION_EXAMPLE = {
  from: '2026-03-24',
  to: '2026-10-21',
  places: 1,
  simulated: false,
  quantities: [
    {
      variable: 'temperature',
      ...SAMPLE,
      n: 4986,
      days: 212,
      scores: {
        bias: { value: -0.21, low: -0.34, high: -0.08 },
        mae: { value: 1.4, low: 1.31, high: 1.5 },
        rmse: { value: 1.86, low: 1.74, high: 1.98 },
        persistence: { n: 4962, score: 2.9, skill: { value: 0.5172, low: 0.4801, high: 0.5522 } },
        climatology: { n: 4731, score: 3.12, skill: { value: 0.5513, low: 0.511, high: 0.5879 } },
      },
      comparisons: [{ versus: 'open-meteo', n: 3120, days: 133, difference: { value: -0.08, low: -0.19, high: 0.03 }, isDecided: false }],
    },
  ],
  amounts: [
    {
      ...SAMPLE,
      n: 4986,
      days: 212,
      thresholds: [
        {
          leastMm: 0.2,
          hits: 402,
          falseAlarms: 271,
          misses: 188,
          correctNegatives: 4125,
          scores: {
            baseRate: 0.1183,
            pod: 0.6814,
            far: 0.4027,
            pofd: 0.0616,
            csi: 0.4669,
            ets: 0.4129,
            frequencyBias: 1.1407,
            hk: 0.6197,
            hss: 0.5845,
            intervals: {
              pod: { low: 0.6381, high: 0.7215 },
              far: { low: 0.3588, high: 0.4471 },
              csi: { low: 0.4291, high: 0.5032 },
              ets: { low: 0.3745, high: 0.4496 },
              frequencyBias: { low: 1.0533, high: 1.2367 },
            },
          },
        },
        { leastMm: 5, hits: 4, falseAlarms: 9, misses: 11, correctNegatives: 4962, scores: null },
      ],
    },
  ],
  probabilities: [
    {
      ...SAMPLE,
      n: 4986,
      days: 212,
      scores: {
        baseRate: 0.1412,
        brier: { value: 0.0742, low: 0.0668, high: 0.082 },
        reliability: 0.0031,
        resolution: 0.0502,
        uncertainty: 0.1213,
        persistence: { n: 4962, score: 0.2081, skill: { value: 0.6434, low: 0.6012, high: 0.6815 } },
        climatology: { n: 4731, score: 0.1225, skill: { value: 0.3943, low: 0.3507, high: 0.4344 } },
        bins: [{ n: 3671, forecast: 0.0082, observed: 0.0202, low: 0.0161, high: 0.0252 }],
      },
      comparisons: [],
    },
  ],
}
