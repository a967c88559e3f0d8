import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../../startup-error.ts'
import type { StoredSequence, StoredTable } from './catalog.ts'
import { BACKUP_FORMAT, BACKUP_FORMAT_VERSION, type BackupHeader, type BackupRecord, type BackupSummary } from './format.ts'

/** Reads a backup's lines and rows, holding at most a chunk and a line in memory. */
export type BackupReader = ReturnType<typeof createReader>

export const DAMAGED = 'The backup is incomplete or damaged'
const NEWLINE = 0x0a
const LONGEST_RECORD = 4 * 1024 * 1024

/** Reads `source`, which must be gzip. Its methods throw StartupError for a damaged file and the errors of `source`. */
export function createReader(source: Readable) {
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  // The next read reports the error; nothing may be reading yet.
  gunzip.on('error', () => undefined)
  const chunks = (source.pipe(gunzip) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const next = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') === true ? new StartupError(DAMAGED, { cause: error }) : error
    })
    if (next.done === true) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }

  async function readRecord(): Promise<unknown> {
    for (;;) {
      const end = rest.indexOf(NEWLINE)
      if (end >= 0) {
        const line = rest.toString('utf8', 0, end)
        rest = rest.subarray(end + 1)
        return parseRecord(line)
      }
      if (rest.length > LONGEST_RECORD) throw new StartupError(DAMAGED)
      if (!(await more())) {
        if (rest.length > 0) throw new StartupError(DAMAGED)
        return undefined
      }
    }
  }

  async function* rows(): AsyncGenerator<Buffer> {
    let atLineStart = true
    for (;;) {
      if (atLineStart && rest.length >= 3 && isEnd(rest, 0)) {
        rest = rest.subarray(3)
        return
      }
      const end = endOfRows(rest, atLineStart)
      if (end > 0) {
        const piece = rest.subarray(0, end)
        rest = rest.subarray(end)
        atLineStart = piece.at(-1) === NEWLINE
        yield piece
        continue
      }
      if (!(await more())) throw new StartupError(DAMAGED)
    }
  }

  return {
    /** The next record, parsed; `undefined` at the end of the file, once its checksum has matched. */
    readRecord /** The rows up to their closing line, in pieces. */,
    rows,
  }
}

function parseRecord(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new StartupError(DAMAGED, { cause: error })
  }
}

/** The number of bytes that certainly belong to rows: up to the closing line, or up to where it may begin. */
function endOfRows(bytes: Buffer, atLineStart: boolean): number {
  if (atLineStart && bytes.length < 3 && mayBeEnd(bytes, 0)) return 0
  for (let newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, newline + 1)) {
    if (mayBeEnd(bytes, newline + 1)) return newline + 1
  }
  return bytes.length
}

function isEnd(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x5c && bytes[at + 1] === 0x2e && bytes[at + 2] === NEWLINE
}

function mayBeEnd(bytes: Buffer, at: number): boolean {
  const left = bytes.length - at
  if (left >= 3) return isEnd(bytes, at)
  return (left < 1 || bytes[at] === 0x5c) && (left < 2 || bytes[at + 1] === 0x2e)
}

/** Receives the parts of a backup in order. */
interface ContentsVisitor {
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
