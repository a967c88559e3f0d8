import { renameSync, writeFileSync } from 'node:fs'

/** The wall clock that all services and the upstream's stand-in share. */
export interface SteppedClock {
  readonly file: string
  /** Epoch milliseconds. */
  now(): number
  step(ms: number): void
  /** The number of steps, and their sizes. */
  steps(): number
  readonly stepSizes: readonly number[]
  /** Whether the clock was stepped between two instants of `performance.now`, allowing time for everybody to notice. */
  steppedBetween(from: number, to: number): boolean
  /** Spans of the wall clock that occurred twice, in epoch milliseconds. */
  readonly repeated: readonly { readonly from: number; readonly to: number }[]
}

/** Services look at the file every 20 ms; a stopped one looks later. */
const NOTICED_MS = 1_500

export function createSteppedClock(file: string): SteppedClock {
  let offsetMs = 0
  const steps: number[] = []
  const stepSizes: number[] = []
  const repeated: { from: number; to: number }[] = []
  const write = (): void => {
    writeFileSync(`${file}.next`, String(offsetMs))
    renameSync(`${file}.next`, file)
  }
  write()
  const now = (): number => Date.now() + offsetMs
  return {
    file,
    now,
    step(ms) {
      steps.push(performance.now())
      stepSizes.push(ms)
      if (ms < 0) repeated.push({ from: now() + ms - 2_000, to: now() + 2_000 })
      offsetMs += ms
      write()
    },
    steps: () => steps.length,
    stepSizes,
    steppedBetween: (from, to) => steps.some((at) => at > from - NOTICED_MS && at < to + NOTICED_MS),
    repeated,
  }
}
