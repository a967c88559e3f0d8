import type { Kysely, Selectable } from 'kysely'
import type { SubscriptionTables } from '../../subscriptions/index.ts'

/** The columns of a subscription that decide whether its address gets alerts. Instants are epoch milliseconds. */
export interface WatchingRow {
  readonly id: string
  readonly type: Selectable<SubscriptionTables['subscription']>['type']
  readonly emailKey: string
  /** Null for newsletters only. */
  readonly cell: number | null
  readonly active: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly confirmedAt: number | null
  readonly deactivatedAt: number | null
  readonly deactivatedBy: string | null
}

/** A row that watches a place. */
export type AlertRow = WatchingRow & { readonly cell: number }

/** The row of a subscription; undefined for an unknown id. `id`: a UUID. */
export async function findWatchingRow(db: Kysely<SubscriptionTables>, id: string): Promise<WatchingRow | undefined> {
  const row = await db
    .selectFrom('subscription')
    .select(['id', 'type', 'email_key', 'cell', 'active', 'created_at', 'updated_at', 'confirmed_at', 'deactivated_at', 'deactivated_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      type: row.type,
      emailKey: row.email_key,
      cell: row.cell,
      active: row.active,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
      confirmedAt: row.confirmed_at?.getTime() ?? null,
      deactivatedAt: row.deactivated_at?.getTime() ?? null,
      deactivatedBy: row.deactivated_by,
    }
  )
}
