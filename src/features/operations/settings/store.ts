import type { Kysely } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { announceChange } from '../../../platform/db/changes.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import type { SettingTables } from './tables.ts'
import type { Overrides } from './values.ts'

/** The stored settings. */
export interface SettingsRow {
  /** 0 before the first change. */
  readonly version: number
  readonly overrides: Overrides
  /** Epoch milliseconds; null before the first change. */
  readonly updatedAt: number | null
}

export type SettingsStore = ReturnType<typeof createSettingsStore>

/** The topic on which nodes learn of changed settings. */
export const SETTINGS_TOPIC = 'settings'

const NOTHING: SettingsRow = { version: 0, overrides: {}, updatedAt: null }

/** The settings' row in PostgreSQL. */
export function createSettingsStore(db: Kysely<SettingTables & AuditTables & ChangeTables>) {
  return {
    async find(): Promise<SettingsRow> {
      const row = await db.selectFrom('setting').select(['version', 'overrides', 'updated_at']).executeTakeFirst()
      return row === undefined ? NOTHING : rowOf(row)
    },

    /**
     * Replaces the stored settings by the result of `decide`, given the locked row, in one transaction with the audit entry and the
     * notification of the other nodes.
     * @throws AppError `conflict` when `version` is not the current one
     */
    async change(
      version: number | undefined,
      { name, now }: { readonly name: string; readonly now: number },
      decide: (row: SettingsRow) => { readonly overrides: Overrides; readonly audit: Omit<AuditEntry, 'at'> },
    ): Promise<SettingsRow> {
      return db.transaction().execute(async (trx) => {
        const at = new Date(now)
        // The row is inserted first, so that concurrent first changes wait for each other.
        await trx
          .insertInto('setting')
          .values({ version: 0, overrides: '{}', updated_at: at, updated_by: name })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = rowOf(
          await trx.selectFrom('setting').select(['version', 'overrides', 'updated_at']).forUpdate().executeTakeFirstOrThrow(),
        )
        checkVersion(row.version, version)
        const { overrides, audit } = decide(row)
        const changed = await trx
          .updateTable('setting')
          .set({ version: row.version + 1, overrides: writeStorableJson(overrides), updated_at: at, updated_by: name })
          .returning(['version', 'overrides', 'updated_at'])
          .executeTakeFirstOrThrow()
        await recordAudit(trx, { ...audit, at: now })
        await announceChange(trx, SETTINGS_TOPIC)
        return rowOf(changed)
      })
    },
  }
}

function rowOf(row: { version: number; overrides: Overrides; updated_at: Date }): SettingsRow {
  return { version: row.version, overrides: row.overrides, updatedAt: row.version === 0 ? null : row.updated_at.getTime() }
}
