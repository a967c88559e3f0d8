import { accountOf, type Meter, type Usage, windowEnd } from '../../../../gateway/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { type Product, providerOf } from '../../../../providers/provider.ts'
import type { UsageReader } from '../read-store.ts'
import { firstDayOf } from '../report.ts'
import { type CallFigures, type DayFigures, dayFigures, figuresOf } from './figures.ts'

/** A provider and the products that calls to it are counted by: first the one that its weather is billed to, if it delivers any. */
export interface CalledProvider {
  readonly id: string
  /** Display name. */
  readonly name: string
  readonly products: readonly Product[]
}

/** Where a limit is stated, so that people know where to change it. Both null: it is the provider's own, in its folder. */
export interface LimitOrigin {
  /** The setting of the back office. */
  readonly setting: string | null
  /** The variable of the environment. */
  readonly variable: string | null
}

/** A limit of an account, and what is used of it now. */
export interface BudgetWindow extends Pick<Usage, 'windowSeconds' | 'limit' | 'used' | 'status'>, LimitOrigin {
  /** Epoch milliseconds. */
  readonly resetsAt: number
}

export interface SourceUsage extends CallFigures {
  readonly id: string
  readonly name: string
  readonly days: readonly DayFigures[]
  readonly products: readonly (CallFigures & { readonly product: string })[]
  /** Of each account: its products share the limits. Those without any limit are omitted. */
  readonly budgets: readonly { readonly account: string; readonly products: readonly string[]; readonly windows: readonly BudgetWindow[] }[]
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
    const accounts = [...Map.groupBy(products, accountOf)].map(([account, own]) => ({
      account,
      own,
      payer: own.find(({ id }) => id === account) ?? (own[0] as Product),
    }))
    const budgets = await Promise.all(
      accounts.map(async ({ account, own, payer }) => {
        const windows = await meter.usage(payer)
        return { account, products: own.map(({ id }) => id), windows: windows.map((window) => windowOf(payer, window)) }
      }),
    )
    return budgets.filter(({ windows }) => windows.length > 0)
  }

  function windowOf(payer: Product, { windowSeconds, limit, used, status }: Usage): BudgetWindow {
    const resetsAt = windowEnd(clock.now(), windowSeconds)
    return { windowSeconds, limit, used, status, resetsAt, ...limitOrigin(payer, windowSeconds) }
  }

  return {
    async report(days: number): Promise<readonly SourceUsage[]> {
      const firstDay = firstDayOf(clock.now(), days)
      const sums = Map.groupBy(await reader.readDays(firstDay), ({ product }) => providerOf(product))
      return Promise.all(
        providers.map(async ({ id, name, products }) => {
          const own = sums.get(id) ?? []
          return {
            id,
            name,
            ...figuresOf(own),
            days: dayFigures(own, products, { firstDay, days }),
            products: products.map(({ id: product }) => ({ product, ...figuresOf(own.filter((sum) => sum.product === product)) })),
            budgets: await budgetsOf(products),
          }
        }),
      )
    },
  }
}

export type SourceUsageService = ReturnType<typeof createSourceUsage>
