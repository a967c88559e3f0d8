import { createHash } from 'node:crypto'
import { type Answer, googleError, json } from './wire.ts'

export const ACCOUNT = 'accounts/pub-1234567890123456'
/** How the made-up figures are split, and the share of each. */
const SHARES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AD_UNIT_ID: { 'ca-pub-1234567890123456:1111111111': 0.5, 'ca-pub-1234567890123456:2222222222': 0.3 },
  COUNTRY_CODE: { DE: 0.4, US: 0.3, FR: 0.2, JP: 0.1 },
}
const DAY_MS = 86_400_000
const MAX_DAYS = 400

export function accounts(): Answer {
  return json(200, { accounts: [{ name: ACCOUNT, displayName: 'Simulated publisher', timeZone: { id: 'Europe/Berlin' }, state: 'READY' }] })
}

/** `accounts/{account}/reports:generate`, for two dimensions, DATE and one of those above. A day has the same figures at every request. */
export function report(account: string, query: URLSearchParams): Answer {
  if (account !== ACCOUNT) return googleError(403, 'PERMISSION_DENIED', 'forbidden')
  const [from, to] = [dayOf(query, 'startDate'), dayOf(query, 'endDate')]
  const [date, dimension = ''] = query.getAll('dimensions')
  const shares = SHARES[dimension]
  const metrics = query.getAll('metrics')
  const isRight = query.get('dateRange') === 'CUSTOM' && from !== null && to !== null && from <= to && to - from < MAX_DAYS * DAY_MS
  if (!isRight || date !== 'DATE' || shares === undefined || metrics.some((name) => !(name in figuresOf(0, 1)))) {
    return googleError(400, 'INVALID_ARGUMENT', 'badRequest')
  }
  const rows = []
  for (let day = from; day <= to; day += DAY_MS) {
    for (const [name, share] of Object.entries(shares)) {
      const figures: Readonly<Record<string, string>> = figuresOf(day, share)
      const cells = [new Date(day).toISOString().slice(0, 10), name, ...metrics.map((metric) => figures[metric] ?? '')]
      rows.push({ cells: cells.map((value) => ({ value })) })
    }
  }
  const headers = [
    ...[date, dimension].map((name) => ({ name, type: 'DIMENSION' })),
    ...metrics.map((name) =>
      name === 'ESTIMATED_EARNINGS' ? { name, type: 'METRIC_CURRENCY', currencyCode: 'EUR' } : { name, type: 'METRIC_TALLY' },
    ),
  ]
  const limited = rows.slice(0, Number(query.get('limit') ?? 100_000))
  return json(200, { totalMatchedRows: String(rows.length), headers, ...(limited.length === 0 ? {} : { rows: limited }) })
}

function figuresOf(day: number, share: number) {
  const views = 1_000 + (createHash('sha256').update(String(day)).digest().readUInt16BE(0) % 1_000)
  const impressions = Math.round(views * 1.6 * share)
  return {
    ESTIMATED_EARNINGS: (impressions * 0.0021).toFixed(2),
    PAGE_VIEWS: String(Math.round(views * share)),
    AD_REQUESTS: String(Math.round(views * 1.8 * share)),
    IMPRESSIONS: String(impressions),
    CLICKS: String(Math.round(impressions / 200)),
  }
}

function dayOf(query: URLSearchParams, name: string): number | null {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(query.get(`${name}.${part}`) ?? NaN))
  const epochMs = Date.UTC(year ?? NaN, (month ?? NaN) - 1, day)
  return Number.isNaN(epochMs) ? null : epochMs
}
