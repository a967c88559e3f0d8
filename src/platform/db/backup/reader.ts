import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../../startup-error.ts'
import type { StoredSequence, StoredTable } from './catalog.ts'
import { decryptWith } from './encryption.ts'
import { type BackupHeader, type BackupSummary, DAMAGED, parseHeader, parseRecord, UNSIGNED_FORMAT_VERSION } from './format.ts'
import type { BackupKeys } from './keys.ts'

/** Reads a backup's lines and rows, holding at most a chunk and a line in memory. */
export type BackupReader = ReturnType<typeof createBackupReader>

export interface ReadOptions {
  readonly keys: BackupKeys
  /** Whether a backup is read, too, that was not signed with the secret of `keys`. */
  readonly trust?: boolean
  readonly signal?: AbortSignal
}

const NEWLINE = 0x0a
const LONGEST_RECORD = 4 * 1024 * 1024

/** Reads `source`, which must be gzip. Its methods throw StartupError for a damaged file and the errors of `source` and the signal. */
export function createBackupReader(source: Readable, { keys, signal }: Omit<ReadOptions, 'trust'>) {
  const gunzip = createGunzip()
  // The next read reports the error; nothing may be reading yet.
  gunzip.on('error', () => undefined)
  pipeline(source, decryptWith(keys.encryption), gunzip, signal === undefined ? {} : { signal }).catch(() => undefined)
  const chunks = (gunzip as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let hmac = keys.signing && createHmac('sha256', keys.signing.key)

  function consume(length: number): Buffer {
    const piece = rest.subarray(0, length)
    rest = rest.subarray(length)
    hmac?.update(piece)
    return piece
  }

  async function more(): Promise<boolean> {
    signal?.throwIfAborted()
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
        return parseLine(consume(end + 1).toString())
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
        consume(3)
        return
      }
      const end = endOfRows(rest, atLineStart)
      if (end > 0) {
        const piece = consume(end)
        atLineStart = piece.at(-1) === NEWLINE
        yield piece
        continue
      }
      if (!(await more())) throw new StartupError(DAMAGED)
    }
  }

  return {
    /** The next record, parsed; `undefined` at the end of the file, once its checksum has matched. */
    readRecord,
    /** The rows up to their closing line, in pieces. */
    rows,
    /** The signature of everything read so far; null without a secret. Nothing that is read later is signed. */
    sign(): string | null {
      const signature = hmac?.digest('base64url') ?? null
      hmac = null
      return signature
    },
  }
}

function parseLine(line: string): unknown {
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
export interface ContentsVisitor {
  /** Consumes all rows. @returns their number */
  table(stored: StoredTable, rows: AsyncGenerator<Buffer>): Promise<number>
  sequences(sequences: readonly StoredSequence[]): Promise<void>
}

/**
 * @throws StartupError when the file is not a backup, its format is not supported by this release, or it was not signed with this secret and is
 *   not trusted
 */
export async function readHeader(reader: BackupReader, { keys, trust = false }: ReadOptions): Promise<BackupHeader> {
  const header = parseHeader(
    await reader.readRecord().catch((error: unknown) => {
      if (!(error instanceof StartupError) || error.message !== DAMAGED) throw error
      throw new StartupError('The file is not a backup of this service', { cause: error })
    }),
  )
  const fault = trust ? null : originFault(header, keys)
  if (fault !== null) throw new StartupError(`${fault}, or, if you are sure where it comes from, restore it with --trust`)
  return header
}

/** Why it is not certain that the backup was made with this secret; null: it is, once its signature has been compared. */
function originFault({ formatVersion, keyId }: BackupHeader, { signing }: BackupKeys): string | null {
  if (formatVersion === UNSIGNED_FORMAT_VERSION)
    return 'The backup was made by an older release, which signed none: make a new one with this release'
  if (signing === null) return 'There is no ADMIN_SECRET to check the backup with: set the one that it was made with'
  return keyId === signing.id ? null : 'The backup was made with another ADMIN_SECRET: set that one'
}

/** @throws StartupError when the file is truncated, damaged, or was changed since it was signed with this secret */
export async function readContents(
  reader: BackupReader,
  { formatVersion, keyId }: BackupHeader,
  { keys }: ReadOptions,
  visitor: ContentsVisitor,
): Promise<BackupSummary> {
  let tables = 0
  let rows = 0
  for (;;) {
    const record = parseRecord(await reader.readRecord())
    if ('signature' in record) throw new StartupError(DAMAGED)
    if ('end' in record) {
      if (record.end.tables !== tables || record.end.rows !== rows)
        throw new StartupError('The backup is damaged: its row counts do not match')
      const expected = reader.sign()
      if (formatVersion !== UNSIGNED_FORMAT_VERSION) {
        const signed = parseRecord(await reader.readRecord())
        if (!('signature' in signed)) throw new StartupError(DAMAGED)
        if (keyId === keys.signing?.id && !isSame(signed.signature, expected ?? '')) throw new StartupError(DAMAGED)
      }
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

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
