import type pg from 'pg'
import type { TableSpecs } from '../../src/platform/db/columns.ts'
import { MIGRATIONS_TABLE } from '../../src/platform/db/migration-state.ts'

interface CatalogColumn {
  readonly table: string
  readonly column: string
  readonly spec: string
}

const ALL_COLUMNS = `
  SELECT c.relname AS table, a.attname AS column,
    concat_ws(' ', CASE WHEN t.typcategory = 'A' THEN item.typname || '[]' ELSE t.typname END,
      CASE WHEN NOT a.attnotnull THEN 'null' END,
      CASE WHEN a.attgenerated <> '' THEN 'generated' WHEN a.attidentity = 'a' THEN 'identity'
           WHEN a.attidentity = 'd' OR a.atthasdef THEN 'default' END) AS spec
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type item ON item.oid = t.typelem
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '${MIGRATIONS_TABLE}'
  ORDER BY c.relname, a.attnum`

/**
 * Compares the tables that the code declares (`defineTables`, all features together) with a migrated database.
 * @returns one line per difference, in both directions; empty when they agree
 */
export async function compareTables(pool: pg.Pool, ...specs: readonly TableSpecs[]): Promise<string[]> {
  const differences: string[] = []
  const declared = new Map<string, string>()
  for (const [table, columns] of specs.flatMap((each) => Object.entries(each))) {
    for (const [column, spec] of Object.entries(columns)) {
      if (declared.has(`${table}.${column}`)) differences.push(`${table}.${column}: declared twice`)
      declared.set(`${table}.${column}`, spec)
    }
  }
  const { rows } = await pool.query<CatalogColumn>(ALL_COLUMNS)
  for (const { table, column, spec } of rows) {
    const name = `${table}.${column}`
    const said = declared.get(name)
    if (said === undefined) differences.push(`${name}: in the database as '${spec}', not declared`)
    else if (said !== spec) differences.push(`${name}: in the database as '${spec}', declared as '${said}'`)
    declared.delete(name)
  }
  for (const [name, spec] of declared) differences.push(`${name}: declared as '${spec}', not in the database`)
  return differences
}
