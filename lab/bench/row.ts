import { median } from '../median.ts'

/** One round's measurement of one side. */
export interface Sample {
  /** In the row's unit. */
  readonly value: number
  /** Null without repeated requests. */
  readonly p99Ms: number | null
}

/** The two sides of a round, one right after the other; the yardstick is null if there is none. */
export interface Round {
  readonly isobar: Sample
  readonly yardstick: Sample | null
}

/** The project's goal: every part given must be reached. */
export interface Goal {
  /** At least this share of the yardstick's speed. */
  readonly ratio?: number
  /** A p99 of at most this many times the yardstick's. */
  readonly p99Ratio?: number
  /** A value of at most this, in the row's unit. */
  readonly most?: number
}

/** One row of the table: what is measured, and its rounds. */
export interface Row {
  readonly group: string
  readonly name: string
  /** More is better for `/s`, less for the others. */
  readonly unit: '/s' | 'ms' | 'MB'
  /** What Isobar is compared with, in a few words. */
  readonly yardstick: string | null
  readonly goal: Goal | null
  readonly rounds: readonly Round[]
}

/** How long a run measures. */
export interface Pace {
  readonly rounds: number
  /** Of load in each round. */
  readonly seconds: number
  /** Smaller sizes. */
  readonly isQuick: boolean
}

export type MeasuredRow = Omit<Row, 'group'>

/** Measures the rows of a group and yields each as soon as it is measured. Whatever it opens it adds to `closing`. */
export type Group = (pace: Pace, closing: AsyncDisposableStack) => AsyncGenerator<MeasuredRow>

/** A row without a yardstick, of values that were not measured under load. */
export function plainRow(name: string, unit: Row['unit'], values: readonly number[], goal: Goal | null = null): MeasuredRow {
  return { name, unit, yardstick: null, goal, rounds: values.map((value) => ({ isobar: { value, p99Ms: null }, yardstick: null })) }
}

/** How fast Isobar was in a round, as a share of the yardstick: above 1 Isobar is faster, whatever the unit. Null without a yardstick. */
export function ratioOf(unit: Row['unit'], { isobar, yardstick }: Round): number | null {
  if (yardstick === null) return null
  return unit === '/s' ? isobar.value / yardstick.value : yardstick.value / isobar.value
}

/** A row in figures: medians over its rounds. */
export interface Figures {
  readonly isobar: number
  readonly yardstick: number | null
  readonly ratio: number | null
  readonly p99Ms: number | null
  readonly yardstickP99Ms: number | null
  /** Null without a goal. */
  readonly reached: boolean | null
}

export function figuresOf({ unit, goal, rounds }: Pick<Row, 'unit' | 'goal' | 'rounds'>): Figures {
  const over = (of: (round: Round) => number | null | undefined): number | null => {
    const known = rounds.map(of).filter((value) => value !== null && value !== undefined)
    return known.length === 0 ? null : median(known)
  }
  const isobar = median(rounds.map((round) => round.isobar.value))
  const ratio = over((round) => ratioOf(unit, round))
  const p99Ms = over((round) => round.isobar.p99Ms)
  const yardstickP99Ms = over((round) => round.yardstick?.p99Ms)
  const isReached = ({ ratio: least, p99Ratio, most }: Goal): boolean =>
    (least === undefined || (ratio ?? 0) >= least) &&
    (p99Ratio === undefined || (p99Ms ?? Infinity) <= p99Ratio * (yardstickP99Ms ?? 0)) &&
    (most === undefined || isobar <= most)
  const yardstick = over((round) => round.yardstick?.value)
  return { isobar, yardstick, ratio, p99Ms, yardstickP99Ms, reached: goal === null ? null : isReached(goal) }
}
