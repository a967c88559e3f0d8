import type { Changes } from './changes.ts'

interface Versioned {
  readonly version: number
}

export interface LiveRowsOptions<Row extends Versioned, State extends Versioned> {
  /** Announced in the transaction that writes a row. */
  readonly topic: string
  readonly changes: Pick<Changes, 'watch'>
  readonly list: () => Promise<readonly Row[]>
  readonly keyOf: (row: Row) => string
  /** Derives the service's state from a row and the previous state, if any. Must not throw. */
  readonly stateOf: (row: Row, former: State | undefined) => State
}

/**
 * Reads versioned rows, which every node keeps in memory, and watches for changes; one is in force on all of them within five seconds.
 * Rejects with the database's error.
 */
export async function openLiveRows<Row extends Versioned, State extends Versioned>({
  topic,
  changes,
  list,
  keyOf,
  stateOf,
}: LiveRowsOptions<Row, State>) {
  const followers = new Map<string, ((state: State) => void)[]>()
  const known = new Map<string, State>()

  function accept(row: Row): State {
    const key = keyOf(row)
    const former = known.get(key)
    // A row that was read before another node's change may arrive after it.
    if (former !== undefined && row.version <= former.version) return former
    const state = stateOf(row, former)
    known.set(key, state)
    for (const apply of followers.get(key) ?? []) apply(state)
    return state
  }

  const read = async (): Promise<void> => {
    for (const row of await list()) accept(row)
  }
  await read()
  changes.watch(topic, read)

  return {
    get: (key: string): State | undefined => known.get(key),
    /** Takes a row that this node has written or read. Returns the state in force, which may be newer. */
    accept,
    /** Calls back with each new state of a row. Must not throw. */
    follow(key: string, apply: (state: State) => void): void {
      followers.set(key, [...(followers.get(key) ?? []), apply])
    },
  }
}
