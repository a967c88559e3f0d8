import { openCells, type Tally } from './cells.ts'
import { ASSUMED, createPeople, type View } from './people.ts'
import type { Town } from './towns.ts'
import { DAY_SECONDS } from '../../src/time.ts'

/** A Wednesday. */
export const START = Date.parse('2026-06-10T00:00:00Z')
const STEP_SECONDS = 10
const SWEEP_SECONDS = 1_800
const NOON = DAY_SECONDS / 2

/** Views by people in a day, without storm and crawlers. */
export const viewsOf = (people: number): number => people * ASSUMED.visitsPerPersonAndDay * ASSUMED.viewsPerVisit

export interface DayOptions {
  readonly towns: readonly Town[]
  readonly viewsPerDay: number
  readonly seed: number
  readonly days?: number
  readonly isEveryday?: boolean
  /** Serve no answer older than its scope's fresh window. */
  readonly onlyFresh?: boolean
  /** Called for each view with the time of its step, in epoch milliseconds. */
  readonly onView?: (view: View, atMs: number) => void
  /** What is lost at noon: memory, or the second level as well. The following hour is counted separately. */
  readonly restart?: 'memory' | 'both'
}

export interface Day extends Tally {
  readonly views: number
  /** The hour after the restart. */
  readonly afterRestart: Tally | undefined
}

/** Plays whole days against the gateway (`openCells`). */
export async function playDays({ towns, viewsPerDay, seed, days = 1, isEveryday, onlyFresh, ...options }: DayOptions): Promise<Day> {
  const cells = await openCells(START)
  const people = createPeople({ towns, viewsPerDay, seed, ...(isEveryday !== undefined && { isEveryday }) })
  let views = 0
  let restarted: Tally | undefined
  let afterRestart: Tally | undefined
  for (let second = 0; second < days * DAY_SECONDS; second += STEP_SECONDS) {
    const atMs = START + second * 1_000
    cells.advance(atMs)
    if (second === NOON && options.restart !== undefined) {
      cells.restart(options.restart === 'both')
      restarted = cells.tally()
    }
    if (restarted !== undefined && second === NOON + 3_600) afterRestart = minus(cells.tally(), restarted)
    for (const view of people.step(atMs, STEP_SECONDS)) {
      views += 1
      options.onView?.(view, atMs)
      await cells.see(view, onlyFresh)
    }
    if (second % SWEEP_SECONDS === 0) await cells.sweep()
  }
  return { ...cells.tally(), views, afterRestart }
}

function minus(later: Tally, earlier: Tally): Tally {
  return Object.fromEntries(Object.entries(later).map(([key, value]) => [key, value - earlier[key as keyof Tally]])) as unknown as Tally
}

/** Calls of the primary provider. */
export const callsOf = ({ requestCalls, refreshCalls }: Tally): number => requestCalls + refreshCalls
