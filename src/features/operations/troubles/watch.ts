import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { MINUTE_MS, computeAgeMs } from '../../../time.ts'
import type { Facts } from './facts.ts'
import type { TroubleTables } from './tables.ts'
import type { Changes, TroubleStore } from './trouble-store.ts'
import type { Trouble } from './trouble.ts'
import { detectTroubles, sortTroubles } from './troubles.ts'

/** How every node sees the service. */
export interface State {
  /** Null: this node could not look, which is the first of the troubles. */
  readonly facts: Facts | null
  readonly troubles: readonly (Trouble & { readonly beganAt: number })[]
}

export interface WatchOptions {
  readonly look: (now: number) => Promise<Facts>
  readonly store: Pick<TroubleStore, 'merge' | 'listSeen'>
  readonly afterMs: () => number
  /** Writes notices in the transaction that remembers what they are about. */
  readonly announce: (trx: Queries<TroubleTables>, changes: Changes, now: number) => Promise<void>
  /** Called after a commit that wrote notices. */
  readonly wake: () => void
  readonly clock: Clock
  readonly onError: ReportError
}

/** Each node looks this often; one that answers requests looks as often as that is asked for, at most every `FRESH_MS`. */
export const LOOK_EVERY_MS = 20_000
const FRESH_MS = 5_000
/** Shown as long as the slowest node is sure to have looked again. */
const SHOWN_MS = 50_000
/** Over only after this long, so that what comes and goes is one trouble, announced once. */
const QUIET_MS = 5 * MINUTE_MS

/** Looks, stores for all nodes what is wrong, and notifies operators. */
export function createWatch({ look, store, afterMs, announce, wake, clock, onError }: WatchOptions) {
  let last: { readonly at: number; readonly state: Promise<State> } | undefined

  async function lookNow(now: number): Promise<State> {
    const facts = await look(now)
    const seen = detectTroubles(facts)
    let hasNotices = false
    await store
      .merge(seen, { now, quietMs: QUIET_MS, afterMs: afterMs() }, async (trx, changes) => {
        hasNotices = true
        await announce(trx, changes, now)
      })
      // A database that takes no writes can still be read: that it takes none is among the troubles.
      .catch((error: unknown) => onError(error, 'storing troubles'))
    if (hasNotices) wake()
    const stored = await store.listSeen(now - SHOWN_MS)
    // What this node saw is current; the others add what only they can see.
    const own = seen.map((trouble) => ({ ...trouble, beganAt: stored.find(({ key }) => key === trouble.key)?.beganAt ?? now }))
    const elsewhere = stored.filter(({ key }) => isOfAnotherNode(key, facts))
    return { facts, troubles: sortTroubles([...own, ...elsewhere]) }
  }

  return {
    /** The state at most some seconds ago. Never rejects: not being able to look is a trouble. */
    current(): Promise<State> {
      const now = clock.now()
      if (last !== undefined && computeAgeMs(last.at, now) < FRESH_MS) return last.state
      const state = lookNow(now).catch((error: unknown) => {
        onError(error, 'looking for troubles')
        return blind(now)
      })
      last = { at: now, state }
      return state
    },
  }
}

/** Keys of what only one node can see name it: `clock weather-1`, `disk weather-1 /data`. */
function isOfAnotherNode(key: string, { node }: Facts): boolean {
  const [what, host] = key.split(' ', 2)
  return (what === 'cache' || what === 'clock' || what === 'disk') && host !== node
}

function blind(now: number): State {
  const trouble = {
    key: 'blind',
    kind: 'database',
    severity: 'bad',
    title: 'The state of the service cannot be read',
    meaning: 'Something that is asked for it did not answer; the log says what. Other troubles may be hidden.',
    action: 'Look at the database, and at the log of this node.',
    link: '/admin/connections',
    beganAt: now,
  } as const
  return { facts: null, troubles: [trouble] }
}
