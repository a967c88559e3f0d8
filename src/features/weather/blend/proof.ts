import { compareSources, MIN_DAYS } from '@isobar/weather'

/** The sums of one day on the same cases of the blend and of the first source: absolute errors of temperatures, in K, or squared errors of chances of rain. */
export interface DayErrors {
  /** Since 1970. */
  readonly day: number
  readonly n: number
  readonly blend: number
  readonly first: number
}

/** How the blend compares with the first source: its mean absolute error (K) or its Brier score, less that of the first source. */
export interface Skill {
  readonly days: number
  readonly n: number
  /** Below 0 the blend is better. Null while there are too few days. */
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  /** Whether the interval lies below 0, and the last days do not speak against it. */
  readonly isProved: boolean
}

/** What is known of a comparison, as it is stored. */
export interface Proof {
  readonly errors: readonly DayErrors[]
  readonly isProved: boolean
  /** When `isProved` changed last, epoch milliseconds; null: never. */
  readonly since: number | null
}

/** The days that count. */
export const PROOF_DAYS = 60
/** A source that was mended is right from one day to the next, which a mean of sixty days would show weeks later. */
const LATELY_DAYS = 4
/** By how much of what the blend is better over all days it must be worse in the last ones, so that they speak against it: any bit, of temperatures. */
const WORSE_TEMPERATURES = 0
/** In dry days a chance of 1 % is a little worse than none, every day alike: that says nothing of rain. */
export const WORSE_CHANCES = 0.1
/** One for all places, so that their days are drawn once. */
const SEED = 1
/** Below so many standard errors the bootstrap would not exclude 0 either: it is spared. */
const WORTH_PROVING = 1.2

/** The days that count, up to a day, with one more; oldest first. A day that is there already is replaced. */
export function addDayErrors(known: readonly DayErrors[], added: DayErrors): DayErrors[] {
  const newest = Math.max(added.day, ...known.map(({ day }) => day))
  return [...known.filter(({ day }) => day !== added.day), added]
    .filter(({ day, n }) => n > 0 && day > newest - PROOF_DAYS)
    .toSorted((a, b) => a.day - b.day)
}

/** What is known with one more day; the days before it count only if they compared with the same first source. `now`: epoch milliseconds. */
export function updateProof(
  former: Proof | null,
  isSameFirst: boolean,
  added: DayErrors,
  now: number,
  worseBy = WORSE_TEMPERATURES,
): Proof & { readonly skill: Skill } {
  const errors = addDayErrors(isSameFirst ? (former?.errors ?? []) : [], added)
  const skill = judgeSkill(errors, worseBy)
  const isChanged = skill.isProved !== (former?.isProved ?? false)
  return { errors, isProved: skill.isProved, since: isChanged ? now : (former?.since ?? null), skill }
}

/** Compares by a block bootstrap over days (docs/measurements.md). `worseBy`: a share of what the blend is better by that its last days may be worse by. */
export function judgeSkill(errors: readonly DayErrors[], worseBy = WORSE_TEMPERATURES): Skill {
  const n = errors.reduce((sum, each) => sum + each.n, 0)
  const sample = { days: errors.length, n }
  const differences = errors.map(({ blend, first }) => blend - first)
  const mean = differences.reduce((sum, each) => sum + each, 0) / (differences.length || 1)
  const isWorthIt = mean < 0 && countStandardErrors(differences) > WORTH_PROVING
  const rough = {
    ...sample,
    difference: n === 0 || errors.length < MIN_DAYS ? null : (mean * differences.length) / n,
    low: null,
    high: null,
    isProved: false,
  }
  if (!isWorthIt) return rough
  const compared = compareSources(
    'errors',
    errors.map((each) => [tallyOf(each.n, each.blend), tallyOf(each.n, each.first)] as const),
    SEED,
  )
  if (!compared.enough) return { ...rough, difference: null }
  const { value, interval } = compared.difference
  return {
    ...sample,
    difference: value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    isProved: compared.isDecided && value < 0 && !isWorseLately(errors, -worseBy * value),
  }
}

/** Whether the blend was worse in the last days, by more than this and by more than one standard error. */
function isWorseLately(errors: readonly DayErrors[], least: number): boolean {
  const newest = errors.at(-1)?.day ?? 0
  const lately = errors.filter(({ day }) => day > newest - LATELY_DAYS).map(({ n, blend, first }) => (blend - first) / n)
  return lately.reduce((sum, each) => sum + each, 0) > least * lately.length && countStandardErrors(lately) > 1
}

/** How many of its standard errors a mean is from 0. */
function countStandardErrors(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  const variance = values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length
  return Math.abs(mean) * Math.sqrt(values.length / Math.max(variance, 1e-12))
}

/** n, Σe (unknown), Σ|e|. */
function tallyOf(n: number, absolute: number): readonly number[] {
  return [n, 0, absolute, 0, 0, 0, 0, 0, 0, 0]
}
