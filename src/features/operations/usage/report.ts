import { getProviderId } from '@isobar/providers/port'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { floorToUsageDay, floorToUsageHour } from './periods.ts'
import type { AnswerSum, CallSum } from './read-store.ts'
import type { CacheTotals, CallTotals, UsageAnswer } from './schemas.ts'
import { OTHER } from './triggers.ts'

type Keyed<Name extends string> = CallTotals & { readonly [K in Name]: string }
type PeriodTotals = CallTotals & CacheTotals & { readonly startsAt: number }

/** Limit for the entries of a breakdown; the rest are merged into one. */
const MAX_ENTRIES = 100

/** The totals of calls. Every call is in each dimension once, so one dimension is summed. No `budgetCalls` without a budget's product. */
export function computeCallTotals(sums: readonly CallSum[], budgetProduct?: string): CallTotals {
  return summed(
    sums.filter(({ dimension }) => dimension === 'cause'),
    budgetProduct,
  )
}

/** Providers and their products, most used first. */
export function groupCallsByProvider(sums: readonly CallSum[], budgetProduct: string): UsageAnswer['byProvider'] {
  const byCause = sums.filter(({ dimension }) => dimension === 'cause')
  return mostFirst(
    [...Map.groupBy(byCause, ({ product }) => getProviderId(product))].map(([provider, ofProvider]) => ({
      provider,
      ...summed(ofProvider, budgetProduct),
      products: mostFirst(
        [...Map.groupBy(ofProvider, ({ product }) => product)].map(([product, own]) => ({ product, ...summed(own, budgetProduct) })),
        ({ product }) => product,
      ),
    })),
    ({ provider }) => provider,
  )
}

/** A breakdown by one dimension, most used first; entries beyond MAX_ENTRIES are merged as OTHER. */
export function groupCallsByDimension<Name extends CallSum['dimension']>(
  sums: readonly CallSum[],
  name: Name,
  budgetProduct: string,
): Keyed<Name>[] {
  const own = sums.filter(({ dimension }) => dimension === name)
  const found = [...Map.groupBy(own, ({ key }) => key)].map(([key, ofKey]) => ({ key, ...summed(ofKey, budgetProduct) }))
  const entries = mostFirst(found, ({ key }) => key)
  const named = entries.filter(({ key }) => key !== OTHER).slice(0, MAX_ENTRIES)
  const names = new Set(named.map(({ key }) => key))
  const rest = own.filter(({ key }) => !names.has(key))
  const all = rest.length === 0 ? named : [...named, { key: OTHER, ...summed(rest, budgetProduct) }]
  return all.map(({ key, ...totals }) => ({ [name]: key, ...totals }) as Keyed<Name>)
}

/** Totals by cache layer; `hitRate` is rounded to four decimals. */
export function computeCacheTotals(sums: readonly Omit<AnswerSum, 'startsAt'>[]): CacheTotals {
  const of = (layer: string): number => sums.reduce((sum, each) => sum + (each.layer === layer ? each.answers : 0), 0)
  const [memory, database, upstream] = [of('memory'), of('database'), of('upstream')]
  const all = memory + database + upstream
  return { memory, database, upstream, hitRate: all === 0 ? null : Math.round(((memory + database) / all) * 10_000) / 10_000 }
}

/** One entry per period, including empty ones, oldest first. */
export function listUsagePeriods(
  { first, count, everyMs }: { readonly first: number; readonly count: number; readonly everyMs: number },
  calls: readonly CallSum[],
  answers: readonly AnswerSum[],
  budgetProduct: string,
): PeriodTotals[] {
  const startOf = everyMs === HOUR_MS ? floorToUsageHour : floorToUsageDay
  const callsIn = Map.groupBy(calls, ({ startsAt }) => startOf(startsAt))
  const answersIn = Map.groupBy(answers, ({ startsAt }) => startOf(startsAt))
  return Array.from({ length: count }, (_, index) => {
    const startsAt = first + index * everyMs
    return {
      startsAt,
      ...computeCallTotals(callsIn.get(startsAt) ?? [], budgetProduct),
      ...computeCacheTotals(answersIn.get(startsAt) ?? []),
    }
  })
}

/** The first of so many days that end today. */
export function computeFirstUsageDay(nowMs: number, days: number): number {
  return floorToUsageDay(nowMs) - (days - 1) * DAY_MS
}

/** The first of so many hours that end with the current one. */
export function computeFirstUsageHour(nowMs: number, hours: number): number {
  return floorToUsageHour(nowMs) - (hours - 1) * HOUR_MS
}

function summed(sums: readonly CallSum[], budgetProduct: string | undefined): CallTotals {
  const totals = { calls: 0, failed: 0, weight: 0, budgetCalls: 0 }
  for (const { product, calls, failed, weight } of sums) {
    totals.calls += calls
    totals.failed += failed
    totals.weight += weight
    if (product === budgetProduct) totals.budgetCalls += calls
  }
  // Weights have few decimals; their sums have the noise of binary fractions.
  return { ...totals, weight: Math.round(totals.weight * 100) / 100 }
}

/** Ties are sorted by name, to be deterministic. */
function mostFirst<T extends CallTotals>(entries: T[], nameOf: (entry: T) => string): T[] {
  return entries.sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1))
}
