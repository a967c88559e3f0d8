import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as number, 'text') as (text: string) => Entries

/**
 * How PostgreSQL values are parsed where that differs from `pg`'s defaults:
 * - `int8` (also `count(*)`): a number; a value beyond 2^53 is an error, never rounded;
 * - `date`: the text `YYYY-MM-DD`, since a calendar day is not an instant;
 * - `timestamp` without time zone: its text, since the instant is unknown (the schema uses only `timestamptz`). Defaults: `timestamptz`
 *   is a Date (milliseconds; finer digits are cut), `numeric` is text, `jsonb` is parsed, `bytea` is a Buffer.
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
  [builtins.DATE, asText],
  [builtins.TIMESTAMP, asText],
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

function asText(text: string): string {
  return text
}
