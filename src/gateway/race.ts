import { ProviderFailure } from '../providers/provider.ts'

/** The outcome of waiting for a provider. */
export type Outcome<T> = { readonly kind: 'fulfilled'; readonly value: T } | { readonly kind: 'failed'; readonly failure: unknown } | Late

export interface Late {
  readonly kind: 'late'
}

const LATE: Late = { kind: 'late' }

/** Turns a promise into an outcome; never rejects. */
export async function attempt<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'fulfilled', value: await work }
  } catch (failure) {
    return { kind: 'failed', failure }
  }
}

/** Resolves with `late` after `ms`; never resolves once the signal is aborted. */
export function lateAfter(ms: number, signal: AbortSignal): Promise<Late> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(LATE), ms)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** The result of work that never rejects, or `late` after `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | Late> {
  const timers = new AbortController()
  const ended = await Promise.race([work, lateAfter(ms, timers.signal)])
  timers.abort()
  return ended
}

export interface Hedge<T> {
  readonly first: Promise<Outcome<T>>
  /** Starts the second attempt; undefined if there is none. */
  readonly second: (() => Promise<Outcome<T>>) | undefined
  readonly afterMs: number
  readonly signal: AbortSignal
}

/**
 * Hedged attempts: the second starts as soon as the first has failed or has not ended within `afterMs`. The first success wins. If both
 * fail, the first one's failure is reported.
 */
export async function hedged<T>({ first, second, afterMs, signal }: Hedge<T>): Promise<Outcome<T>> {
  if (second === undefined) return first
  const head = await Promise.race([first, lateAfter(afterMs, signal)])
  if (head.kind === 'fulfilled' || isFinal(head)) return head
  const other = second()
  const winner = await Promise.race([first.then((outcome) => (outcome.kind === 'failed' && !isFinal(outcome) ? other : outcome)), other])
  return winner.kind === 'fulfilled' ? winner : first
}

/** A place without weather is an answer, not a fault for another provider to cover. */
function isFinal(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'failed' && outcome.failure instanceof ProviderFailure && outcome.failure.kind === 'not_found'
}
