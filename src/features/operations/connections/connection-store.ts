import type { Kysely, Selectable } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { announceChange } from '../../../platform/db/changes.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import type { ConnectionTables, StoredSettings } from './tables.ts'

/** The stored configuration of one system: its secret is sealed. */
export interface ConnectionRow {
  readonly id: string
  readonly enabled: boolean
  readonly settings: StoredSettings
  readonly secret: string | null
  /** Epoch milliseconds, as are all times below. */
  readonly secretUpdatedAt: number | null
  /** 0 before the first change. */
  readonly version: number
  /** When it was last changed how the system is reached, or whether it may be used. */
  readonly updatedAt: number | null
}

/** A change; omitted fields stay. */
export interface ConnectionChange {
  readonly enabled?: boolean
  readonly settings?: StoredSettings
  /** Sealed for the store, in clear everywhere else; null removes it. */
  readonly secret?: string | null
  /** It is reached as before, so that what is known of its state stays. */
  readonly isReachedAsBefore?: boolean
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** The topic on which nodes learn of changed connections. */
export const CONNECTIONS_TOPIC = 'connections'

export type ConnectionDatabase = ConnectionTables & AuditTables & ChangeTables

/** The configuration of external systems, in PostgreSQL. */
export function createConnectionStore(db: Kysely<ConnectionDatabase>) {
  return {
    async list(): Promise<ConnectionRow[]> {
      const rows = await db.selectFrom('connection').selectAll().execute()
      return rows.map(rowOf)
    },

    /**
     * Changes a system by the result of `decide`, given its locked row, in one transaction with the audit entry and the notification of the
     * other nodes. Any change besides the switch deletes what its last use came to.
     * @throws AppError `conflict` when `version` is not the current one
     */
    async change(
      id: string,
      version: number | undefined,
      { name, now }: { readonly name: string; readonly now: number },
      decide: (row: ConnectionRow) => { readonly change: ConnectionChange; readonly audit: Omit<AuditEntry, 'at'> },
    ): Promise<ConnectionRow> {
      return db.transaction().execute(async (trx) => {
        const at = new Date(now)
        // The row is inserted first, so that concurrent first changes wait for each other.
        await trx
          .insertInto('connection')
          .values({ id, enabled: true, settings: '{}', version: 0, updated_at: at, updated_by: name })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = rowOf(await trx.selectFrom('connection').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow())
        checkVersion(row.version, version)
        const { change, audit } = decide(row)
        const changed = await trx
          .updateTable('connection')
          .set({
            version: row.version + 1,
            updated_at: change.isReachedAsBefore === true ? new Date(row.updatedAt ?? 0) : at,
            updated_by: name,
            ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
            ...(change.settings === undefined ? {} : { settings: writeStorableJson(change.settings) }),
            ...(change.secret === undefined ? {} : { secret: change.secret, secret_updated_at: change.secret === null ? null : at }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        if (change.isReachedAsBefore !== true && (change.settings !== undefined || change.secret !== undefined)) {
          await trx.deleteFrom('connection_check').where('id', '=', id).execute()
        }
        await recordAudit(trx, { ...audit, at: now })
        await announceChange(trx, CONNECTIONS_TOPIC)
        return rowOf(changed)
      })
    },
  }
}

/**
 * Whether the system still has the secret that was stored at that time (epoch milliseconds); if so, it keeps it until the transaction ends.
 * For code that stores data fetched with the secret.
 */
export async function holdSecret(trx: Queries<ConnectionTables>, id: string, updatedAt: number): Promise<boolean> {
  const current = trx.selectFrom('connection').select('id').where('id', '=', id).where('secret_updated_at', '=', new Date(updatedAt))
  return (await current.forShare().executeTakeFirst()) !== undefined
}

function rowOf(row: Selectable<ConnectionTables['connection']>): ConnectionRow {
  return {
    id: row.id,
    enabled: row.enabled,
    settings: row.settings,
    secret: row.secret,
    secretUpdatedAt: row.secret_updated_at?.getTime() ?? null,
    version: row.version,
    updatedAt: row.version === 0 ? null : row.updated_at.getTime(),
  }
}
