/** What one round measured of one side. */
export interface Sample {
  /** In the row's unit. */
  readonly value: number
  /** Null where nothing is asked over and over. */
  readonly p99Ms: number | null
  /** See `Load`. */
  readonly serverBusy: number | null
}

/** The two sides of a round, one right after the other; the yardstick is null where there is nothing to compare with. */
export interface Round {
  readonly isobar: Sample
  readonly yardstick: Sample | null
}

/** What the project set out to reach: every part of it that is given. */
export interface Goal {
  /** At least so much of the yardstick's speed. */
  readonly ratio?: number
  /** A p99 of at most so many times the yardstick's. */
  readonly p99Ratio?: number
  /** A value of at most so much, in the row's unit. */
  readonly most?: number
}

/** One line of the table: what is measured, and the rounds. */
export interface Row {
  readonly group: string
  readonly name: string
  /** Of `/s` more is better; of the others, less. */
  readonly unit: '/s' | 'ms' | 'MB'
  /** What Isobar is compared with, in a few words. */
  readonly yardstick: string | null
  readonly goal: Goal | null
  readonly rounds: readonly Round[]
}

/** How long a run measures. */
export interface Pace {
  readonly rounds: number
  /** Of load in each. */
  readonly seconds: number
  /** Fewer rows, smaller sizes. */
  readonly isQuick: boolean
}

export type MeasuredRow = Omit<Row, 'group'>

/** What measures the rows of a group; each row is there as soon as it is measured. What it opens it hands to `closing`, which ends it, whatever happens. */
export type Group = (pace: Pace, closing: AsyncDisposableStack) => AsyncGenerator<MeasuredRow>

/** How fast Isobar was in a round, as a share of the yardstick: above 1 it is the faster one, whatever the unit. Null without a yardstick. */
export function ratioOf(unit: Row['unit'], { isobar, yardstick }: Round): number | null {
  if (yardstick === null) return null
  return unit === '/s' ? isobar.value / yardstick.value : yardstick.value / isobar.value
}
