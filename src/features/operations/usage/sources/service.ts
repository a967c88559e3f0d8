import { type Product, getProviderId } from '@isobar/providers/port'
import { formatInstant } from '@isobar/weather'
import { getAccountId, type Meter, computeWindowEnd } from '../../../../gateway/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { UsageReader } from '../read-store.ts'
import { computeFirstUsageDay } from '../report.ts'
import { formatReportDay } from '../schemas.ts'
import { listDayFigures, computeCallFigures } from './figures.ts'
import type { SourcesAnswer, SourceUsage } from './schemas.ts'

/** A provider and the products that calls to it are counted by: first the one that its weather is billed to, if it delivers any. */
export interface CalledProvider {
  readonly id: string
  /** Display name. */
  readonly name: string
  readonly products: readonly Product[]
}

/** Where a limit is stated, so that people know where to change it. Both null: it is the provider's own, in its folder. */
export interface LimitOrigin {
  /** The setting of the provider's connection. */
  readonly setting: string | null
  /** The variable of the environment. */
  readonly variable: string | null
  /** Whether an admin has set it, which goes before the environment. */
  readonly isStored: boolean
}

export interface SourceUsageOptions {
  readonly reader: Pick<UsageReader, 'readDays'>
  readonly providers: readonly CalledProvider[]
  readonly limitOrigin: (product: Product, windowSeconds: number) => LimitOrigin
  readonly meter: Pick<Meter, 'usage'>
  readonly clock: Clock
}

/** What each provider did on the last days, including today, and what is used of its limits. */
export function createSourceUsage({ reader, providers, limitOrigin, meter, clock }: SourceUsageOptions) {
  async function budgetsOf(products: readonly Product[]): Promise<SourceUsage['budgets']> {
    const accounts = [...Map.groupBy(products, getAccountId)].map(([account, own]) => ({
      account,
      own,
      payer: own.find(({ id }) => id === account) ?? (own[0] as Product),
    }))
    const budgets = await Promise.all(
      accounts.map(async ({ account, own, payer }) => ({
        account,
        products: own.map(({ id }) => id),
        windows: (await meter.usage(payer)).map(({ windowSeconds, limit, used, status }) => {
          const resetsAt = formatInstant(computeWindowEnd(clock.now(), windowSeconds))
          return { windowSeconds, limit, used, status, resetsAt, ...limitOrigin(payer, windowSeconds) }
        }),
      })),
    )
    return budgets.filter(({ windows }) => windows.length > 0)
  }

  return {
    async report(days: number): Promise<SourcesAnswer> {
      const now = clock.now()
      const firstDay = computeFirstUsageDay(now, days)
      const sums = Map.groupBy(await reader.readDays(firstDay), ({ product }) => getProviderId(product))
      const called = providers.flatMap(({ id }) => sums.get(id) ?? [])
      const items = await Promise.all(
        providers.map(async ({ id, name, products }) => {
          const own = sums.get(id) ?? []
          return {
            id,
            name,
            ...computeCallFigures(own),
            days: listDayFigures(own, products, { firstDay, days }).map(({ startsAt, ...day }) => ({
              day: formatReportDay(startsAt),
              ...day,
            })),
            products: products.map(({ id: product }) => ({ product, ...computeCallFigures(own.filter((sum) => sum.product === product)) })),
            budgets: await budgetsOf(products),
          }
        }),
      )
      const total = listDayFigures(called, [], { firstDay, days }).map(({ startsAt, cost }) => ({ day: formatReportDay(startsAt), cost }))
      return { from: formatReportDay(firstDay), to: formatReportDay(now), days: total, items }
    },
  }
}
