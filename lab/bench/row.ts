import { median } from '../median.ts'

/** One round's measurement of one side. */
export interface Sample {
  /** In the row's unit. */
  readonly value: number
  /** Null without repeated requests. */
  readonly p99Ms: number | null
  /** Share of the time in which the servers' core was busy, 0 to 1; null if unknown. */
  readonly serverBusy: number | null
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
  /** Fewer rows, smaller sizes. */
  readonly isQuick: boolean
}

export type MeasuredRow = Omit<Row, 'group'>

/** Measures the rows of a group and yields each as soon as it is measured. Whatever it opens it adds to `closing`. */
export type Group = (pace: Pace, closing: AsyncDisposableStack) => AsyncGenerator<MeasuredRow>

/** How fast Isobar was in a round, as a share of the yardstick: above 1 Isobar is faster, whatever the unit. Null without a yardstick. */
export function ratioOf(unit: Row['unit'], { isobar, yardstick }: Round): number | null {
  if (yardstick === null) return null
  return unit === '/s' ? isobar.value / yardstick.value : yardstick.value / isobar.value
}

/** A value that was not measured under load. */
export const sampleOf = (value: number): Sample => ({ value, p99Ms: null, serverBusy: null })

/** A round without a yardstick. */
export const baselineOf = (value: number): Round => ({ isobar: sampleOf(value), yardstick: null })

/** A server busy for at least this share of the time is the limit; below it, the server was waiting for the load. */
const BUSY = 0.9

/** A row in figures: medians over its rounds. */
export interface Figures {
  readonly isobar: number
  readonly yardstick: number | null
  readonly ratio: number | null
  readonly p99Ms: number | null
  readonly yardstickP99Ms: number | null
  /** Null without a goal. */
  readonly reached: boolean | null
  /** The sides whose server had time left, so that the load generator is what was measured. */
  readonly idle: readonly ('isobar' | 'yardstick')[]
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
  return {
    isobar,
    yardstick: over((round) => round.yardstick?.value),
    ratio,
    p99Ms,
    yardstickP99Ms,
    reached: goal === null ? null : isReached(goal),
    idle: (['isobar', 'yardstick'] as const).filter((side) => (over((round) => round[side]?.serverBusy) ?? 1) < BUSY),
  }
}
