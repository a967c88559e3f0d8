import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as number, 'text') as (text: string) => Entries

/**
 * How PostgreSQL values arrive, other than by `pg`'s defaults:
 * - `int8` (also `count(*)`): a number; a value beyond 2^53 is an error, never rounded;
 * - `date`: the text `YYYY-MM-DD`, since a calendar day has no instant;
 * - `timestamp` without zone: its text, as nothing says what instant it is (the schema uses `timestamptz` only).
 * By default come `timestamptz` as a Date (milliseconds; finer digits are cut), `numeric` as text, `jsonb` parsed, `bytea` as a Buffer.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      const parse = PARSERS.get(oid)
      if (parse !== undefined) return parse
    }
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInt8],
  [builtins.DATE, keepText],
  [builtins.TIMESTAMP, keepText],
  [INT8_ARRAY, (text) => mapEntries(parseTextArray(text), parseInt8)],
  [DATE_ARRAY, (text) => parseTextArray(text)],
])

type Entries = (string | null | Entries)[]

function mapEntries(entries: Entries, parse: (text: string) => unknown): unknown[] {
  return entries.map((entry) => (Array.isArray(entry) ? mapEntries(entry, parse) : entry === null ? null : parse(entry)))
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number`)
  return value
}

function keepText(text: string): string {
  return text
}
