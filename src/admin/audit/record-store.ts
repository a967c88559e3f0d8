import type { Queries } from '../../platform/db/queries.ts'
import { writeStorableJson } from '../../platform/db/storable-json.ts'
import { CLOCK_TOLERANCE_MS } from '../../time.ts'
import type { Actor } from '../access/index.ts'
import { maskSecrets } from './mask.ts'
import type { AuditTables } from './tables.ts'

/** The action of a completed backup: the metrics tell its age from the log. */
export const BACKUP_WRITTEN = 'backup.write'

/** One recorded action. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly at: number
  readonly actor: Actor
  /** The action, `object.verb`: `user.create`. */
  readonly action: string
  readonly object: { readonly type: string; readonly id: string | null }
  /** States as plain objects; null where there was or is none. `changes()` reduces them to what differs. */
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * Writes an entry in the caller's transaction, so that nothing is changed without a record. Secrets are masked here. Writes nothing when
 * `changes()` found no difference.
 */
export async function recordAudit(db: Queries<AuditTables>, { at, actor, action, object, before, after }: AuditEntry): Promise<void> {
  if (isEmpty(before) && isEmpty(after)) return
  await db
    .insertInto('admin_audit')
    .values({
      at: new Date(at),
      user_id: actor.userId,
      actor: actor.name,
      client: actor.client,
      country: actor.country,
      request_id: actor.requestId,
      action,
      object_type: object.type,
      object_id: object.id,
      before: jsonOf(before),
      after: jsonOf(after),
    })
    .execute()
}

function isEmpty(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Object.keys(state).length === 0
}

function jsonOf(state: unknown): string | null {
  return state === undefined || state === null ? null : writeStorableJson(maskSecrets(state))
}

/** When an action was last recorded, epoch milliseconds; null if it never was. */
export async function findLastActionTime(db: Queries<AuditTables>, action: string, now: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('admin_audit')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('action', '=', action)
    // What is later was recorded while a clock was ahead.
    .where('at', '<=', new Date(now + CLOCK_TOLERANCE_MS))
    .executeTakeFirstOrThrow()
  return (at as Date | null)?.getTime() ?? null
}
