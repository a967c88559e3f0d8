/** One round's measurement of one side. */
export interface Sample {
  /** In the row's unit. */
  readonly value: number
  /** Null without repeated requests. */
  readonly p99Ms: number | null
  /** See `Load`. */
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

/**
 * Measures the rows of a group and yields each as soon as it is measured. Whatever it opens it adds to `closing`, which closes it in any case.
 */
export type Group = (pace: Pace, closing: AsyncDisposableStack) => AsyncGenerator<MeasuredRow>

/** How fast Isobar was in a round, as a share of the yardstick: above 1 Isobar is faster, whatever the unit. Null without a yardstick. */
export function ratioOf(unit: Row['unit'], { isobar, yardstick }: Round): number | null {
  if (yardstick === null) return null
  return unit === '/s' ? isobar.value / yardstick.value : yardstick.value / isobar.value
}
