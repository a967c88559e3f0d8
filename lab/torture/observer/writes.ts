/**
 * One thing that the service keeps, as its clients know it. Its final value must be what was acknowledged last, or what was sent after that
 * without an answer: such a write may or may not have been done.
 */
export interface Register<T> {
  readonly name: string
  /** Call before sending. */
  attempt(value: T): Attempt<T>
  /** The values that it may have now. */
  allowed(): readonly T[]
  hasWrites(): boolean
}

export interface Attempt<T> {
  /** Acknowledged, with the value that the answer states. */
  acknowledge(value?: T): void
  /** No answer, or one that leaves open whether the write was done. */
  lose(): void
  /** Refused: nothing was done. */
  refuse(): void
}

export interface WriteCounts {
  acknowledged: number
  unanswered: number
  refused: number
}

interface Try<T> {
  value: T
  state: 'open' | 'acknowledged' | 'lost' | 'refused'
  readonly sentAt: number
  endedAt: number
}

/** A write whose client has gone may still be done: a statement may run for 15 s, and a connection be waited for 5 s. */
const MAY_STILL_COME_MS = 25_000

export function createRegister<T>(name: string, initial: T, counts: WriteCounts): Register<T> {
  const tries: Try<T>[] = [{ value: initial, state: 'acknowledged', sentAt: -Infinity, endedAt: -Infinity }]
  return {
    name,
    attempt(value) {
      const one: Try<T> = { value, state: 'open', sentAt: performance.now(), endedAt: Infinity }
      tries.push(one)
      const end = (state: Try<T>['state']): void => {
        one.state = state
        one.endedAt = performance.now()
      }
      return {
        acknowledge(answered = value) {
          one.value = answered
          end('acknowledged')
          counts.acknowledged += 1
        },
        lose() {
          end('lost')
          counts.unanswered += 1
        },
        refuse() {
          end('refused')
          counts.refused += 1
        },
      }
    },
    allowed() {
      const last = tries.findLast(({ state }) => state === 'acknowledged') as Try<T>
      const open = tries.filter(({ state, endedAt }) => (state === 'lost' || state === 'open') && endedAt > last.sentAt - MAY_STILL_COME_MS)
      return [last.value, ...open.map(({ value }) => value)]
    },
    hasWrites: () => tries.length > 1,
  }
}

/**
 * Whether the service did what it was asked. 5xx leaves it open: the write may have been committed before the connection to the database was lost.
 */
export function settleBy<T>(attempt: Attempt<T>, status: number | null, value?: T): boolean {
  if (status !== null && status < 300) attempt.acknowledge(value)
  else if (status === null || status >= 500) attempt.lose()
  else attempt.refuse()
  return status !== null && status < 300
}
