import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { buildUnsignedActor } from '../../../admin/access/index.ts'
import { type AuditTables, BACKUP_WRITTEN, recordAudit } from '../../../admin/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { writeBackup } from '../../../platform/db/backup/backup.ts'
import type { BackupKeys } from '../../../platform/db/backup/keys.ts'
import type { Job, JobContext, JobResult } from '../jobs/index.ts'
import type { BackupFolder } from './folder.ts'

export interface BackupJobOptions {
  readonly folder: BackupFolder
  readonly db: Kysely<AuditTables>
  readonly pool: pg.Pool
  readonly keys: BackupKeys
  readonly clock: Clock
  /** How many backups to keep by the settings; 0: all. */
  readonly retained: () => number
  /** Called once the backup is complete. */
  readonly onWritten: () => Promise<void>
}

/** Writes a backup into the folder and deletes the oldest ones. */
export function createBackupJob({ folder, db, pool, keys, clock, retained, onWritten }: BackupJobOptions): Job {
  async function run({ trigger, startedAt, signal }: JobContext): Promise<JobResult> {
    signal.throwIfAborted()
    // A failing disk has not: the last backup says how much one needs.
    const [last] = await folder.list()
    const free = await folder.freeBytes()
    if (last !== undefined && free !== null && free < last.bytes * 1.2) return failed(`${folder.path} has too little room for a backup`)
    const draft = await folder.draft(startedAt)
    try {
      const counts = await writeBackup(pool, draft.stream, { keys, signal })
      const { name, bytes } = await draft.complete()
      await recordAudit(db, {
        at: clock.now(),
        actor: buildUnsignedActor(trigger === 'admin' ? 'back office' : 'schedule'),
        action: BACKUP_WRITTEN,
        object: { type: 'backup', id: name },
        after: counts,
      })
      const deleted = retained() === 0 ? 0 : await folder.prune(retained())
      await onWritten()
      return { status: 'completed', file: name, node: hostname(), bytes, ...counts, deleted }
    } catch (error) {
      await draft.discard()
      return refused(error, 'written to')
    }
  }

  /** What the file system refuses is an operator's to mend, and no defect. @throws every other error */
  function refused(error: unknown, use: 'used' | 'written to'): JobResult {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    return failed(`${folder.path} cannot be ${use} (${code})`)
  }

  return { name: 'backup', run: (context) => run(context).catch((error: unknown) => refused(error, 'used')) }
}

function failed(error: string): JobResult {
  return { status: 'failed', error }
}
