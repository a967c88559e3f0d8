import { readFileSync } from 'node:fs'

/** The rows of a table beside this file, split at `|`; its first line says what the columns are. */
export function rowsOf(file: string): string[][] {
  const [, ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return rows.map((row) => row.split('|'))
}
