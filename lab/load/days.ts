import { DAY_SECONDS } from '../../src/time.ts'
import { openCells, type Tally } from './cells.ts'
import { ASSUMED, createPeople, type View } from './people.ts'
import type { Town } from './towns.ts'

/** A Wednesday. */
export const START = Date.parse('2026-06-10T00:00:00Z')
const STEP_SECONDS = 10
const SWEEP_SECONDS = 1_800

/** Views by people in a day, without storm and crawlers. */
export const viewsOf = (people: number): number => people * ASSUMED.visitsPerPersonAndDay * ASSUMED.viewsPerVisit

export interface DayOptions {
  readonly towns: readonly Town[]
  readonly viewsPerDay: number
  readonly seed: number
  readonly isEveryday?: boolean
  /** Called for each view with the time of its step, in epoch milliseconds. */
  readonly onView?: (view: View, atMs: number) => void
}

export interface Day extends Tally {
  readonly views: number
}

/** Plays a whole day against the gateway (`openCells`). */
export async function playDay({ towns, viewsPerDay, seed, isEveryday = false, onView }: DayOptions): Promise<Day> {
  const cells = await openCells(START)
  const people = createPeople({ towns, viewsPerDay, seed, isEveryday })
  let views = 0
  for (let second = 0; second < DAY_SECONDS; second += STEP_SECONDS) {
    const atMs = START + second * 1_000
    cells.advance(atMs)
    for (const view of people.step(atMs, STEP_SECONDS)) {
      views += 1
      onView?.(view, atMs)
      await cells.see(view)
    }
    if (second % SWEEP_SECONDS === 0) await cells.sweep()
  }
  return { ...cells.tally(), views }
}
