import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../../platform/clock.ts'
import type { Timers } from '../../../../platform/timers.ts'

/** Time that advances only in `pass`. Real work, such as a database query, takes no simulated time. */
export interface SimulatedTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Registers a promise as work: time does not advance until it settles. */
  working<T>(work: Promise<T>): Promise<T>
  /** Advances time from timer to timer, and resolves when everything that the timers triggered is idle. */
  pass(ms: number): Promise<void>
}

/** Event loop turns to wait for promise chains without registered work. */
const TURNS = 4

export function createSimulatedTime(start = Date.parse('2026-07-01T12:00:00Z')): SimulatedTime {
  let elapsedMs = 0
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>()
  const underWay = new Set<Promise<unknown>>()

  async function rest(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      await setImmediate()
      while (underWay.size > 0) {
        await Promise.allSettled(underWay)
        turn = 0
        await setImmediate()
      }
    }
  }

  return {
    clock: { now: () => start + elapsedMs },
    timers: {
      monotonicMs: () => elapsedMs,
      sleep(ms, signal) {
        if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const sleeper = { atMs: elapsedMs + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
        return promise
      },
    },
    working(work) {
      underWay.add(work)
      const end = (): void => void underWay.delete(work)
      work.then(end, end)
      return work
    },
    async pass(ms) {
      const untilMs = elapsedMs + ms
      for (;;) {
        await rest()
        const next = Math.min(...[...sleepers].map(({ atMs }) => atMs))
        if (next > untilMs) break
        elapsedMs = Math.max(elapsedMs, next)
        for (const sleeper of sleepers) {
          if (sleeper.atMs > elapsedMs) continue
          sleepers.delete(sleeper)
          sleeper.wake()
        }
      }
      elapsedMs = untilMs
    },
  }
}
