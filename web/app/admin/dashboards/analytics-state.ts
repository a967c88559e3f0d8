import { DAY_MS, HOUR_MS } from '../../../../src/time.ts'
import { useAddressParams } from '../kit/params.ts'

export const STEP_MS = { hour: HOUR_MS, day: DAY_MS } as const
export const SPANS = {
  '48h': { label: '48 hours', period: 'hour', days: 2 },
  '7d': { label: '7 days', period: 'day', days: 7 },
  '30d': { label: '30 days', period: 'day', days: 30 },
  '90d': { label: '90 days', period: 'day', days: 90 },
} as const
export type SpanName = 'today' | keyof typeof SPANS | 'own'

/** What visits can be narrowed down by; a page only today. */
export const FILTERS = ['path', 'referrer', 'country', 'device', 'browser'] as const
export type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>

/** A time to show, half-open, in UTC; `toMs` null: until now. */
export interface Span {
  readonly period: keyof typeof STEP_MS
  readonly fromMs: number
  readonly toMs: number | null
  readonly label: string
}

export interface AnalyticsState {
  readonly name: SpanName
  /** First and last UTC day, `2026-11-21`, of own dates. */
  readonly from: string
  readonly to: string
  readonly filters: Filters
  /** Empty and null texts go. */
  change(values: Readonly<Record<string, string | null>>): void
}

/** Time and filters, in the address: it can be linked to, and filters stay when the time changes. */
export function useAnalyticsState(): AnalyticsState {
  const [params, changeParams] = useAddressParams()
  return {
    ...parseAnalyticsState(params),
    change: (values) => changeParams(values, { replace: true, preventScrollReset: true }),
  }
}

export function parseAnalyticsState(params: URLSearchParams): Omit<AnalyticsState, 'change'> {
  const given = params.get('span') ?? 'today'
  const filters = FILTERS.flatMap((name) => {
    const value = params.get(name) ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  return {
    name: given === 'own' || given in SPANS ? (given as SpanName) : 'today',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    filters: Object.fromEntries(filters),
  }
}

/** What the API takes of the filters over several days: one, and no page. */
export function findVisitFilter(filters: Filters): Filters {
  const first = Object.entries(filters).find(([name]) => name !== 'path')
  return first === undefined ? {} : { [first[0]]: first[1] }
}

/** The time that is shown; null: own dates of which one is missing or wrong. With a filter by day, since hours know none. */
export function findSpan({ name, from, to, filters }: Omit<AnalyticsState, 'change'>, now: number = Date.now()): Span | null {
  if (name === 'today') return null
  if (name === 'own') {
    const [fromMs, lastMs] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
    if (Number.isNaN(fromMs) || Number.isNaN(lastMs) || lastMs < fromMs) return null
    const toMs = lastMs + DAY_MS
    return { period: 'day', fromMs, toMs: toMs > now ? null : toMs, label: `the ${(toMs - fromMs) / DAY_MS} days before` }
  }
  const { days } = SPANS[name]
  const period = Object.keys(findVisitFilter(filters)).length > 0 ? 'day' : SPANS[name].period
  const stepMs = STEP_MS[period]
  return { period, fromMs: Math.floor(now / stepMs) * stepMs + stepMs - days * DAY_MS, toMs: null, label: `the ${days} days before` }
}
