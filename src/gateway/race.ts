import { ProviderFailure } from '@isobar/providers/port'

/** The outcome of waiting for a provider. */
export type Outcome<T> = { readonly kind: 'fulfilled'; readonly value: T } | { readonly kind: 'failed'; readonly failure: unknown } | Late

export interface Late {
  readonly kind: 'late'
}

const LATE: Late = { kind: 'late' }

/** Turns a promise into an outcome; never rejects. */
export async function toOutcome<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'fulfilled', value: await work }
  } catch (failure) {
    return { kind: 'failed', failure }
  }
}

/** Resolves with `late` after `ms`; never resolves once the signal is aborted. */
export function waitUntilLate(ms: number, signal: AbortSignal): Promise<Late> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(LATE), ms)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** The result of work that never rejects, or `late` after `ms`. */
export async function awaitResultOrLate<T>(ms: number, work: Promise<T>): Promise<T | Late> {
  const timers = new AbortController()
  const ended = await Promise.race([work, waitUntilLate(ms, timers.signal)])
  timers.abort()
  return ended
}

/**
 * Hedged attempts: the next one starts as soon as the last one started has failed, or has not ended within `afterMs`. The first success wins.
 * If all fail, the first failure that is not "nothing there" is reported, or else the first one. If the first source `decides`, its "nothing
 * there" is the answer: no other is asked. Nothing is started once the signal is aborted.
 */
export function hedgeAttempts<T>(
  attempts: readonly (() => Promise<T>)[],
  afterMs: number,
  signal: AbortSignal,
  decides = true,
): Promise<Outcome<T>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<T>>()
  let failed = 0
  const failures: Outcome<T>[] = []
  function start(index: number): void {
    const work = attempts[index]
    if (work === undefined || signal.aborted) return
    let isNextStarted = false
    const startNext = (): void => {
      if (!isNextStarted) start(index + 1)
      isNextStarted = true
    }
    void waitUntilLate(afterMs, signal).then(startNext)
    void toOutcome(work()).then((outcome) => {
      if (outcome.kind === 'fulfilled' || (index === 0 && decides && isNothingThere(outcome))) return resolve(outcome)
      failures[index] = outcome
      failed += 1
      if (failed === attempts.length) return resolve(failures.find((each) => !isNothingThere(each)) ?? (failures[0] as Outcome<T>))
      startNext()
    })
  }
  start(0)
  return promise
}

function isNothingThere(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'failed' && outcome.failure instanceof ProviderFailure && outcome.failure.kind === 'not_found'
}
