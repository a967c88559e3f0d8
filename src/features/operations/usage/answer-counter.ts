import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createPendingCounts } from '../../../platform/pending-counts.ts'
import type { AnswerCount, AnswerStore } from './answer-store.ts'
import { floorToUsageDay, floorToUsageHour } from './periods.ts'
import { KNOWN_TRIGGERS, MAX_OTHER_TRIGGERS, OTHER } from './triggers.ts'

export interface AnswerCounterOptions {
  readonly store: AnswerStore
  readonly clock: Clock
  readonly onError: ReportError
}

const FLUSH_EVERY_MS = 1_000
/** Limit for the kinds of answers that wait while the database is down: some days' worth. Beyond it only known kinds are counted. */
const MAX_PENDING = 20_000

/** Counts weather answers by their source in memory and writes to the store once a second; a crash loses the last second's counts. */
export function createAnswerCountWriter({ store, clock, onError }: AnswerCounterOptions) {
  const counts = createPendingCounts<{ -readonly [K in keyof AnswerCount]: AnswerCount[K] }>({
    keyOf: ({ hour, layer, scope, trigger }) => `${hour} ${layer} ${scope} ${trigger}`,
    merge(known, { answers }) {
      known.answers += answers
    },
    everyMs: FLUSH_EVERY_MS,
    maxKeys: MAX_PENDING,
    write: (batch) => store.add(batch),
    what: 'counting weather answers',
    onError,
  })
  let day = 0
  /** The current day's triggers that keep their own names. */
  let named = new Set(KNOWN_TRIGGERS)

  function nameOf(trigger: string, hour: number): string {
    if (floorToUsageDay(hour) !== day) {
      day = floorToUsageDay(hour)
      named = new Set(KNOWN_TRIGGERS)
    }
    if (named.has(trigger)) return trigger
    if (named.size >= KNOWN_TRIGGERS.length + MAX_OTHER_TRIGGERS) return OTHER
    named.add(trigger)
    return trigger
  }

  return {
    /** Counts answers. Cheap, synchronous, never throws. */
    count(layer: string, scope: string, trigger: string, answers = 1): void {
      const hour = floorToUsageHour(clock.now())
      counts.add({ hour, layer, scope, trigger: nameOf(trigger, hour), answers })
    },
    /** Writes pending counts. Never throws. */
    flush: counts.flush,
    /** Stops the periodic writes, and writes what is pending. */
    close: counts.close,
  }
}
