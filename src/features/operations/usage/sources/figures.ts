import type { Product } from '@isobar/providers/port'
import { getAccountId } from '../../../../gateway/index.ts'
import { DAY_MS } from '../../../../time.ts'
import { floorToUsageDay } from '../periods.ts'
import type { CallSum } from '../read-store.ts'
import { computeCallTotals } from '../report.ts'
import type { SourceUsage } from './schemas.ts'

/** What some calls came to. */
type CallFigures = Pick<SourceUsage, 'calls' | 'failed' | 'latency'>

/** One day (UTC) of a provider. */
interface DayFigures extends CallFigures {
  /** Epoch milliseconds. */
  readonly startsAt: number
  /** Weighted calls to the account that its weather, or else its first product, is billed to. */
  readonly charged: number
  /** Weighted calls of all its products. */
  readonly cost: number
}

/** The figures of calls from their sums. */
export function computeCallFigures(sums: readonly CallSum[]): CallFigures {
  const { calls, failed } = computeCallTotals(sums)
  return { calls, failed, latency: latencyOf(sums.filter(({ dimension }) => dimension === 'duration')) }
}

/** Each day of the span, oldest first, including those without calls. */
export function listDayFigures(
  sums: readonly CallSum[],
  products: readonly Product[],
  { firstDay, days }: { readonly firstDay: number; readonly days: number },
): DayFigures[] {
  const [account] = products.map(getAccountId)
  const charged = new Set(products.filter((product) => getAccountId(product) === account).map(({ id }) => id))
  const byDay = Map.groupBy(sums, ({ startsAt }) => floorToUsageDay(startsAt))
  return Array.from({ length: days }, (_, index) => {
    const startsAt = firstDay + index * DAY_MS
    const own = byDay.get(startsAt) ?? []
    return {
      startsAt,
      ...computeCallFigures(own),
      charged: computeCallTotals(own.filter(({ product }) => charged.has(product))).weight,
      cost: computeCallTotals(own).weight,
    }
  })
}

/** Quantiles of durations counted by their key: the least duration that so many of the calls did not exceed. */
function latencyOf(sums: readonly CallSum[]): SourceUsage['latency'] {
  const known = sums.filter(({ key }) => key !== '').map(({ key, calls }) => ({ ms: Number(key), calls }))
  const ordered = known.toSorted((a, b) => a.ms - b.ms)
  const all = ordered.reduce((sum, { calls }) => sum + calls, 0)
  if (all === 0) return null
  const quantile = (share: number): number => {
    let seen = 0
    return ordered.find(({ calls }) => (seen += calls) >= share * all)?.ms ?? 0
  }
  return { medianMs: quantile(0.5), p95Ms: quantile(0.95) }
}
