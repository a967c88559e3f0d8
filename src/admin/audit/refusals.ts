import type { Kysely } from 'kysely'
import type { ReportError } from '../../errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { computeAgeMs, HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Actor } from '../access/index.ts'
import { recordAudit } from './record-store.ts'
import type { AuditTables } from './tables.ts'

/** What somebody was refused. */
export interface Refusal {
  readonly actor: Actor
  /** Ends in `.refused`, by which such entries are told apart. */
  readonly action: `${string}.refused`
  readonly object: { readonly type: string; readonly id: string | null }
  readonly reason: string
}

/** The same refusal is recorded once in this time. */
const REPEATED_MS = 10 * MINUTE_MS
/** Anybody can be refused, and entries fill the disk. */
const MAX_PER_HOUR = 200
const MAX_KNOWN = 1_000

export type RecordRefusal = (refusal: Refusal) => void

export interface AuditParts {
  readonly db: Kysely<AuditTables>
  readonly clock: Clock
  readonly onError: ReportError
}

/**
 * Records refusals behind the answer. One that repeats is counted, and the count is in the next entry (`repeated`), as is that of those beyond the
 * limit of an hour (`unrecorded`).
 */
export function createRefusals({ db, clock, onError }: AuditParts) {
  const known = new Map<string, { readonly at: number; repeated: number }>()
  const pending = new Set<Promise<void>>()
  let hour = { begunAt: -Infinity, written: 0 }
  let unrecorded = 0

  const record: RecordRefusal = ({ actor, action, object, reason }) => {
    const at = clock.now()
    const key = JSON.stringify([action, actor.name, actor.client, object.id, reason])
    const last = known.get(key)
    if (last !== undefined && computeAgeMs(last.at, at) < REPEATED_MS) {
      last.repeated += 1
      return
    }
    if (computeAgeMs(hour.begunAt, at) >= HOUR_MS) hour = { begunAt: at, written: 0 }
    if (hour.written >= MAX_PER_HOUR) {
      unrecorded += 1
      return
    }
    hour.written += 1
    known.delete(key)
    known.set(key, { at, repeated: 0 })
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    const repeated = last?.repeated ?? 0
    const after = { reason, ...(repeated > 0 && { repeated }), ...(unrecorded > 0 && { unrecorded }) }
    unrecorded = 0
    const written = recordAudit(db, { at, actor, action, object, after })
      .catch((error: unknown) => onError(error, 'recording a refusal'))
      .finally(() => pending.delete(written))
    pending.add(written)
  }

  return {
    record,
    /** Resolves when what was recorded is written. */
    async close(): Promise<void> {
      await Promise.all(pending)
    },
  }
}
