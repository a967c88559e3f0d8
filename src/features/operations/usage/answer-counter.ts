import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { repeat } from '../../../platform/periodic.ts'
import type { AnswerCount, AnswerStore } from './answer-store.ts'
import { dayOf, hourOf } from './periods.ts'
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
export function createAnswerCounter({ store, clock, onError }: AnswerCounterOptions) {
  let pending = new Map<string, { -readonly [K in keyof AnswerCount]: AnswerCount[K] }>()
  let flushing: Promise<void> = Promise.resolve()
  let day = 0
  /** The current day's triggers that keep their own names. */
  let named = new Set(KNOWN_TRIGGERS)

  function nameOf(trigger: string, hour: number): string {
    if (dayOf(hour) !== day) {
      day = dayOf(hour)
      named = new Set(KNOWN_TRIGGERS)
    }
    if (named.has(trigger)) return trigger
    if (named.size >= KNOWN_TRIGGERS.length + MAX_OTHER_TRIGGERS) return OTHER
    named.add(trigger)
    return trigger
  }

  function add({ hour, layer, scope, trigger, answers }: AnswerCount): void {
    const key = `${hour} ${layer} ${scope} ${trigger}`
    const known = pending.get(key)
    if (known !== undefined) known.answers += answers
    else if (pending.size < MAX_PENDING) pending.set(key, { hour, layer, scope, trigger, answers })
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const batch = [...pending.values()]
    pending = new Map()
    try {
      await store.add(batch)
    } catch (error) {
      for (const count of batch) add(count)
      onError(error, 'counting weather answers')
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write)
    return flushing
  }

  const periodic = repeat(FLUSH_EVERY_MS, flush, () => undefined)
  return {
    /** Counts answers. Cheap, synchronous, never throws. */
    count(layer: string, scope: string, trigger: string, answers = 1): void {
      const hour = hourOf(clock.now())
      add({ hour, layer, scope, trigger: nameOf(trigger, hour), answers })
    },
    /** Writes pending counts. Never throws. */
    flush,
    /** Stops the periodic writes, and writes what is pending. */
    async close(): Promise<void> {
      await periodic.stop()
      await flush()
    },
  }
}
