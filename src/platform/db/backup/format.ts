import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { StartupError } from '../../startup-error.ts'
import type { AppliedMigration } from '../migration-state.ts'
import type { StoredPartition, StoredSequence, StoredTable } from './catalog.ts'

/**
 * A backup is gzipped lines, encrypted as a whole or not: a header; for each table its description, its rows in PostgreSQL's COPY text format
 * and a line `\.` (which cannot be a row: COPY doubles the backslash); then the sequences, an end record, whose presence shows that the file
 * is complete, and the signature of everything before it. Format 1 has no signature.
 */
export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT
  readonly formatVersion: number
  /** Names the secret that the backup is signed with; absent in format 1. */
  readonly keyId?: string
  readonly migrations: readonly AppliedMigration[]
  readonly partitions: readonly StoredPartition[]
}

export type BackupRecord =
  | StoredTable
  | { readonly sequences: readonly StoredSequence[] }
  | { readonly end: BackupSummary }
  | { readonly signature: string }

export interface BackupSummary {
  readonly tables: number
  readonly rows: number
}

export const BACKUP_FORMAT = 'postgresql-copy-backup'
export const BACKUP_FORMAT_VERSION = 2
/** Without a signature. */
export const UNSIGNED_FORMAT_VERSION = 1
export const END_OF_ROWS = '\\.\n'
export const DAMAGED = 'The backup is incomplete or damaged'

const MAX_LISTED = 20_000
const Name = Type.String({ minLength: 1, maxLength: 63 })
const Count = Type.Integer({ minimum: 0 })
const listed = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) => Type.Array(item, { maxItems: MAX_LISTED })

const Header = Type.Object({
  keyId: Type.Optional(Type.String({ maxLength: 20 })),
  migrations: listed(Type.Object({ version: Count, name: Type.String({ maxLength: 200 }), checksum: Type.String({ maxLength: 200 }) })),
  partitions: listed(
    Type.Object({
      name: Name,
      parent: Name,
      bound: Type.String({ maxLength: 200 }),
      key: Type.Union([Type.Null(), Type.String({ maxLength: 100 })]),
    }),
  ),
})
const RECORDS = {
  table: Type.Object({ table: Name, columns: listed(Name) }),
  sequences: Type.Object({
    sequences: listed(Type.Object({ name: Name, lastValue: Type.String({ pattern: '^-?[0-9]{1,19}$' }), isCalled: Type.Boolean() })),
  }),
  end: Type.Object({ end: Type.Object({ tables: Count, rows: Count }) }),
  signature: Type.Object({ signature: Type.String({ maxLength: 100 }) }),
}

/** @throws StartupError when the file is not a backup, or its format is not supported by this release */
export function parseHeader(value: unknown): BackupHeader {
  const header = value as BackupHeader | null | undefined
  if (header?.format !== BACKUP_FORMAT) throw new StartupError('The file is not a backup of this service')
  if (header.formatVersion !== BACKUP_FORMAT_VERSION && header.formatVersion !== UNSIGNED_FORMAT_VERSION)
    throw new StartupError(`The backup's format ${String(header.formatVersion).slice(0, 20)} is not supported by this release`)
  if (!Check(Header, header)) throw new StartupError(DAMAGED)
  return header
}

/** @throws StartupError for what is none of the records that follow the header */
export function parseRecord(value: unknown): BackupRecord {
  for (const [name, schema] of Object.entries(RECORDS))
    if (typeof value === 'object' && value !== null && name in value && Check(schema, value)) return value as BackupRecord
  throw new StartupError(DAMAGED)
}

const INSTANT = String.raw`'(\d{4,5}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?(?:[+-]\d\d(?::\d\d)?)?)?)'`
const RANGE = new RegExp(`^FOR VALUES FROM \\(${INSTANT}\\) TO \\(${INSTANT}\\)$`)
const KEY = /^RANGE \(([a-z_][a-z0-9_]*)\)$/

/**
 * The bound of a partition as SQL, made anew from its two instants, which hold digits and their separators only.
 * @throws StartupError for any other bound
 */
export function formatBound(bound: string): string {
  if (bound === 'DEFAULT') return bound
  const [, from, to] = RANGE.exec(bound) ?? []
  if (from === undefined || to === undefined) throw new StartupError(DAMAGED)
  return `FOR VALUES FROM ('${from}') TO ('${to}')`
}

/** The column by which a partition is itself partitioned. @throws StartupError for any other key */
export function parsePartitionKey(key: string): string {
  const column = KEY.exec(key)?.[1]
  if (column === undefined) throw new StartupError(DAMAGED)
  return column
}
