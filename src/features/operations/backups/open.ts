import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { createBackupKeys } from '../../../platform/db/backup/keys.ts'
import type { ChangeTables, RestoreTables } from '../../../platform/db/tables.ts'
import { DAY_MS } from '../../../time.ts'
import type { Jobs, Run } from '../jobs/index.ts'
import { type BackupRoutes, registerBackupAdmin, type TestOfBackup } from './admin.ts'
import { createBackupJob } from './backup-job.ts'
import { createBackupFolder } from './folder.ts'
import { registerRelease } from './release-route.ts'
import { restoreTest, type RestoreTestOptions } from './restore-test.ts'

export interface BackupNeeds
  extends Pick<RestoreTestOptions, 'openDatabase' | 'migrations' | 'places'>, Pick<BackupRoutes, 'reauthenticate'> {
  readonly jobs: BackupRoutes['jobs'] & Pick<Jobs, 'listSince'>
}

/** Runs are deleted after as long. */
const RUN_RETENTION_MS = 90 * DAY_MS
/** A little less than a week, since backups do not begin at the same second. */
const TEST_EVERY_MS = 6.5 * DAY_MS

/** Backups of the whole database, by schedule and by hand, and their tests. */
export function openBackups(
  foundation: Foundation<AuditTables & RestoreTables & ChangeTables>,
  { jobs, reauthenticate, ...test }: BackupNeeds,
) {
  const { config, db, pool, clock, settings, keyring, log } = foundation
  const folder = createBackupFolder(config.BACKUP_DIR, clock)
  const keys = createBackupKeys(keyring.sealing, config.BACKUP_KEY)
  const testsWithin = (ms: number): Promise<readonly Run[]> => jobs.listSince('restore-test', clock.now() - ms)

  /** The node that wrote a backup tests it once a week: it is sure to have the file. */
  async function testWeekly(): Promise<void> {
    const runs = await testsWithin(TEST_EVERY_MS)
    if (runs.some(({ status }) => status === 'completed')) return
    await jobs.start('restore-test', { trigger: 'scheduler' })
  }

  async function lastTest(): Promise<TestOfBackup | null> {
    const ended = (await testsWithin(RUN_RETENTION_MS)).find(({ status }) => status === 'completed' || status === 'failed')
    if (ended === undefined) return null
    const { status, finishedAt, result, error } = ended
    const { file = null, rows = null } = (result ?? {}) as { file?: string; rows?: number }
    return { at: finishedAt, ok: status === 'completed', file, error, rows }
  }

  return {
    jobs: [
      createBackupJob({ folder, db, pool, keys, clock, retained: () => settings.current().backupsKept, onWritten: testWeekly }),
      restoreTest({ folder, pool, keys, sealing: keyring.sealing, log, ...test }),
    ],
    folder,
    lastTest,
    adminRoutes(app) {
      registerBackupAdmin(app, { ...foundation, folder, jobs, lastTest, reauthenticate })
      registerRelease(app, foundation)
    },
  } satisfies Feature & Record<string, unknown>
}
