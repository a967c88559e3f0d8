/** One day's earnings of a slot, or of a country. */
export interface Earning {
  /** `YYYY-MM-DD`, in the account's time zone. */
  readonly day: string
  readonly dimension: ReportDimension
  /** The slot's id, or ISO 3166 alpha-2. */
  readonly key: string
  /** A decimal number as text, to avoid rounding. */
  readonly earnings: string
  readonly pageViews: number
  readonly adRequests: number
  readonly impressions: number
  readonly clicks: number
}

/** The API's dimension names. */
export const DIMENSIONS: Readonly<Record<ReportDimension, string>> = { slot: 'AD_UNIT_ID', country: 'COUNTRY_CODE' }
export const METRICS = ['ESTIMATED_EARNINGS', 'PAGE_VIEWS', 'AD_REQUESTS', 'IMPRESSIONS', 'CLICKS'] as const

const DAY = /^\d{4}-\d\d-\d\d$/
const MONEY = /^-?\d{1,13}(\.\d{1,9})?$/
const COUNT = /^\d{1,15}$/
const MAX_KEY = 100

/**
 * Parses a ReportResult: `headers` name the columns, `rows` hold `cells` of text in the same order; an empty report has no `rows`. Null for
 * anything else, and for a truncated report.
 */
export function readEarnings(
  result: Readonly<Record<string, unknown>>,
  dimension: ReportDimension,
): { rows: Earning[]; currency: string | null } | null {
  const { headers, rows = [], totalMatchedRows } = result
  if (!Array.isArray(headers) || !Array.isArray(rows)) return null
  if (totalMatchedRows !== undefined && Number(totalMatchedRows) !== rows.length) return null
  const columns = (headers as readonly { name?: unknown; currencyCode?: unknown }[]).map((each) => each?.name)
  const at = (name: string): number => columns.indexOf(name)
  const indexes = ['DATE', DIMENSIONS[dimension], ...METRICS].map(at)
  if (indexes.includes(-1)) return null
  const earnings = rows.map((row: unknown) => earningOf(row, indexes, dimension))
  if (earnings.includes(null)) return null
  const { currencyCode } = headers[at('ESTIMATED_EARNINGS')] as { currencyCode?: unknown }
  const currency = typeof currencyCode === 'string' && /^[A-Z]{3}$/.test(currencyCode) ? currencyCode : null
  return { rows: merged(earnings as Earning[]), currency }
}

function earningOf(row: unknown, indexes: readonly number[], dimension: ReportDimension): Earning | null {
  const cells = (row as { cells?: unknown } | null)?.cells
  if (!Array.isArray(cells)) return null
  // An empty cell has no value, or is left out at the end of a row.
  const values = indexes.map((index) => String((cells[index] as { value?: unknown } | undefined)?.value ?? ''))
  const [day = '', name = '', earned = '', ...counted] = values
  const counts = counted.map((text) => (text === '' ? 0 : COUNT.test(text) ? Number(text) : NaN))
  const earnings = earned === '' ? '0' : earned
  if (!DAY.test(day) || !MONEY.test(earnings) || name.length > MAX_KEY || counts.some(Number.isNaN)) return null
  const [pageViews = 0, adRequests = 0, impressions = 0, clicks = 0] = counts
  return { day, dimension, key: keyOf(name, dimension), earnings, pageViews, adRequests, impressions, clicks }
}

/** An ad unit's id is `ca-pub-…:` plus the slot. Rows without a unit or country are `unknown`. */
function keyOf(name: string, dimension: ReportDimension): string {
  const key = dimension === 'slot' ? name.slice(name.lastIndexOf(':') + 1) : name
  return key === '' ? 'unknown' : key
}

/** One row per day and key: two names can map to one key. */
function merged(rows: readonly Earning[]): Earning[] {
  const byKey = new Map<string, Earning>()
  for (const row of rows) {
    const id = `${row.day} ${row.key}`
    const other = byKey.get(id)
    byKey.set(id, other === undefined ? row : sumOf(other, row))
  }
  return [...byKey.values()]
}

function sumOf(one: Earning, other: Earning): Earning {
  return {
    ...one,
    earnings: (Number(one.earnings) + Number(other.earnings)).toFixed(6),
    pageViews: one.pageViews + other.pageViews,
    adRequests: one.adRequests + other.adRequests,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
  }
}

export type ReportDimension = 'slot' | 'country'
