import {
  type AgainstBaseline,
  type Baselined,
  type Comparison,
  type Estimate,
  type Interval,
  type ProbabilityScore,
  type ThresholdScore,
  type UnitWriter,
  type VERIFIED,
  VERIFIED_AIR,
  type VerifiedVariable,
  getLowerLeadBound,
  roundHalfAway,
} from '@isobar/weather'
import type { LeadScores, ScoresByVariable, Verification } from './model.ts'

/** Converts a score to the reader's unit, rounded. */
type Write = (value: number) => number

type VariableOf<Kind> = { [Name in VerifiedVariable]: (typeof VERIFIED)[Name] extends Kind ? Name : never }[VerifiedVariable]
type Quantity = VariableOf<'errors'>

const OF_WEATHER = [
  'temperature',
  'windSpeed',
  'windGust',
  'windDirection',
  'temperatureMax',
  'temperatureMin',
] as const satisfies readonly Quantity[]

/** The quantities in their order, by what is asked for. */
export const QUANTITIES = {
  weather: OF_WEATHER,
  air: VERIFIED_AIR,
  all: [...OF_WEATHER, ...VERIFIED_AIR],
} as const satisfies Readonly<Record<string, readonly Quantity[]>>
const NOTHING = { from: null, to: null, places: 0, simulated: false, quantities: [], amounts: [], probabilities: [] }

/** Verification in its API form, in the writer's units; empty before the first scores. Amounts and probabilities are of the weather. */
export function buildVerificationEntry(verification: Verification | null, writer: UnitWriter, of: keyof typeof QUANTITIES) {
  if (verification === null) return NOTHING
  const { from, to, places, simulated, scores } = verification
  return {
    from,
    to,
    places,
    simulated,
    quantities: scores.flatMap((lead) => QUANTITIES[of].flatMap((name) => quantityEntry(name, lead, writer))),
    amounts: of === 'air' ? [] : scores.flatMap(amountEntry),
    probabilities: of === 'air' ? [] : scores.flatMap(probabilityEntry),
  }
}

/**
 * Scores of one source against one truth in the form of former releases, by lead time. Like those of `buildVerificationEntry`, they need enough
 * days, and an hour counts once in each group.
 */
export function listAccuracyEntries(verification: Verification | null, truth: string, forecast: string, writer: UnitWriter) {
  const scores = verification?.scores.filter((lead) => lead.source === forecast && lead.truth.source === truth) ?? []
  return scores.flatMap((lead) => {
    const { temperature, precipitation } = lead.variables
    if (temperature === undefined || !temperature.enough) return []
    const write = writerOf('temperature', writer)
    const wet = precipitation?.thresholds[0]
    const [pod, far] = wet?.enough === true ? [wet.pod, wet.far] : [null, null]
    return [
      {
        leadHours: lead.leadHours,
        n: temperature.n,
        temperatureMae: write(temperature.mae.value),
        temperatureBias: write(temperature.bias.value),
        precipitationN: precipitation?.n ?? 0,
        precipitationHitRate: pod === null ? null : share(pod),
        precipitationFalseAlarmRate: far === null ? null : share(far),
      },
    ]
  })
}

function sampleOf({ source, truth, leadHours }: LeadScores, { n, days }: { readonly n: number; readonly days: number }) {
  return { source, truth: { ...truth, isOwn: truth.source === source }, leadHours, leadAboveHours: getLowerLeadBound(leadHours), n, days }
}

function quantityEntry(variable: Quantity, lead: LeadScores, writer: UnitWriter) {
  const score = lead.variables[variable]
  if (score === undefined) return []
  const write = writerOf(variable, writer)
  const scores = score.enough
    ? {
        bias: estimateOf(score.bias, write),
        mae: estimateOf(score.mae, write),
        rmse: estimateOf(score.rmse, write),
        ...baselinesOf(score, write),
      }
    : null
  return [{ variable, ...sampleOf(lead, score), scores, comparisons: comparisonsOf(lead, variable, write) }]
}

function amountEntry(lead: LeadScores) {
  const score = lead.variables.precipitation
  return score === undefined ? [] : [{ ...sampleOf(lead, score), thresholds: score.thresholds.map(thresholdEntry) }]
}

function thresholdEntry(threshold: ThresholdScore) {
  const { leastMm, hits, falseAlarms, misses, correctNegatives } = threshold
  const table = { leastMm, hits, falseAlarms, misses, correctNegatives }
  if (!threshold.enough) return { ...table, scores: null }
  const { baseRate, pod, far, pofd, csi, ets, frequencyBias, hk, hss, intervals } = threshold
  const rates = Object.entries({ baseRate, pod, far, pofd, csi, ets, frequencyBias, hk, hss }).map(([name, value]) => [
    name,
    value === null ? null : share(value),
  ])
  const written = Object.entries(intervals).map(([name, interval]) => [name, interval && ends(interval, share)])
  return { ...table, scores: { ...Object.fromEntries(rates), intervals: Object.fromEntries(written) } }
}

function probabilityEntry(lead: LeadScores) {
  const score = lead.variables.precipitationProbability
  if (score === undefined) return []
  const comparisons = comparisonsOf(lead, 'precipitationProbability', share)
  return [{ ...sampleOf(lead, score), scores: score.enough ? probabilityScores(score) : null, comparisons }]
}

function probabilityScores(score: Extract<ProbabilityScore, { readonly enough: true }>) {
  const { baseRate, brier, reliability, resolution, uncertainty, bins } = score
  return {
    baseRate: share(baseRate),
    brier: estimateOf(brier, share),
    reliability: share(reliability),
    resolution: share(resolution),
    uncertainty: share(uncertainty),
    ...baselinesOf(score, share),
    bins: bins.map((bin) => ({
      n: bin.n,
      forecast: share(bin.forecast),
      observed: bin.enough ? share(bin.observed) : null,
      ...ends(bin.enough ? bin.interval : null, share),
    })),
  }
}

function comparisonsOf(lead: LeadScores, variable: keyof ScoresByVariable, write: Write) {
  return lead.comparisons.flatMap(({ versus, variables }) => {
    const comparison: Comparison | undefined = variables[variable]
    if (comparison === undefined) return []
    const { n, days, enough } = comparison
    return [
      { versus, n, days, difference: enough ? estimateOf(comparison.difference, write) : null, isDecided: enough && comparison.isDecided },
    ]
  })
}

function baselinesOf({ persistence, climatology }: Baselined, write: Write) {
  return { persistence: baselineOf(persistence, write), climatology: baselineOf(climatology, write) }
}

function baselineOf(baseline: AgainstBaseline | null, write: Write) {
  if (baseline === null) return null
  const { n, score, skill } = baseline
  return { n, score: write(score), skill: skill && estimateOf(skill, share) }
}

function estimateOf({ value, interval }: Estimate, write: Write) {
  return { value: write(value), ...ends(interval, write) }
}

function ends(interval: Interval | null, write: Write) {
  return { low: interval && write(interval.low), high: interval && write(interval.high) }
}

function share(value: number): number {
  return roundHalfAway(value, 4)
}

/** How errors are converted; null: they have the same unit everywhere. */
const CONVERTED_AS = {
  temperature: 'temperatureDifference',
  windSpeed: 'windSpeed',
  windGust: 'windSpeed',
  windDirection: null,
  temperatureMax: 'temperatureDifference',
  temperatureMin: 'temperatureDifference',
  pm25: null,
  pm10: null,
  no2: null,
  o3: null,
} as const satisfies Readonly<Record<Quantity, keyof UnitWriter | null>>

function writerOf(variable: Quantity, writer: UnitWriter): Write {
  const convert = CONVERTED_AS[variable]
  return (value) => roundHalfAway((convert === null ? value : writer[convert](value)) ?? value, 2)
}
