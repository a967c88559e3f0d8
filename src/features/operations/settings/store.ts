import type { Kysely } from 'kysely'
import { announceChange } from '../../../platform/db/changes.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import { type AuditEntry, type AuditTables, recordAudit } from '../../accounts/audit/index.ts'
import type { SettingTables } from './tables.ts'
import type { Overrides } from './values.ts'

/** What is set, as it is kept. */
export interface SettingsRow {
  /** 0 while nothing was ever set. */
  readonly version: number
  readonly overrides: Overrides
  /** Epoch milliseconds; null while nothing was ever set. */
  readonly updatedAt: number | null
}

export interface SettingsStore {
  find(): Promise<SettingsRow>
  /**
   * Replaces what is set as `decide` says of the locked row, in one transaction with its audit entry and the announcement to the other nodes.
   * @throws AppError `conflict` when `version` is not the current one
   */
  change(
    version: number | undefined,
    by: { readonly name: string; readonly now: number },
    decide: (row: SettingsRow) => { readonly overrides: Overrides; readonly audit: Omit<AuditEntry, 'at'> },
  ): Promise<SettingsRow>
}

/** By which nodes hear of changed settings. */
export const SETTINGS_TOPIC = 'settings'

const NOTHING: SettingsRow = { version: 0, overrides: {}, updatedAt: null }

export function createSettingsStore(db: Kysely<SettingTables & AuditTables & ChangeTables>): SettingsStore {
  return {
    async find() {
      const row = await db.selectFrom('setting').select(['version', 'overrides', 'updated_at']).executeTakeFirst()
      return row === undefined ? NOTHING : rowOf(row)
    },

    async change(version, { name, now }, decide) {
      return db.transaction().execute(async (trx) => {
        const at = new Date(now)
        // The row is made first, so that two who set something for the first time wait for each other.
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
          .set({ version: row.version + 1, overrides: storableJson(overrides), updated_at: at, updated_by: name })
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
