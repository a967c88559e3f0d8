import type pg from 'pg'
import { MIGRATIONS_TABLE } from '../migration-state.ts'

/** A table whose rows are backed up, with its writable columns. */
export interface StoredTable {
  readonly table: string
  readonly columns: readonly string[]
}

/** A partition that a restore must create: the migrations know only its parent. */
export interface StoredPartition {
  readonly name: string
  readonly parent: string
  readonly bound: string
  /** The partition key when the partition is itself partitioned. */
  readonly key: string | null
}

export interface StoredSequence {
  readonly name: string
  /** As text: a bigint. */
  readonly lastValue: string
  readonly isCalled: boolean
}

/** Of the transactions that write and read backups. Instants are written in one form, whatever the server's settings. */
export const TRANSFER_SETTINGS =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'"

const IN_SCHEMA = `c.relnamespace = current_schema()::regnamespace`

/**
 * The tables, ordered so that the target of every foreign key comes first. Partitions are read through their parents; unlogged tables hold
 * data that a crash may lose and are omitted.
 * @throws Error when foreign keys form a cycle, so that no order exists
 */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows: tables } = await client.query<{ table: string; columns: string[]; references: string[] }>(`
    SELECT c.relname AS table,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
      ARRAY(SELECT DISTINCT t.relname::text FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid
            WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid AND NOT t.relispartition) AS references
    FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p' AND ${IN_SCHEMA} AND c.relname <> '${MIGRATIONS_TABLE}'
    ORDER BY c.relname`)
  const ordered: StoredTable[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(({ table, references }) => !placed.has(table) && references.every((name) => placed.has(name)))
    if (ready.length === 0)
      throw new Error(
        `Foreign keys form a cycle among ${tables
          .filter(({ table }) => !placed.has(table))
          .map(({ table }) => table)
          .join(', ')}`,
      )
    for (const { table, columns } of ready) {
      ordered.push({ table, columns })
      placed.add(table)
    }
  }
  return ordered
}

/** All partitions, parents before children. */
export async function listPartitions(client: pg.ClientBase): Promise<StoredPartition[]> {
  const { rows } = await client.query<StoredPartition>(`
    WITH RECURSIVE tree AS (
      SELECT c.oid, 0 AS depth FROM pg_class c WHERE c.relkind = 'p' AND NOT c.relispartition AND ${IN_SCHEMA}
      UNION ALL SELECT i.inhrelid, tree.depth + 1 FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid)
    SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
      CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS key
    FROM tree JOIN pg_class c ON c.oid = tree.oid JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relkind IN ('r', 'p') AND tree.depth > 0 ORDER BY tree.depth, c.relname`)
  return rows
}

/** Sequences ignore snapshots: a value that is read after the rows is at least as high as any value in them. */
export async function listSequences(client: pg.ClientBase): Promise<StoredSequence[]> {
  const { rows } = await client.query<{ name: string; quoted: string }>(`
    SELECT c.relname AS name, format('%I', c.relname) AS quoted FROM pg_class c
    WHERE c.relkind = 'S' AND c.relpersistence = 'p' AND ${IN_SCHEMA} ORDER BY c.relname`)
  const sequences: StoredSequence[] = []
  for (const { name, quoted } of rows) {
    const { rows: state } = await client.query<Omit<StoredSequence, 'name'>>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted}`,
    )
    sequences.push({ name, lastValue: state[0]?.lastValue ?? '1', isCalled: state[0]?.isCalled ?? false })
  }
  return sequences
}
