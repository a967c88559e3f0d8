import type { AppliedMigration } from '../migration-state.ts'
import type { StoredPartition, StoredSequence, StoredTable } from './catalog.ts'

/**
 * A backup is gzipped lines: a header; for each table its description, its rows in PostgreSQL's COPY text format and a line `\.` (which
 * cannot be a row: COPY doubles the backslash); then the sequences and an end record, whose presence shows that the file is complete.
 */
export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT
  readonly formatVersion: number
  readonly migrations: readonly AppliedMigration[]
  readonly partitions: readonly StoredPartition[]
}

export type BackupRecord = StoredTable | { readonly sequences: readonly StoredSequence[] } | { readonly end: BackupSummary }

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
}

export const BACKUP_FORMAT = 'postgresql-copy-backup'
export const BACKUP_FORMAT_VERSION = 1
export const END_OF_ROWS = '\\.\n'
