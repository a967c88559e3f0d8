/**
 * Scores of yes/no events from the 2 × 2 table. Tables of disjoint sets of cases add up; ratios are computed from the sums and never
 * averaged. A ratio of 0/0 is undefined and null, neither 0 nor 1.
 */
export interface Contingency {
  readonly hits: number
  readonly falseAlarms: number
  readonly misses: number
  readonly correctNegatives: number
}

/** Null: undefined for this table. */
export interface EventScores {
  readonly n: number
  /** Share of the cases in which the event was observed. */
  readonly baseRate: number | null
  /** Probability of detection, hit rate: of the observed events, the share that was forecast. 0–1, best 1. */
  readonly pod: number | null
  /** False alarm ratio: of the forecast events, the share that was not observed. 0–1, best 0. */
  readonly far: number | null
  /** Probability of false detection, false alarm rate: of the cases without event, the share with a forecast one. 0–1, best 0. */
  readonly pofd: number | null
  /** Critical success index, threat score. 0–1, best 1. */
  readonly csi: number | null
  /** Equitable threat score (Gilbert): the threat score without the hits of chance. −1/3–1, 0 is chance. */
  readonly ets: number | null
  /** Forecast events per observed one; above 1: forecast too often. */
  readonly frequencyBias: number | null
  /** Hanssen–Kuipers discriminant (Peirce): `pod − pofd`. −1–1, 0 is chance. */
  readonly hk: number | null
  /** Heidke skill score: `2 ets / (1 + ets)`. −1–1, 0 is chance. */
  readonly hss: number | null
}

/** The scores of a table. */
export function computeEventScores({ hits: a, falseAlarms: b, misses: c, correctNegatives: d }: Contingency): EventScores {
  const n = a + b + c + d
  const pod = ratio(a, a + c)
  const pofd = ratio(b, b + d)
  const byChance = n === 0 ? 0 : ((a + b) * (a + c)) / n
  return {
    n,
    baseRate: ratio(a + c, n),
    pod,
    far: ratio(b, a + b),
    pofd,
    csi: ratio(a, a + b + c),
    ets: ratio(a - byChance, a + b + c - byChance),
    frequencyBias: ratio(a + b, a + c),
    hk: pod === null || pofd === null ? null : pod - pofd,
    hss: ratio(2 * (a * d - b * c), (a + c) * (c + d) + (a + b) * (b + d)),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
