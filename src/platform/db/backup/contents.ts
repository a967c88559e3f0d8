import { StartupError } from '../../startup-error.ts'
import type { StoredSequence, StoredTable } from './catalog.ts'
import { BACKUP_FORMAT, BACKUP_FORMAT_VERSION, type BackupHeader, type BackupRecord, type BackupSummary } from './format.ts'
import { type BackupReader, DAMAGED } from './reader.ts'

/** Receives the parts of a backup in order. */
export interface ContentsVisitor {
  /** Consumes all rows. @returns their number */
  table(stored: StoredTable, rows: AsyncGenerator<Buffer>): Promise<number>
  sequences(sequences: readonly StoredSequence[]): Promise<void>
}

/** @throws StartupError when the file is not a backup, or its format is not supported by this release */
export async function readHeader(reader: BackupReader): Promise<BackupHeader> {
  const header = (await reader.readRecord().catch((error: unknown) => {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError('The file is not a backup of this service', { cause: error })
  })) as BackupHeader | null | undefined
  if (header?.format !== BACKUP_FORMAT) throw new StartupError('The file is not a backup of this service')
  if (header.formatVersion !== BACKUP_FORMAT_VERSION)
    throw new StartupError(`The backup's format ${header.formatVersion} is not supported by this release`)
  return header
}

/** @throws StartupError when the file is truncated or damaged */
export async function readContents(reader: BackupReader, visitor: ContentsVisitor): Promise<BackupSummary> {
  let tables = 0
  let rows = 0
  for (;;) {
    const record = (await reader.readRecord()) as BackupRecord | null | undefined
    if (record === undefined || record === null) throw new StartupError(DAMAGED)
    if ('end' in record) {
      if (record.end.tables !== tables || record.end.rows !== rows)
        throw new StartupError('The backup is damaged: its row counts do not match')
      // The checksum follows the last line and is compared only at the end of the file.
      if ((await reader.readRecord()) !== undefined) throw new StartupError(DAMAGED)
      return record.end
    }
    if ('sequences' in record) await visitor.sequences(record.sequences)
    else {
      rows += await visitor.table(record, reader.rows())
      tables++
    }
  }
}
