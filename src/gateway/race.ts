import { ProviderFailure } from '../providers/provider.ts'

/** How waiting for a provider ended. */
export type Outcome<T> = { readonly kind: 'fulfilled'; readonly value: T } | { readonly kind: 'failed'; readonly failure: unknown } | Late

export interface Late {
  readonly kind: 'late'
}

const LATE: Late = { kind: 'late' }

/** One attempt as a value; it never rejects. */
export async function attempt<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'fulfilled', value: await work }
  } catch (failure) {
    return { kind: 'failed', failure }
  }
}

/** Resolves as late after `ms`; never, once the signal is aborted. */
export function lateAfter(ms: number, signal: AbortSignal): Promise<Late> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(LATE), ms)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** What work that never rejects comes to, or that it is late after `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | Late> {
  const timers = new AbortController()
  const ended = await Promise.race([work, lateAfter(ms, timers.signal)])
  timers.abort()
  return ended
}

export interface Hedge<T> {
  readonly first: Promise<Outcome<T>>
  /** Starts the second attempt; undefined where there is none. */
  readonly second: (() => Promise<Outcome<T>>) | undefined
  readonly afterMs: number
  readonly signal: AbortSignal
}

/**
 * The first attempt; the second too as soon as the first has failed, or has brought nothing in `afterMs`. The first success
 * answers. When both fail, the first one's failure is the one to report.
 */
export async function hedged<T>({ first, second, afterMs, signal }: Hedge<T>): Promise<Outcome<T>> {
  if (second === undefined) return first
  const head = await Promise.race([first, lateAfter(afterMs, signal)])
  if (head.kind === 'fulfilled' || isFinal(head)) return head
  const other = second()
  const winner = await Promise.race([first.then((outcome) => (outcome.kind === 'failed' && !isFinal(outcome) ? other : outcome)), other])
  return winner.kind === 'fulfilled' ? winner : first
}

/** A place without weather is an answer, not a fault that another provider should mend. */
function isFinal(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'failed' && outcome.failure instanceof ProviderFailure && outcome.failure.kind === 'not_found'
}
